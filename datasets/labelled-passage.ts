/** The one type every loader gives: a passage as the method sees it, with the gold labels beside it. */
import type { Passage, ReferenceLabel, Span } from '../src/passage.ts';

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

/** A hallucinated stretch of the response, marked by people (RAGTruth). */
export interface LabelledSpan extends Span {
  /** `conflict`: the source says otherwise; `baseless`: it does not say it. */
  type: 'conflict' | 'baseless';
  degree: 'evident' | 'subtle';
  /** True in the world, though not in the source. */
  implicitTrue: boolean;
  /** Takes a value the source leaves open (null) for a no. */
  dueToNull: boolean;
}

/** A triple that somebody else extracted from the response, with a label against the reference (RefChecker). */
export interface LabelledTriplet {
  head: string;
  relation: string;
  tail: string;
  label: ReferenceLabel | null;
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
  /** Gold spans in order of their start, they may overlap; absent where the data set marks none, empty where none is wrong. */
  spans?: LabelledSpan[];
  /** Triples to compare an extractor with; absent where the data set has none. */
  triples?: LabelledTriplet[];
  /** The part of the data set it belongs to, where there are several. */
  group?: string;
  /** The model that wrote the response, where the data set has several. */
  model?: string;
  /** What is wrong with the response as a whole, where its annotators found it unfit: `truncated`, for one. */
  flaw?: string;
  /** What the prompt asks for, in short: each of these texts is right. */
  answers?: string[];
}
