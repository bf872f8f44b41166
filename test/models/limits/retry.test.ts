import { describe, expect, it } from 'vitest';
import { ModelCallError } from '../../../src/errors.ts';
import {
  backoffSeconds,
  isServiceFailure,
  isThrottled,
  retryWait,
} from '../../../src/models/limits/retry.ts';

const settings = { maxRetries: 2, maxRetrySeconds: 100 };
const failed = { attempts: 0, retries: 0, elapsedSeconds: 0, circuitOpen: false };
const error = (status: number | null, more: { retryable?: boolean; retryAfterSeconds?: number } = {}) =>
  new ModelCallError('no', { retryable: true, status, ...more });
const half = () => 0.5;

describe('the backoff', () => {
  it('doubles with each attempt up to 20 s, of which jitter takes any part', () => {
    expect([0, 1, 2, 5, 6, 50].map((attempts) => backoffSeconds(attempts, half))).toEqual([
      0.25, 0.5, 1, 8, 10, 10,
    ]);
    expect(backoffSeconds(3, () => 0)).toBe(0);
  });
});

describe('kinds of failure', () => {
  it.each([
    [error(null), false, true],
    [error(500), false, true],
    [error(408), false, true],
    [error(409), false, false],
    [error(429), true, false],
    [error(429, { retryable: false }), false, false],
    [error(401, { retryable: false }), false, false],
    [new Error('defect'), false, false],
  ])('%o', (failure, throttled, service) => {
    expect([isThrottled(failure), isServiceFailure(failure)]).toEqual([throttled, service]);
  });
});

describe('the wait before the next attempt', () => {
  it('is the backoff', () => {
    expect(retryWait({ ...failed, error: error(500), attempts: 1, retries: 1 }, settings, half)).toBe(0.5);
  });

  it('is what the service asks for, up to two minutes', () => {
    const asking = (retryAfterSeconds: number) => ({ ...failed, error: error(503, { retryAfterSeconds }) });
    expect(retryWait(asking(7), settings, half)).toBe(7);
    expect(retryWait(asking(121), { ...settings, maxRetrySeconds: 1000 }, half)).toBeNull();
  });

  it.each([
    ['a defect', { error: new Error('defect') }],
    ['a final failure', { error: error(401, { retryable: false }) }],
    ['used up retries', { error: error(500), retries: 2 }],
    ['used up time', { error: error(500), elapsedSeconds: 99.9 }],
  ])('is none after %s', (_name, changes) => {
    expect(retryWait({ ...failed, ...changes }, settings, half)).toBeNull();
  });

  it('does not come to an end by the number of attempts while throttled or while the circuit is open', () => {
    expect(retryWait({ ...failed, error: error(429), attempts: 9, retries: 9 }, settings, half)).toBe(10);
    const waiting = { ...failed, error: error(500), attempts: 9, retries: 9, circuitOpen: true };
    expect(retryWait(waiting, settings, half)).toBe(0);
  });

  it('is none where no retries are wanted', () => {
    expect(retryWait({ ...failed, error: error(429) }, { ...settings, maxRetries: 0 }, half)).toBeNull();
  });
});
