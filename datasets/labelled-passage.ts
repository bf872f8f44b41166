/** The one type every loader gives: a passage as the method sees it, with the gold labels beside it. */
import type { Passage, Span } from '../src/passage.ts';

export type GoldLabel = 'factual' | 'non-factual';

/** The gold label of one sentence of the response. */
export interface LabelledSentence {
  /** Where it stands in `passage.response`. */
  span: Span;
  label: GoldLabel;
  /** How wrong it is: 0 accurate, 0.5 minor inaccuracy, 1 major inaccuracy. */
  score: 0 | 0.5 | 1;
}

export interface LabelledPassage {
  /** All that a method may see. */
  passage: Passage;
  /** `non-factual` is the positive class; null where the file holds no label. */
  label: GoldLabel | null;
  /** Gold sentences in order, where the data set labels sentences; `passage.sentences` holds the same spans. */
  sentences?: LabelledSentence[];
  /** The part of the data set it belongs to, where there are several. */
  group?: string;
}
