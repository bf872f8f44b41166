/** The result type of all loaders: a passage with its gold labels. */
import type { Passage, ReferenceLabel, Span } from '../src/passage.ts';

export type GoldLabel = 'factual' | 'non-factual';

export interface LabelledSentence {
  span: Span;
  label: GoldLabel;
  /** Degree of inaccuracy, in [0, 1]. In WikiBio 0 accurate, 0.5 minor inaccuracy, 1 major inaccuracy. */
  score: number;
}

export interface LabelledClaim {
  text: string;
  /** Null for a claim without a label, which no metric counts. */
  label: GoldLabel | null;
}

/** A hallucinated stretch of the response, marked by people (RAGTruth). */
export interface LabelledSpan extends Span {
  /** `conflict`: the source contradicts it; `baseless`: the source does not contain it. */
  type: 'conflict' | 'baseless';
  degree: 'evident' | 'subtle';
  /** True in the world, though not in the source. */
  implicitTrue: boolean;
  /** Treats a value missing in the source (null) as a no. */
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
  /** What a method may see. */
  passage: Passage;
  /** `non-factual` is the positive class; null where the file has no label. */
  label: GoldLabel | null;
  /** Gold sentences in order, where the data set labels sentences; `passage.sentences` holds the same spans. */
  sentences?: LabelledSentence[];
  /** Same order and number as `passage.claims`; absent where no claim has a label. */
  claims?: LabelledClaim[];
  /** Gold spans in order of their start, they may overlap; absent where the data set marks none, empty where none is wrong. */
  spans?: LabelledSpan[];
  /** Triples to compare an extractor with; absent where the data set has none. */
  triples?: LabelledTriplet[];
  /** The part of the data set, where there are several. */
  group?: string;
  /** The model that wrote the response, where the data set has several. */
  model?: string;
  /** A defect of the response as a whole, as noted by its annotators, such as `truncated`. */
  flaw?: string;
  /** Short correct answers to the prompt; each of them is right. */
  answers?: string[];
}
