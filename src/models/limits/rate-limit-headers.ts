/** Rate limits reported in response headers. */

export interface Allowance {
  /** Units a window. */
  limit: number;
  remaining: number;
  /** Seconds until all of them are back. */
  resetSeconds: number;
}

/** Null where the service does not report it. */
export interface RateLimits {
  requests: Allowance | null;
  tokens: Allowance | null;
}

/**
 * Reads `x-ratelimit-{limit,remaining,reset}-{requests,tokens}` (OpenAI and most others); names without an ending
 * are those of requests.
 */
export function rateLimitsOf(headers: Headers, now = Date.now()): RateLimits {
  const allowance = (ending: string): Allowance | null => {
    const limit = Number.parseFloat(headers.get(`x-ratelimit-limit${ending}`) ?? '');
    const remaining = Number.parseFloat(headers.get(`x-ratelimit-remaining${ending}`) ?? '');
    const resetSeconds = secondsOf(headers.get(`x-ratelimit-reset${ending}`) ?? '', now);
    return limit > 0 && remaining >= 0 && resetSeconds !== null ? { limit, remaining, resetSeconds } : null;
  };
  return { requests: allowance('-requests') ?? allowance(''), tokens: allowance('-tokens') };
}

/** Seconds until `needed` units are there, if units come back evenly. At most the whole window is waited for. */
export function secondsUntil({ limit, remaining, resetSeconds }: Allowance, needed: number): number {
  const missing = Math.min(needed, limit) - remaining;
  return missing <= 0 ? 0 : (resetSeconds * missing) / (limit - remaining);
}

/** Larger numbers are points in time since 1970 (in seconds, or milliseconds above the next), not durations. */
const FIRST_MOMENT = 1e9;
const FIRST_MILLISECOND_MOMENT = 1e12;
const UNIT_SECONDS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400 };

/** Seconds from now in any of the forms services use: `1m2.5s`, `20ms`, `30`, a Unix time, a date. */
export function secondsOf(text: string, now: number): number | null {
  const value = text.trim();
  if (/^(\d+(\.\d+)?(ms|[smhd]))+$/.test(value)) {
    const parts = [...value.matchAll(/(\d+(?:\.\d+)?)(ms|[smhd])/g)];
    return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNIT_SECONDS[String(unit)] ?? 0), 0);
  }
  if (/^\d+(\.\d+)?$/.test(value)) {
    const number = Number(value);
    if (number < FIRST_MOMENT) return number;
    return Math.max(0, (number < FIRST_MILLISECOND_MOMENT ? number : number / 1000) - now / 1000);
  }
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? null : Math.max(0, (moment - now) / 1000);
}
