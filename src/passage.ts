/**
 * The records that travel through a run, in the order they are made:
 * passage -> segmentations -> identity -> consistency, verification, agreement -> verdict.
 *
 * All of them are plain JSON. A missing score is `null` with a reason, never NaN and never 0. Scores are
 * *support*: 1 means supported, 0 unsupported.
 */
import { ORIGINAL, type Passage } from './records/given-passage.ts';
import type { PassageJudgement, PassageReference, PassageUncertainty } from './records/response-evidence.ts';
import type { Identity, Segmentation } from './records/response-facts.ts';
import type {
  MissingReason,
  PassageAgreement,
  TripleConsistency,
  TripleVerification,
} from './records/sample-evidence.ts';
import type {
  CallRecord,
  ClaimVerdict,
  Family,
  Label,
  SentenceVerdict,
  SpanVerdict,
  TripleVerdict,
  Usage,
} from './records/verdict-records.ts';

export * from './records/given-passage.ts';
export * from './records/response-facts.ts';
export * from './records/sample-evidence.ts';
export * from './records/verdict-records.ts';
export * from './records/response-evidence.ts';

/** The intermediate records of one passage, kept so that a run can be rescored, explained and audited. */
export interface Trace {
  segmentations: Segmentation[];
  identity: Identity;
  consistency: TripleConsistency[];
  verification: TripleVerification[];
  agreement: PassageAgreement | null;
  /** Absent where nobody is asked outright. */
  judgement?: PassageJudgement;
  /** Absent where nothing is checked against a reference. */
  reference?: PassageReference;
  /** Absent where token probabilities are not looked at. */
  uncertainty?: PassageUncertainty;
  /** Spans a model was asked for; null with a reason where it gave none that can be used. Absent where none was. */
  spans?: { value: SpanVerdict[] | null; reason: MissingReason | null; raw?: string };
  /** What other encoders make of the same graphs; recorded on request, so that ablations need no further call. */
  encoders?: Partial<Record<EncoderKind, EncoderRecord>>;
}

/** Of a passage that is not judged, or not by samples. */
export const EMPTY_TRACE: Trace = {
  segmentations: [],
  identity: { entities: [], relations: [] },
  consistency: [],
  verification: [],
  agreement: null,
};

/** The segmentation of the response under evaluation. */
export const originalOf = ({ segmentations }: Pick<Trace, 'segmentations'>): Segmentation | undefined =>
  segmentations.find(({ responseId }) => responseId === ORIGINAL);

/** `gcn` ignores relations, `identity` passes no messages. */
export type EncoderKind = 'rgcn' | 'gcn' | 'identity';

export interface EncoderRecord {
  consistency: TripleConsistency[];
  /**
   * Cosine of each node of the response's graph with its neighbours (paper Table 3): mean and smallest over the
   * edges; null where the graph has no edge between two different nodes.
   */
  neighbours: { mean: number; min: number } | null;
}

/** How much of the response the verdict rests on. */
export interface Coverage {
  /** Triples with a score ÷ triples found; null without triples. */
  triples: number | null;
  /** Sentences with at least one located triple that has a score and is neither `unsure` nor `unsupported` ÷ sentences; null without these. */
  sentences: number | null;
}

/** Why a passage in which no error was found is `unsure`. */
export interface Unsure {
  reason: 'coverage' | 'few-samples' | 'unlike-samples' | 'little-confirmed';
  detail: string;
}

/** A passage that could not be scored, and why. */
export interface Abstention {
  reason:
    | 'empty'
    | 'refusal'
    | 'non-english'
    | 'no-triples'
    | 'failed'
    /** internal error */
    | 'defect'
    | 'no-samples'
    | 'no-reference'
    | 'no-scores';
  detail: string;
}

/** The result for one passage. */
export interface PassageVerdict {
  passage: Passage;
  /** Support, the one direction of scores: 1 = supported, 0 = contradicted; null when abstained. */
  score: number | null;
  label: Label;
  /**
   * The passage score that the parts of each family with a weight give by themselves; null for one that has none.
   * Absent where a single family has a weight.
   */
  families?: Partial<Record<Family, number | null>>;
  /** Calibrated probability of being hallucinated; null without a calibration or a score. */
  probability: number | null;
  abstention: Abstention | null;
  /** Null unless `label` is `unsure`. */
  unsure: Unsure | null;
  /** The threshold on `score` that decided, below which a passage is hallucinated; null when not yet known. */
  threshold: number | null;
  coverage: Coverage;
  /** `German`: read sentence by sentence, without grammar; absent where it was read as English or by a model. */
  language?: string;
  triples: TripleVerdict[];
  sentences: SentenceVerdict[];
  /** One for each claim the passage brings; empty without. */
  claims: ClaimVerdict[];
  /** Hallucinated stretches of the response, in order, none overlapping; absent where they were not asked for. */
  spans?: SpanVerdict[];
  usage: Usage;
  /** The same by purpose, with its price; absent where no model is asked. */
  calls?: CallRecord;
  trace: Trace;
}
