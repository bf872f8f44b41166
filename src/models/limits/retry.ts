/** Whether, and after how long, a failed request is sent again. */
import type { ChatModelConfig } from '../../config/schema.ts';
import { ModelCallError } from '../../errors.ts';
import type { Random } from '../../common/random.ts';
import { LONGEST_WAIT_SECONDS } from '../openai/openai-fetch.ts';

const FIRST_BACKOFF_SECONDS = 0.5;
const LONGEST_BACKOFF_SECONDS = 20;
const TOO_MANY_REQUESTS = 429;

export type RetrySettings = Pick<ChatModelConfig, 'maxRetries' | 'maxRetrySeconds'>;

export interface FailedAttempt {
  error: unknown;
  attempts: number;
  /** Those of them that count as retries; see {@link countsAsRetry}. */
  retries: number;
  elapsedSeconds: number;
  circuitOpen: boolean;
}

/**
 * Exponential backoff with full jitter: uniform between 0 and 0.5 · 2^attempts seconds, at most 20
 * (Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015).
 */
export function backoffSeconds(attempts: number, random: Random): number {
  return random() * Math.min(LONGEST_BACKOFF_SECONDS, FIRST_BACKOFF_SECONDS * 2 ** attempts);
}

/** Whether a failure means that requests come too fast, rather than a fault of the request or the service. */
export function isThrottled(error: unknown): boolean {
  return error instanceof ModelCallError && error.retryable && error.status === TOO_MANY_REQUESTS;
}

/** Whether a failure is the service's own: no answer, none that can be read, or status 408 or 5xx. */
export function isServiceFailure(error: unknown): boolean {
  return error instanceof ModelCallError && error.retryable && !isThrottled(error) && error.status !== 409;
}

/** Whether the attempt after this failure counts as a retry: being throttled or waiting for a service does not. */
export function countsAsRetry({ error, circuitOpen }: Pick<FailedAttempt, 'error' | 'circuitOpen'>): boolean {
  return !isThrottled(error) && !circuitOpen;
}

/** Seconds to wait before the next attempt; null for no further attempt. */
export function retryWait(
  { error, attempts, retries, elapsedSeconds, circuitOpen }: FailedAttempt,
  { maxRetries, maxRetrySeconds }: RetrySettings,
  random: Random,
): number | null {
  if (!(error instanceof ModelCallError) || !error.retryable || maxRetries === 0) return null;
  if (countsAsRetry({ error, circuitOpen }) && retries >= maxRetries) return null;
  const asked = error.retryAfterSeconds;
  if (asked !== null && asked > LONGEST_WAIT_SECONDS) return null;
  const wait = asked ?? (circuitOpen ? 0 : backoffSeconds(attempts, random));
  return elapsedSeconds + wait > maxRetrySeconds ? null : wait;
}
