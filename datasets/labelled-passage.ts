/** The result type of all loaders, a passage with its gold labels, and the schemas of labels in records. */
import { z } from 'zod';
import { type Passage, type Span, spanSchema } from '../src/passage.ts';
import { nonBlankText, wellFormedText } from './row.ts';

export const goldLabelSchema = z.enum(['factual', 'non-factual']);
export type GoldLabel = z.infer<typeof goldLabelSchema>;
export const nullableLabelSchema = goldLabelSchema.nullable().default(null);

export interface LabelledSentence {
  span: Span;
  label: GoldLabel;
  /** Degree of inaccuracy, in [0, 1]. In WikiBio 0 accurate, 0.5 minor inaccuracy, 1 major inaccuracy. */
  score: number;
}

/** No metric counts a claim without a label. */
export const claimSchema = z.preprocess(
  (value) => (typeof value === 'string' ? { text: value } : value),
  z.object({ text: nonBlankText, label: nullableLabelSchema }),
);
export type LabelledClaim = z.infer<typeof claimSchema>;

/** Null counts as missing. */
const withDefault = <T>(field: z.ZodType<T>, otherwise: T) =>
  field.nullish().transform((value) => value ?? otherwise);

/** A hallucinated stretch of the response, marked by people (RAGTruth). */
export const goldSpanSchema = spanSchema.extend({
  /** `conflict`: the source contradicts it; `baseless`: the source does not contain it. */
  type: z.enum(['conflict', 'baseless']),
  degree: withDefault(z.enum(['evident', 'subtle']), 'evident'),
  /** True in the world, though not in the source. */
  implicitTrue: withDefault(z.boolean(), false),
  /** Treats a value missing in the source (null) as a no. */
  dueToNull: withDefault(z.boolean(), false),
});
export type LabelledSpan = z.infer<typeof goldSpanSchema>;

/** A triple that somebody else extracted from the response, with a label against the reference (RefChecker). */
export const tripletSchema = z.object({
  head: wellFormedText,
  relation: wellFormedText,
  tail: wellFormedText,
  label: z.enum(['entailment', 'neutral', 'contradiction']).nullable().default(null),
});
export type LabelledTriplet = z.infer<typeof tripletSchema>;

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
