/** Sums of token and request counts. */
import type { PurposeUsage, Usage } from '../../passage.ts';

export const ZERO_USAGE: Usage = Object.freeze({ requests: 0, inputTokens: 0, outputTokens: 0 });

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    requests: a.requests + b.requests,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
  };
}

/** Two costs together, in US dollars; null where one is not known. */
export function addCost(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other;
}

/** Adds what the calls for each purpose of `more` came to. */
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
