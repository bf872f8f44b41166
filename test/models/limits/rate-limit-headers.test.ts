import { describe, expect, it } from 'vitest';
import { rateLimitsOf, secondsOf, secondsUntil } from '../../../src/models/limits/rate-limit-headers.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');

describe('a time in a header', () => {
  it.each([
    ['6m0s', 360],
    ['1h2m3.5s', 3723.5],
    ['20ms', 0.02],
    ['1d', 86_400],
    ['30', 30],
    ['1.5', 1.5],
    ['0', 0],
    [String(NOW / 1000 + 90), 90],
    [String(NOW + 90_000), 90],
    ['2026-01-01T00:01:30Z', 90],
    ['2025-12-31T00:00:00Z', 0],
    ['', null],
    ['soon', null],
  ])('%s is %s seconds from now', (text, seconds) => {
    if (seconds === null) expect(secondsOf(text, NOW)).toBeNull();
    else expect(secondsOf(text, NOW)).toBeCloseTo(seconds, 6);
  });
});

describe('rate limits', () => {
  it('are read for requests and tokens', () => {
    const headers = new Headers({
      'x-ratelimit-limit-requests': '60',
      'x-ratelimit-remaining-requests': '59',
      'x-ratelimit-reset-requests': '1s',
      'x-ratelimit-limit-tokens': '150000',
      'x-ratelimit-remaining-tokens': '149984',
      'x-ratelimit-reset-tokens': '6m0s',
    });
    expect(rateLimitsOf(headers, NOW)).toEqual({
      requests: { limit: 60, remaining: 59, resetSeconds: 1 },
      tokens: { limit: 150_000, remaining: 149_984, resetSeconds: 360 },
    });
  });

  it('without an ending are those of requests', () => {
    const headers = new Headers({
      'x-ratelimit-limit': '10',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '5',
    });
    expect(rateLimitsOf(headers, NOW).requests).toEqual({ limit: 10, remaining: 0, resetSeconds: 5 });
  });

  it('are null where a part is missing or makes no sense', () => {
    expect(rateLimitsOf(new Headers(), NOW)).toEqual({ requests: null, tokens: null });
    const odd = new Headers({ 'x-ratelimit-limit': 'many', 'x-ratelimit-remaining': '3' });
    expect(rateLimitsOf(odd, NOW).requests).toBeNull();
  });
});

describe('the wait for an allowance', () => {
  it('is nothing while there is enough', () => {
    expect(secondsUntil({ limit: 60, remaining: 1, resetSeconds: 59 }, 1)).toBe(0);
  });

  it('is the time in which the missing part comes back', () => {
    // 60 units come back in 60 s, so 1 in 1 s; 40 of 100 in 20 s, so the 30 that are missing in 15 s
    expect(secondsUntil({ limit: 60, remaining: 0, resetSeconds: 60 }, 1)).toBe(1);
    expect(secondsUntil({ limit: 100, remaining: 60, resetSeconds: 20 }, 90)).toBe(15);
  });

  it('is at most the whole window', () => {
    expect(secondsUntil({ limit: 100, remaining: 50, resetSeconds: 20 }, 1000)).toBe(20);
  });
});
