/** Token and request counts: validation and sums. */
import type { PurposeUsage, Usage } from '../../passage.ts';

export const ZERO_USAGE: Usage = Object.freeze({ requests: 0, inputTokens: 0, outputTokens: 0 });

/** Upper bound of a count in one request, so that sums stay exact. */
const MOST_TOKENS = 1e9;

/** A token count as sent by a service; 0 for anything invalid: absent, negative, a text, not whole. */
export const sentTokens = (count: unknown): number =>
  Number.isSafeInteger(count) && (count as number) >= 0 && (count as number) <= MOST_TOKENS
    ? (count as number)
    : 0;

/** The usage of one request, by counts as a service sent them. */
export const requestUsage = (inputTokens: unknown, outputTokens: unknown): Usage => ({
  requests: 1,
  inputTokens: sentTokens(inputTokens),
  outputTokens: sentTokens(outputTokens),
});

/** Validates counts from outside: impossible ones become 0 and are marked as an estimate. */
export function validUsage({ requests, inputTokens, outputTokens, estimated }: UnsureUsage): Usage {
  const count = (amount: unknown) => (isAmount(amount) ? amount : 0);
  const isEstimate = estimated === true || ![requests, inputTokens, outputTokens].every(isAmount);
  return {
    ...{ requests: count(requests), inputTokens: count(inputTokens), outputTokens: count(outputTokens) },
    ...(isEstimate && { estimated: true }),
  };
}

type UnsureUsage = { readonly [field in keyof Usage]?: unknown };

const isAmount = (count: unknown): count is number => Number.isFinite(count) && (count as number) >= 0;

export function addUsage(one: Usage, other: Usage): Usage {
  const [a, b] = [validUsage(one), validUsage(other)];
  return {
    requests: a.requests + b.requests,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    ...((a.estimated || b.estimated) && { estimated: true }),
  };
}

/** Sum of two costs in US dollars; null where one is unknown. */
export function addCost(one: number | null, other: number | null): number | null {
  return isAmount(one) && isAmount(other) ? one + other : null;
}

export function addPurposes(
  sums: Map<string, PurposeUsage>,
  more: Readonly<Record<string, PurposeUsage>>,
): void {
  for (const [purpose, used] of Object.entries(more)) {
    const { usd = null } = used;
    const before = sums.get(purpose) ?? { ...ZERO_USAGE, usd: 0 };
    sums.set(purpose, { ...addUsage(before, used), usd: addCost(before.usd ?? null, usd) });
  }
}
