/** The verdict on a response: labels and reasons of its parts, and its costs. */
import type { ResponseId, Span } from './given-passage.ts';
import type { Triple } from './response-facts.ts';
import type { ComponentScore } from './sample-evidence.ts';

/** The parts of a score by their evidence: the model and its samples, reference texts, token probabilities. */
export const FAMILIES = {
  /** The first four are Eq. 3's; then the samples' statements, the judge, blind answers, and sample agreement. */
  zeroResource: [
    'head',
    'relation',
    'tail',
    'consistency',
    'stated',
    'judged',
    'answered',
    'support',
    'numbers',
    'spread',
    'agreement',
    'commonGround',
  ],
  reference: ['reference'],
  tokens: ['tokens'],
} as const;

/** The parts a score is made of. */
export const COMPONENTS = [...FAMILIES.zeroResource, ...FAMILIES.reference, ...FAMILIES.tokens] as const;
export type Component = (typeof COMPONENTS)[number];
export type Family = keyof typeof FAMILIES;

export type Components = Record<Component, ComponentScore>;

/**
 * Of a passage, sentence, fact or claim; the consistency of labels within a verdict is in scoring/levels.ts.
 *
 * `unsure`: no error was found, but the evidence does not suffice for `factual`. `unsupported`: of a fact or
 * sentence: no sample mentions it, in a passage of which they mention other facts, or a checker without a model does not find it in
 * the references. `undecided`: scored, but the
 * threshold rule needs the whole data set and has not been applied yet.
 */
export type Label = 'factual' | 'unsure' | 'unsupported' | 'hallucinated' | 'abstained' | 'undecided';

type ReasonKind =
  /** Samples give `instead` in place of `value`. */
  | 'samples-contradict'
  /** The same, where this does not suffice to call the fact hallucinated. */
  | 'samples-disagree'
  | 'samples-repeat'
  /** Samples have the words of the fact, possibly in another statement. */
  | 'samples-hold'
  | 'samples-silent'
  /** No sample contradicts the fact. */
  | 'samples-incomparable'
  /** Few of them hold the words `value`, which `, ` parts. */
  | 'no-sample-holds'
  | 'reference-supports'
  | 'reference-silent'
  | 'reference-contradicts'
  /** Triples of samples repeat it, have the tail `instead`, or the same tail with another relation. */
  | 'triples-repeat'
  | 'no-triple-repeats'
  | 'triples-differ'
  | 'triples-relate-otherwise'
  /** A reverse task (`note`) gave `instead` in the share `weight` of its `of` answers. */
  | 'rebuilt-otherwise'
  /** The judge calls it wrong (with `instead` if it names a value), right, or undecided; `weight` is its confidence. */
  | 'judged-wrong'
  | 'judged-right'
  | 'judge-cannot-tell'
  /** Asked blindly, the model answers `value`; `instead`, or that nothing fits (null); nothing that tells. */
  | 'answered-same'
  | 'answered-otherwise'
  | 'answered-open'
  /** The model gave the entity `value` a low probability, see `note`. */
  | 'model-unsure';

/** Evidence for or against one fact. */
export interface Reason {
  kind: ReasonKind;
  /** The samples it comes from; empty for a reference or a model. */
  samples: ResponseId[];
  /** The total number of samples, or of answers of a model. */
  of: number;
  /** How many samples the passage brings, where some cannot be compared with; else absent. */
  brought?: number;
  /** The fact's value that is in question. */
  value: string | null;
  /** The alternative value that most samples give. */
  instead: string | null;
  /** Alternative values of fewer samples, the most frequent first; absent for none. */
  others?: { value: string | null; instead: string | null; samples: ResponseId[] }[];
  note: string | null;
  /** The supporting place in a sample (by id) or a reference (by name). */
  quote: (Span & { source: string; text: string }) | null;
  /** Share of the samples or answers with this reason, in [0, 1]. */
  weight: number;
}

/** The verdict on one triple of the response. */
export interface TripleVerdict {
  triple: Triple;
  /** F of Eq. 3, or of the evidence on the fact itself, by `scoring.facts`: high = factual; null without evidence. */
  score: number | null;
  label: Label;
  /** Calibrated probability of being hallucinated; null without a calibration or a score. */
  probability: number | null;
  components: Components;
  /** Supporting and contradicting evidence, with places. */
  reasons: Reason[];
  evidence: string[];
}

/** The verdict on one sentence of the response. */
export interface SentenceVerdict {
  span: Span;
  score: number | null;
  label: Label;
  /** As for a triple. */
  probability: number | null;
  /** The source of the score: its triples (and its own evidence), its own evidence alone, or the passage. */
  source: 'triples' | 'sentence' | 'passage' | 'none';
  tripleIds: string[];
}

/** The verdict on one of the caller's claims. */
export interface ClaimVerdict {
  text: string;
  score: number | null;
  label: Label;
  /** As for a triple. */
  probability: number | null;
  /** The source of the score: triples in the claim (and its own agreement), its own agreement alone, or the passage. */
  source: 'triples' | 'claim' | 'passage' | 'none';
}

/** A stretch of the response that is labelled as a hallucination (RAGTruth). */
export interface SpanVerdict extends Span {
  /** `conflict`: contradicted by the reference or the samples; `baseless`: not supported by them. */
  type: 'conflict' | 'baseless';
  /** The source: triples, a whole sentence, or a model asked for spans. */
  source: 'triples' | 'sentence' | 'model';
  tripleIds: string[];
}

/** Tokens and requests of model calls. */
export interface Usage {
  requests: number;
  inputTokens: number;
  outputTokens: number;
  /** Some token counts are estimates, since a service sent none, or impossible ones. */
  estimated?: true;
}

/** Costs of the calls for one purpose. */
export interface PurposeUsage extends Usage {
  /** US dollars; null or absent where the price of a model is not known. */
  usd?: number | null;
}

/** Costs of the calls of a passage, by purpose. */
export interface CallRecord {
  /** US dollars; null where the price of a model is not known. Answers from the cache cost nothing. */
  usd: number | null;
  /** By the name of the prompt, in alphabetical order for each model. */
  byPurpose: Record<string, PurposeUsage>;
}
