/** The outcome of a correction for each fact it was requested for. */
import type { UnusableReason } from '../models/ask.ts';
import type { TripleParts } from '../triples/triple-parts.ts';

/** Why no other value is proposed. */
export type NotProposedReason =
  | UnusableReason
  /** neither references nor samples */
  | 'nothing-to-go-by'
  /** no samples, and references that only a model could read */
  | 'reference-unread'
  /** no sample gives another value */
  | 'no-value'
  /** samples deny the clause, or turn it round */
  | 'clause-denied'
  /** samples give different ones, none more often than another */
  | 'values-differ'
  | 'one-sample'
  /** at least as many samples contain the old value */
  | 'old-value-held'
  | 'stated-already'
  /** samples contradict a part of a longer name, or something that the fact does not contain literally */
  | 'part-of-value'
  /** the prompt asks about the value that samples contradict */
  | 'asked-about'
  /** samples give only the month in place of a day */
  | 'less-exact'
  /** the reference does not mention it, or does not contain the model's answer */
  | 'not-in-reference'
  /** the reference says the same */
  | 'same-value';

/** Why a proposed value is not in the text. */
export type RefusedReason =
  | UnusableReason
  /** the text has no known place for the fact */
  | 'not-located'
  /** the old value does not occur literally in the text, so it cannot be replaced without a model */
  | 'not-literal'
  /** another change covers the same words */
  | 'overlaps'
  | 'unchanged'
  | 'old-value-kept'
  | 'new-value-missing'
  | 'other-facts-lost'
  | 'too-much-changed'
  | 'outside-changed'
  | 'still-contradicted'
  | 'others-contradicted';

/** One flagged fact. `new` is null where nothing was proposed; `reason` is null where it was replaced. */
export interface TripleChange {
  /** Id of the flagged triple of the original. */
  tripleId: string;
  old: TripleParts;
  new: TripleParts | null;
  source: 'reference' | 'samples' | null;
  status: 'replaced' | 'refused' | 'not-proposed';
  reason: NotProposedReason | RefusedReason | null;
  /** Where no value was proposed: the distinct values that samples give. Absent for none. */
  given?: string[];
}

/** Another value for a triple, or why there is none. */
export type Proposal =
  | { value: ProposedValue; reason: null }
  | { value: null; reason: NotProposedReason; given?: string[] };

export interface ProposedValue {
  parts: TripleParts;
  /** The difference, as it would be written in a text. */
  surface: { old: string; new: string };
}

export const notProposed = (reason: NotProposedReason, given: readonly string[] = []): Proposal => ({
  ...{ value: null, reason },
  ...(given.length > 0 && { given: [...given] }),
});
