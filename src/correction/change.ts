/** What becomes of each fact that a correction is asked for. */
import type { UnusableReason } from '../models/ask.ts';
import type { TripleParts } from '../triples/triple-parts.ts';

/** Why there is no other value to put in. */
export type NotProposedReason =
  | UnusableReason
  /** neither references nor samples */
  | 'nothing-to-go-by'
  /** no samples, and references that only a model could read */
  | 'reference-unread'
  /** no sample gives another value */
  | 'no-value'
  /** samples give different ones, and no more of them one than another */
  | 'values-differ'
  /** one sample alone gives one */
  | 'one-sample'
  /** no fewer samples hold the old value */
  | 'old-value-held'
  /** the sentence states it as another fact already */
  | 'stated-already'
  /** samples contradict a part of a longer name, or what the fact does not hold word for word */
  | 'part-of-value'
  /** the prompt asks about the value that samples contradict */
  | 'asked-about'
  /** samples name the month alone, in the place of a day */
  | 'less-exact'
  /** the reference does not say, or does not hold what the model made of it */
  | 'not-in-reference'
  /** the reference says the same */
  | 'same-value';

/** Why a proposed value did not get into the text. */
export type RefusedReason =
  | UnusableReason
  /** the text does not show where it states the fact */
  | 'not-located'
  /** the old value does not stand in the text word for word, so it cannot be replaced without a model */
  | 'not-literal'
  /** another change is about the same words */
  | 'overlaps'
  | 'unchanged'
  | 'old-value-kept'
  | 'new-value-missing'
  /** another fact of the same sentence would go */
  | 'other-facts-lost'
  /** more words would change than the fact has */
  | 'too-much-changed'
  /** something outside the sentences of the fact would change */
  | 'outside-changed'
  /** with it the fact would be contradicted as well */
  | 'still-contradicted'
  /** with it another fact would be contradicted */
  | 'others-contradicted';

/** One flagged fact. `new` is null where nothing was proposed; `reason` is null where it was replaced. */
export interface TripleChange {
  /** Of the flagged triple of the original. */
  tripleId: string;
  old: TripleParts;
  new: TripleParts | null;
  /** What the new value was taken from. */
  source: 'reference' | 'samples' | null;
  status: 'replaced' | 'refused' | 'not-proposed';
  reason: NotProposedReason | RefusedReason | null;
  /** Where no value was proposed: those that samples give, each once. Absent where they give none. */
  given?: string[];
}

/** Another value for a triple, or why there is none. */
export type Proposal =
  | { value: ProposedValue; reason: null }
  | { value: null; reason: NotProposedReason; given?: string[] };

export interface ProposedValue {
  parts: TripleParts;
  /** What differs, as it would stand in a text. */
  surface: { old: string; new: string };
}

export const notProposed = (reason: NotProposedReason, given: readonly string[] = []): Proposal => ({
  ...{ value: null, reason },
  ...(given.length > 0 && { given: [...given] }),
});
