/** Evidence on the facts of a response from samples and reverse tasks. */
import type { ResponseId, Span } from './given-passage.ts';

/** The vote of one sample on one triple of the original (paper 3.3, Eq. 2). */
export interface SampleVote {
  responseId: ResponseId;
  /** An aligned triple (same head, cos(r_i, r_ij) > θ_r) repeats the tail (cos > θ_t): +1. */
  repeated: boolean;
  /** An unaligned triple (same head, other relation) has the same tail: −1. */
  risk: boolean;
  /** Aligned triples exist on a single-valued relation and none repeats the tail: optional −1. */
  conflict: boolean;
  /** The deciding triple of the sample, if any. */
  tripleId: string | null;
  /** cos of the two tail states for that triple. */
  tailSimilarity: number | null;
  /** Numbers of triples that repeat the tail and of risks, where each counts; absent where only one per kind counts. */
  pairs?: { repeated: number; risk: number };
}

/** Consistency of one triple of the original with every sample. */
export interface TripleConsistency {
  tripleId: string;
  votes: SampleVote[];
}

/** The three reverse tasks (paper 3.4): HEQA, RR, FTSTE. */
export const TASKS = ['head', 'relation', 'tail'] as const;
export type Task = (typeof TASKS)[number];

/** Why a score is missing. */
export type MissingReason =
  | 'disabled'
  | 'no-samples'
  | 'no-sample-answers'
  | 'refused'
  | 'unparsable'
  | 'truncated'
  | 'no-distractors'
  | 'no-question'
  /** Of HEQA: more than one head fits. Of a blind answer: it can be right beside the fact. */
  | 'several-answers'
  /** HEQA: the question would contain its answer. */
  | 'names-itself'
  /** RR: head and tail do not determine the relation. */
  | 'undecidable'
  /** Another question in the same request would reveal the answer. */
  | 'given-away'
  | 'abstained'
  | 'not-applicable'
  | 'call-failed'
  /** internal error */
  | 'defect'
  | 'no-reference'
  | 'no-tokens'
  | 'unaligned-tokens'
  | 'no-entity';

/** A support score, or the reason there is none. */
export interface ComponentScore {
  value: number | null;
  reason: MissingReason | null;
}

/** One answer to a reverse task. */
export interface Draw {
  answer: string;
  /** Whether the answer restores the masked part; null when undecided. */
  match: boolean | null;
  matchedBy: 'normalised' | 'judge' | null;
  /** Of a blind answer: as the model states it, in [0, 1]. */
  confidence?: number;
  /** Of a blind answer. */
  outcome?: BlindOutcome;
}

/**
 * How a blind answer stands to the tail of the fact: the same, another that can be right beside it, or one that the fact
 * cannot be right with; that nothing can stand there; or none.
 */
export type BlindOutcome = 'same' | 'compatible' | 'excludes' | 'wrong-premise' | 'unknown';

/** One reverse task on one triple: `value` = matching draws ÷ judged draws, in [0, 1]. */
export interface TaskResult extends ComponentScore {
  /** The question, masked triple or list of options as put to the model; null where no model was asked. */
  asked: string | null;
  draws: Draw[];
  /** The unusable answer of a model that was to write a question or a judgement. */
  raw?: string;
}

/** Reverse verification of one triple of the original. */
export interface TripleVerification {
  tripleId: string;
  /** Whether the triple passed the fact filter f_t (supported by all samples). */
  inFactFilter: boolean;
  /** The statement of each sample on the fact, read by a model, in order; absent where none was asked. */
  statements?: SampleStatement[];
  /** Why there are no statements, where a model was asked. */
  noStatements?: MissingReason;
  /** S_q, from blind answers (verification/blind-answers.ts); absent where nobody is asked blindly. */
  answered?: TaskResult;
  head: TaskResult;
  relation: TaskResult;
  tail: TaskResult;
}

/** Relation of a sample to a fact; `holds`: it has the words and values of the fact, possibly in another statement. */
export type Stance = 'repeats' | 'holds' | 'contradicts' | 'silent' | 'incomparable';

/**
 * Kinds of words that are compared like values: roles, sorts of things, words with an opposite, negated words, and
 * who did something to whom.
 */
const WORD_KINDS = ['role', 'sort', 'opposite', 'negation', 'order'] as const;

/** Kinds of values; only values of one kind are compared. */
export type ValueKind =
  | 'year'
  | 'decade'
  | 'century'
  | 'date'
  | 'quantity'
  | 'ordinal'
  | 'place'
  | 'people'
  | 'name'
  | (typeof WORD_KINDS)[number];
export const isWordKind = (kind: ValueKind): boolean => (WORD_KINDS as readonly ValueKind[]).includes(kind);

/** The statement of one sample on one fact, and its place. */
export interface SampleStatement {
  responseId: ResponseId;
  says: Stance;
  /** Share of the fact's words that occur in the sample, in [0, 1]; null where the fact has no content words. */
  coverage: number | null;
  /** Of a contradiction: the kind of value, the fact's value, the sample's, and the sentence of the sample. */
  kind: ValueKind | null;
  value: string | null;
  instead: string | null;
  quote: Span | null;
  /** Of a contradiction: similarity of the contexts of the two values, in [0, 1]. */
  likeness: number | null;
}

/** Sample agreement of one triple or one sentence, measured on whole sample sentences. */
export interface Agreement {
  /** Co-occurrence of its words in the samples' sentences, log-scaled: 1 everywhere, 0 nowhere. */
  support: ComponentScore;
  /** Its years and numbers compared with those of the samples in the same context: 1 agree, 0 contradict. */
  numbers: ComponentScore;
  /** Agreement of the samples among themselves on those years: 1 on one value, 0 on all different. */
  spread: ComponentScore;
  /** Its words that no sample holds, in their order. */
  unsupported: string[];
  /**
   * Of a sentence: the largest weighted share of its words in one sample, in [0, 1]; null without content words.
   * Absent in old records.
   */
  held?: number | null;
  /** Of a triple: the statement of each sample on it, in order. */
  statements?: SampleStatement[];
}

/** Sample agreement over a whole passage. */
export interface PassageAgreement {
  /** Agreement of the samples with each other, independent of the response; one number per passage. */
  agreement: ComponentScore;
  /** Common ground of the samples; one number per passage. */
  commonGround: ComponentScore;
  /** Similarity of samples j and k, in [0, 1]: row j has k = j + 1 and on. */
  alike?: number[][];
  /** Of the sentences of the samples, each sample against the others, on average; absent where it counts for nothing. */
  mutual?: Omit<Agreement, 'unsupported'>;
  /** By id of the original's triples. */
  triples: Record<string, Agreement>;
  /** One for each sentence of the response, in order; used where a sentence holds no triple. */
  sentences: Agreement[];
  /** One for each of the caller's claims, in order. */
  claims: Agreement[];
}
