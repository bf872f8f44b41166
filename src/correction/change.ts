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
  /** no two samples, or no majority of them, agree on another value */
  | 'no-majority'
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
  | 'outside-changed';

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
}

/** Another value for a triple, or why there is none. */
export type Proposal = { value: ProposedValue; reason: null } | { value: null; reason: NotProposedReason };

export interface ProposedValue {
  parts: TripleParts;
  /** What differs, as it would stand in a text. */
  surface: { old: string; new: string };
}

export const notProposed = (reason: NotProposedReason): Proposal => ({ value: null, reason });
