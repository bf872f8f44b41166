/** How long a call waits for a guard, and how much a guard may ask for. */
import { withTimeLimit } from '../common/call-signal.ts';
import type { Usage } from '../passage.ts';
import type { GuardOptions } from './guard-settings.ts';

/** Why an answer passes without a verdict; ends up in its `note`. */
export class Unjudged extends Error {}

export type WithinTime = <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/**
 * Limits the total time of several pieces of work, which throw {@link Unjudged} once it is used up, also where they
 * blocked this thread beyond it and then came to a result.
 */
export function timeLimit(milliseconds: number, caller: AbortSignal | undefined): WithinTime {
  let left = milliseconds;
  return async (work) => {
    const begun = performance.now();
    const late = new Unjudged('time limit');
    try {
      const result = await withTimeLimit({ milliseconds: left, late, signal: caller }, work);
      if (performance.now() - begun > left) throw late;
      return result;
    } finally {
      left -= performance.now() - begun;
    }
  };
}

export type GuardBudget = ReturnType<typeof guardBudget>;

export function guardBudget(limits: NonNullable<GuardOptions['budget']>) {
  const { requests: most = Number.POSITIVE_INFINITY, tokens = Number.POSITIVE_INFINITY } = limits;
  const used = { requests: 0, tokens: 0 };
  let detectorAsks = false;
  return {
    /**
     * Reserves requests before an answer is judged.
     *
     * @throws Unjudged when they exceed the limit or leave no room for the detector's own, or the tokens are used up
     */
    reserve(requests: number): void {
      const needed = requests + (detectorAsks ? 1 : 0);
      if (needed > 0 && (used.requests + needed > most || used.tokens >= tokens))
        throw new Unjudged('budget used up');
      used.requests += requests;
    },
    /** Counts the tokens of reserved requests. */
    spendTokens({ inputTokens, outputTokens }: Pick<Usage, 'inputTokens' | 'outputTokens'>): void {
      used.tokens += inputTokens + outputTokens;
    },
    /** Counts what the detector asked for a verdict, which is not known before. */
    spendOnVerdict({ requests, ...tokens }: Usage): void {
      detectorAsks ||= requests > 0;
      used.requests += requests;
      this.spendTokens(tokens);
    },
  };
}
