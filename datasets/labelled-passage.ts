/** The one type every loader gives: a passage as the method sees it, with the gold labels beside it. */
import type { Passage, Span } from '../src/passage.ts';

export type GoldLabel = 'factual' | 'non-factual';

/** The gold label of one sentence of the response. */
export interface LabelledSentence {
  /** Where it stands in `passage.response`. */
  span: Span;
  label: GoldLabel;
  /** How wrong it is, in [0, 1]. In WikiBio 0 accurate, 0.5 minor inaccuracy, 1 major inaccuracy. */
  score: number;
}

/** The gold label of one of the passage's claims. */
export interface LabelledClaim {
  text: string;
  /** Null for a claim without a label, which no metric counts. */
  label: GoldLabel | null;
}

export interface LabelledPassage {
  /** All that a method may see. */
  passage: Passage;
  /** `non-factual` is the positive class; null where the file holds no label. */
  label: GoldLabel | null;
  /** Gold sentences in order, where the data set labels sentences; `passage.sentences` holds the same spans. */
  sentences?: LabelledSentence[];
  /** Same order and number as `passage.claims`; absent where no claim has a label. */
  claims?: LabelledClaim[];
  /** The part of the data set it belongs to, where there are several. */
  group?: string;
}
