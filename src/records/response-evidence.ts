/** Evidence on the statements of a response from references and token probabilities. */
import type { Span } from './given-passage.ts';
import type { ComponentScore } from './sample-evidence.ts';

/** Verdict of a checker on a statement, given reference texts (RefChecker, GraphEval). */
export type ReferenceLabel = 'entailment' | 'neutral' | 'contradiction';

/** The place in a reference that decided. */
export interface ReferenceEvidence {
  /** Position among the passage's `context`. */
  reference: number;
  span: Span;
}

/** One statement against the references: `value` is its support, 1 entailed, 0 contradicted or unfounded. */
export interface ReferenceCheck extends ComponentScore {
  label: ReferenceLabel | null;
  evidence: ReferenceEvidence | null;
  /** A short sentence for the user; null for none. */
  note: string | null;
  /** The contradicted value, and the value in the reference; absent where unknown. */
  conflict?: { value: string; instead: string };
  /** The raw answer of a model that could not be used. */
  raw?: string;
}

/** The statements of a passage against its references. */
export interface PassageReference {
  checker: string;
  /** By id of the original's triples. */
  triples: Record<string, ReferenceCheck>;
  /** One for each sentence of the response, in order. */
  sentences: ReferenceCheck[];
  /** One for each of the caller's claims, in order. */
  claims: ReferenceCheck[];
}

/** A named entity of the response and how sure the model was of its tokens (DRAD, RHD). */
export interface EntityUncertainty {
  text: string;
  span: Span;
  /** Mean probability of its tokens, in [0, 1]. */
  probability: number | null;
  /** Highest entropy of its tokens in nats: the lower bound from the known alternatives. */
  entropy: number | null;
  /** The upper bound, since only the likeliest alternatives are known; null for none. */
  entropyBound: number | null;
  /** Whether a threshold was passed; null where neither value is known. */
  hallucinated: boolean | null;
}

/** Token-probability evidence on a passage. Support: 1 certain, 0 uncertain. */
export interface PassageUncertainty {
  entities: EntityUncertainty[];
  /** By id of the original's triples. */
  triples: Record<string, ComponentScore>;
  /** One for each sentence of the response, in order. */
  sentences: ComponentScore[];
}

/** The judge's verdict on one fact; its value is that of all draws, averaged in log odds. */
export interface FactJudgement extends ComponentScore {
  tripleId: string;
  /** Of the first draw; null where it gave no usable answer. */
  verdict: 'right' | 'wrong' | 'cannot-tell' | null;
  /** The correct value, where the first draw that calls it wrong names one. */
  instead: string | null;
  /**
   * Probability that the fact is right, in [0, 1], of each deciding draw: more than one where several were requested.
   */
  draws: number[];
}

/** What the judge states of a sentence: the probability that it holds no error, averaged in log odds over the draws. */
export interface StatedSupport extends ComponentScore {
  /** Of each draw that has one; absent in records of older versions. */
  draws?: number[];
}

/** The judge's verdict on a response. */
export interface PassageJudgement {
  /** The judge, as in the description of a run. */
  judge: string;
  /** Of each sentence of the response, in order; absent in records of older versions. */
  sentences?: StatedSupport[];
  facts: FactJudgement[];
  /** An answer that could not be used. */
  raw?: string;
}
