import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RateLimit } from '../../../src/models/limits/rate-limit.ts';

describe('the rate limit', () => {
  it('lets everything through where nothing is set', () => {
    const rate = new RateLimit({});
    rate.take(1e6, 1, 0);
    expect(rate.wait(0)).toBe(0);
  });

  it('spaces tokens evenly, and corrects an estimate', () => {
    const rate = new RateLimit({ tokensPerMinute: 6000 });
    rate.take(100, 1, 0);
    expect(rate.wait(0)).toBe(1000);
    rate.settle(100, 50);
    expect(rate.wait(0)).toBe(500);
    rate.settle(100, 350);
    expect(rate.wait(0)).toBe(3000);
  });

  it('slows down with the share that is open', () => {
    const rate = new RateLimit({ requestsPerMinute: 60 });
    rate.take(1, 0.5, 0);
    expect(rate.wait(0)).toBe(2000);
  });

  it('does not save up what was not used', () => {
    const rate = new RateLimit({ requestsPerMinute: 60 });
    rate.take(1, 1, 0);
    rate.take(1, 1, 600_000);
    expect(rate.wait(600_000)).toBe(1000);
  });

  it('waits for a limit of the service that is used up, but for a minute at most', () => {
    const rate = new RateLimit({});
    rate.observe({ requests: { limit: 60, remaining: 0, resetSeconds: 60 }, tokens: null }, 10, 0);
    expect(rate.wait(0)).toBe(1000);
    rate.observe({ requests: null, tokens: { limit: 100, remaining: 90, resetSeconds: 10 } }, 95, 0);
    expect(rate.wait(0)).toBe(5000);
    rate.observe({ requests: null, tokens: { limit: 1, remaining: 0, resetSeconds: 86_400 } }, 1, 0);
    expect(rate.wait(0)).toBe(60_000);
  });

  it('lets no minute hold more than its share, whatever the requests are', () => {
    const arrivals = fc.array(fc.tuple(fc.nat(5000), fc.integer({ min: 1, max: 400 })), { maxLength: 80 });
    fc.assert(
      fc.property(arrivals, (requests) => {
        const rate = new RateLimit({ requestsPerMinute: 20, tokensPerMinute: 2000 });
        const sent: { at: number; tokens: number }[] = [];
        let now = 0;
        for (const [pause, tokens] of requests) {
          now += pause;
          now += rate.wait(now);
          rate.take(tokens, 1, now);
          sent.push({ at: now, tokens });
        }
        for (const { at: start } of sent) {
          const minute = sent.filter(({ at }) => at >= start && at < start + 60_000 - 1e-6);
          expect(minute.length).toBeLessThanOrEqual(20);
          // the last request of a minute may reach into the next
          const whole = minute.slice(0, -1).reduce((sum, { tokens }) => sum + tokens, 0);
          expect(whole).toBeLessThanOrEqual(2000);
        }
      }),
    );
  });
});
