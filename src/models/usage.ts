/** Sums of token and request counts. */
import type { Usage } from '../passage.ts';

export const ZERO_USAGE: Usage = Object.freeze({ requests: 0, inputTokens: 0, outputTokens: 0 });

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    requests: a.requests + b.requests,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
  };
}
