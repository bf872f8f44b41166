/**
 * When the next request may be sent.
 *
 * Requests and tokens a minute are spaced evenly (the generic cell rate algorithm with a burst of one), so that no
 * minute holds more than its share. Limits reported by the service, and `retry-after`, can only add delay. All times
 * are milliseconds of one clock.
 */
import type { ChatModelConfig } from '../../config/schema.ts';
import { type RateLimits, secondsUntil } from './rate-limit-headers.ts';

const MINUTE = 60_000;

export type RateSettings = Pick<ChatModelConfig, 'requestsPerMinute' | 'tokensPerMinute'>;

export class RateLimit {
  readonly #settings: RateSettings;
  #nextRequest = 0;
  #nextTokens = 0;
  #notBefore = 0;

  constructor(settings: RateSettings) {
    this.#settings = settings;
  }

  /** Milliseconds until a request may be sent; 0 for now. */
  wait(now: number): number {
    return Math.max(0, this.#nextRequest - now, this.#nextTokens - now, this.#notBefore - now);
  }

  /** Counts a request of `tokens` (an estimate) that is sent now. @param share of the configured rates, in (0, 1] */
  take(tokens: number, share: number, now: number): void {
    this.#nextRequest = Math.max(now, this.#nextRequest) + this.#time(1, 'requestsPerMinute') / share;
    this.#nextTokens = Math.max(now, this.#nextTokens) + this.#time(tokens, 'tokensPerMinute') / share;
  }

  /** Corrects an estimate by the actual tokens of the request. */
  settle(estimated: number, tokens: number): void {
    this.#nextTokens += this.#time(tokens - estimated, 'tokensPerMinute');
  }

  /** Waits for a service limit that leaves no room for another request of `tokens`. */
  observe({ requests, tokens: tokenLimit }: RateLimits, tokens: number, now: number): void {
    const seconds = Math.max(
      requests === null ? 0 : secondsUntil(requests, 1),
      tokenLimit === null ? 0 : secondsUntil(tokenLimit, tokens),
    );
    this.pause(Math.min(seconds, LONGEST_PAUSE_SECONDS), now);
  }

  pause(seconds: number, now: number): void {
    this.#notBefore = Math.max(this.#notBefore, now + seconds * 1000);
  }

  #time(units: number, rate: keyof RateSettings): number {
    const perMinute = this.#settings[rate];
    return perMinute === undefined ? 0 : (units * MINUTE) / perMinute;
  }
}

/** Longest wait for a reported limit; after that a request is sent to find out. */
const LONGEST_PAUSE_SECONDS = 60;
