/**
 * The records that travel through a run, in the order they are made:
 * passage -> segmentations -> identity -> consistency, verification, agreement -> verdict.
 *
 * All of them are plain JSON. A missing score is `null` with a reason, never NaN and never 0. Scores are
 * *support*: 1 means supported, 0 unsupported; one function in `scoring/` turns them into a hallucination score.
 */
import { z } from 'zod';

/** Half-open character range `[start, end)` in UTF-16 code units of the response it belongs to. */
export const spanSchema = z.object({ start: z.int().min(0), end: z.int().min(0) });
export type Span = z.infer<typeof spanSchema>;

const logProbability = z.number().max(0);

/** One generated token. */
export const tokenSchema = z.object({
  text: z.string(),
  /** Natural logarithm of its probability. */
  logprob: logProbability,
  /** The likeliest tokens in its place, itself among them or not. */
  top: z.preprocess(
    (value) => value ?? undefined,
    z.array(z.object({ text: z.string(), logprob: logProbability })).optional(),
  ),
});
export type Token = z.infer<typeof tokenSchema>;

/** One message of a conversation with a model. */
const messageSchema = z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() });
export type ChatMessage = z.infer<typeof messageSchema>;

/** @param text of a prompt or message */
export const promptOf = (text: z.ZodType<string>) =>
  z.union([
    text,
    z.array(messageSchema.extend({ content: text })).refine((messages) => messages.at(-1)?.role === 'user', {
      error: "the last message has to be the user's, since it is the one that is answered",
    }),
  ]);
/**
 * What a model was asked: a text, sent as the one message of a user, or the messages before the answer (system, earlier
 * turns), of which the last is the user's.
 */
const promptSchema = promptOf(z.string());
export type PassagePrompt = z.infer<typeof promptSchema>;

/** What a user hands in. The gold label of a benchmark is not part of this type, so no method can see it. */
export const passageSchema = z.object({
  /** Unique within a run. */
  id: z.string().min(1),
  /** What the model was asked. */
  prompt: promptSchema,
  /** The text under evaluation (R_o). Without it, the generator model is asked. */
  response: z.string().optional(),
  /** Further responses to the same prompt (R_1 ... R_n). Without them, the generator model is asked. */
  samples: z.array(z.string()).optional(),
  /** Reference texts, for the modes that check against one. */
  context: z.array(z.string()).optional(),
  /** The tokens of `response` in order, with their log-probabilities, for the modes that read those. */
  tokens: z.array(tokenSchema).optional(),
  /** The caller's own sentence boundaries in `response`; without them the text is split here. */
  sentences: z.array(spanSchema).optional(),
  /** Statements of the response in the caller's own words, each to be judged beside its triples and sentences. */
  claims: z.array(z.string()).optional(),
});
export type Passage = z.infer<typeof passageSchema>;

/** A passage whose response and samples are all there. */
export type CompletePassage = Passage & { response: string; samples: string[] };

/** `original` for R_o, `sample-1` ... `sample-n` for R_1 ... R_n. */
export type ResponseId = string;
export const ORIGINAL: ResponseId = 'original';
/** @param index zero-based position among the samples */
export const sampleId = (index: number): ResponseId => `sample-${index + 1}`;

/** One fact: (head, relation, tail), as stated in one response. */
export interface Triple {
  /** `<responseId>/<ordinal from 1>`, unique within a passage. */
  id: string;
  responseId: ResponseId;
  head: string;
  relation: string;
  tail: string;
  /** Where the response states it; null when it could not be located. */
  span: Span | null;
}

/** A line or object an extractor produced that is not a usable triple, kept so that nothing vanishes. */
export interface RejectedTriple {
  raw: string;
  reason:
    | 'not-a-triple'
    | 'empty-part'
    | 'pronoun-head'
    | 'not-of-the-text'
    | 'duplicate'
    /** another triple says it in its place */
    | 'replaced-by-correction'
    | 'dropped-by-correction';
}

/** What became of one response. Everything but `ok` leaves `triples` empty. */
export type SegmentationOutcome =
  | 'ok'
  /** nothing but white space */
  | 'empty'
  /** the model declined to answer */
  | 'refusal'
  /** not English, where the extractor reads nothing else */
  | 'non-english'
  /** read, but no fact found */
  | 'no-triples'
  /** the extractor failed: see `detail` */
  | 'failed';

/** The triples of one response (paper 3.2). */
export interface Segmentation {
  responseId: ResponseId;
  outcome: SegmentationOutcome;
  /** A word on why, for every outcome but `ok`; there, that the extracted list could not be corrected, else null. */
  detail: string | null;
  /** What the extractor's model said that could not be used, where that is why. */
  raw?: string;
  triples: Triple[];
  rejected: RejectedTriple[];
}

/** How one surface form came to belong to a group. */
export type MergedBy = 'first' | 'normalised' | 'alias' | 'embedding';

/** One surface form inside an entity or a relation type. */
export interface Mention {
  text: string;
  /** How often it occurs over all responses. */
  count: number;
  mergedBy: MergedBy;
  /** Cosine to the group's representative where `mergedBy` is `embedding`, else null. */
  similarity: number | null;
}

/** Surface forms taken for the same thing: an entity (node) or a relation type (edge label). */
export interface MentionGroup {
  /** `entity-1`, `relation-1` ... in the order in which the groups were made. */
  id: string;
  /** The representative surface form. */
  label: string;
  mentions: Mention[];
}

/** Which surface forms of all responses of a passage are one entity, and which phrases one relation type. */
export interface Identity {
  entities: MentionGroup[];
  relations: MentionGroup[];
}

/** What one sample says of one triple of the original (paper 3.3, Eq. 2). */
export interface SampleVote {
  responseId: ResponseId;
  /** An aligned triple (same head, cos(r_i, r_ij) > θ_r) repeats the tail (cos > θ_t): +1. */
  repeated: boolean;
  /** An unaligned triple (same head, other relation) has the same tail: −1. */
  risk: boolean;
  /** Aligned triples exist on a single-valued relation and none repeats the tail: optional −1. */
  conflict: boolean;
  /** The triple of the sample that decided, if any. */
  tripleId: string | null;
  /** cos of the two tail states for that triple. */
  tailSimilarity: number | null;
  /** How many triples repeat the tail and how many are risks, where each counts; absent where one of a kind does. */
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
  /** Of HEQA: more than one head fits. */
  | 'several-answers'
  /** Of HEQA: it cannot be asked without naming its answer. */
  | 'names-itself'
  /** Of RR: the relation cannot be told from head and tail. */
  | 'undecidable'
  /** It and another question asked beside it would show one the answer of the other. */
  | 'given-away'
  /** Every answer was that the model cannot say. */
  | 'abstained'
  | 'not-applicable'
  | 'call-failed'
  /** hallugraph itself failed */
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
  /** Whether the answer gives back the masked part; null when that could not be judged. */
  match: boolean | null;
  matchedBy: 'normalised' | 'identity' | 'words' | 'judge' | null;
  /** How far the answer agrees, in [0, 1], where that is a matter of degree: in the answers of samples. */
  agreement?: number;
}

/** One reverse task on one triple: `value` = matching draws ÷ judged draws (or mean agreement), in [0, 1]. */
export interface TaskResult extends ComponentScore {
  /** The question, masked triple or list of options as put to the model; null where no model was asked. */
  asked: string | null;
  draws: Draw[];
  /** What a model said that could not be used, where no draw holds it: instead of a question or a judgement. */
  raw?: string;
}

/** Reverse verification of one triple of the original. */
export interface TripleVerification {
  tripleId: string;
  /** Whether the triple passed the fact filter f_t (supported by all samples). */
  inFactFilter: boolean;
  /** What each sample says of it, as a model reads their texts, in order; absent where none was asked. */
  statements?: SampleStatement[];
  /** Why there are none of these, where a model was asked. */
  noStatements?: MissingReason;
  head: TaskResult;
  relation: TaskResult;
  tail: TaskResult;
}

/** What a sample says of a fact. */
export type Saying = 'repeats' | 'contradicts' | 'silent' | 'incomparable';

/**
 * Kinds of words that are held against each other like values: what a person is, what a thing is, words with an opposite,
 * words that are denied or not, and who did something to whom.
 */
const WORD_KINDS = ['role', 'sort', 'opposite', 'negation', 'order'] as const;

/** Kinds of value; only values of one kind are held against each other. */
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

/** What one sample says of one fact, and where. */
export interface SampleStatement {
  responseId: ResponseId;
  says: Saying;
  /** Share of the fact's words that the sample holds, in [0, 1]; null where it has none that could be looked for. */
  coverage: number | null;
  /** Of a contradiction: the kind of value, the fact's value, the sample's, and the sentence of the sample. */
  kind: ValueKind | null;
  value: string | null;
  instead: string | null;
  quote: Span | null;
  /** Of a contradiction: how alike the places of the two values are, in [0, 1]. */
  likeness: number | null;
}

/** Sample agreement of one triple or one sentence: what whole sample sentences say of it. */
export interface Agreement {
  /** How far its words occur together in the samples' sentences, log-scaled: 1 everywhere, 0 nowhere. */
  support: ComponentScore;
  /** Its years and numbers against those the samples give in the same place: 1 agree, 0 contradict. */
  numbers: ComponentScore;
  /** How far the samples agree among themselves on those years: 1 on one value, 0 on all different. */
  spread: ComponentScore;
  /** Its words that few samples hold, rarest first. */
  unsupported: string[];
  /** Of a triple: what each sample says of it, in order. */
  statements?: SampleStatement[];
}

/** Sample agreement over a whole passage. */
export interface PassageAgreement {
  /** How far the samples agree with each other, whatever the response says; one number a passage. */
  agreement: ComponentScore;
  /** How much the samples say in common; one number a passage. */
  commonGround: ComponentScore;
  /** How alike samples j and k are, in [0, 1]: row j holds it for k = j + 1 and on. */
  alike?: number[][];
  /** By id of the original's triples. */
  triples: Record<string, Agreement>;
  /** One for each sentence of the response, in order; used where a sentence holds no triple. */
  sentences: Agreement[];
  /** One for each of the caller's claims, in order. */
  claims: Agreement[];
}

/** What a checker says of a statement, given reference texts (RefChecker, GraphEval). */
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
  /** A short sentence a user can check; null where there is nothing to say. */
  note: string | null;
  /** The statement's value that the reference contradicts, and the one it gives instead; absent where not known. */
  conflict?: { value: string; instead: string };
  /** What a model said that could not be used. */
  raw?: string;
}

/** The statements of a passage against its references. */
export interface PassageReference {
  /** Id of the checker. */
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
  /** Pooled probability of its tokens, in [0, 1]; above 1 only where they are summed. */
  probability: number | null;
  /** Pooled entropy of its tokens in nats: what the known alternatives make up at least. */
  entropy: number | null;
  /** What it is at most, since only the likeliest alternatives are known; null where that is not bounded. */
  entropyBound: number | null;
  /** Whether a threshold was passed; null where neither value is known. */
  hallucinated: boolean | null;
}

/** What token log-probabilities say of a passage. Support: 1 sure, 0 unsure. */
export interface PassageUncertainty {
  entities: EntityUncertainty[];
  /** By id of the original's triples. */
  triples: Record<string, ComponentScore>;
  /** One for each sentence of the response, in order. */
  sentences: ComponentScore[];
}

/** The parts of a score by what they rest on: the model and its samples alone, reference texts, token probabilities. */
export const FAMILIES = {
  /** The first four are Eq. 3's; then what samples say as a model reads them; then sample agreement. */
  zeroResource: [
    'head',
    'relation',
    'tail',
    'consistency',
    'stated',
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
 * `unsure`: no error was found, but what was looked at does not suffice to call it factual.
 * `undecided`: scored, but the threshold rule needs the whole data set and has not been applied yet.
 */
export type Label = 'factual' | 'hallucinated' | 'unsure' | 'abstained' | 'undecided';

/** What a reason says. */
type ReasonKind =
  /** Samples give `instead` in place of `value`. */
  | 'samples-contradict'
  | 'samples-repeat'
  /** They do not mention the fact. */
  | 'samples-silent'
  /** Few of them hold the words `value`. */
  | 'few-samples-hold'
  | 'reference-supports'
  | 'reference-silent'
  | 'reference-contradicts'
  /** Triples of samples repeat it, have the tail `instead`, or the same tail under another relation. */
  | 'triples-repeat'
  | 'no-triple-repeats'
  | 'triples-differ'
  | 'triples-relate-otherwise'
  /** A reverse task, named by `note`, gave `instead` in the share `weight` of its `of` answers. */
  | 'rebuilt-otherwise'
  /** The model gave the entity `value` a low probability, see `note`. */
  | 'model-unsure';

/** Something that speaks for or against one fact. */
export interface Reason {
  kind: ReasonKind;
  /** The samples that say so; empty where a reference or a model does. */
  samples: ResponseId[];
  /** Of how many samples, or answers of a model. */
  of: number;
  /** The fact's value that is in question. */
  value: string | null;
  /** What is given in its place: the value that most samples give. */
  instead: string | null;
  note: string | null;
  /** The place that says so, in a sample (by its id) or a reference (by its name). */
  quote: (Span & { source: string; text: string }) | null;
  /** Share of the samples or answers that say so, in [0, 1]. */
  weight: number;
}

/** The verdict on one triple of the response. */
export interface TripleVerdict {
  triple: Triple;
  /** F of Eq. 3, or where `scoring.facts` says so of the evidence on the fact itself: high = factual; null without any. */
  score: number | null;
  label: Label;
  /** Calibrated probability of being hallucinated; null without a calibration or a score. */
  probability: number | null;
  components: Components;
  /** Who supports it, who contradicts it, and where. */
  reasons: Reason[];
  /** The reasons in words. */
  evidence: string[];
}

/** The verdict on one sentence of the response. */
export interface SentenceVerdict {
  span: Span;
  score: number | null;
  label: Label;
  /** As of a triple. */
  probability: number | null;
  /** Where the score comes from: its triples (and its own evidence), its own evidence alone, or the passage. */
  source: 'triples' | 'sentence' | 'passage' | 'none';
  tripleIds: string[];
}

/** The verdict on one of the caller's claims. */
export interface ClaimVerdict {
  text: string;
  score: number | null;
  label: Label;
  /** As of a triple. */
  probability: number | null;
  /** Where the score comes from: triples it holds (and its own agreement), its own agreement alone, or the passage. */
  source: 'triples' | 'claim' | 'passage' | 'none';
}

/** A stretch of the response that the verdict takes for a hallucination (RAGTruth). */
export interface SpanVerdict extends Span {
  /** `conflict`: the reference or the samples say otherwise; `baseless`: they do not say it. */
  type: 'conflict' | 'baseless';
  /** Where it comes from: triples, a whole sentence, or a model asked for spans. */
  source: 'triples' | 'sentence' | 'model';
  tripleIds: string[];
}

/** Tokens and requests of model calls. Counts the service did not report are 0. */
export interface Usage {
  requests: number;
  inputTokens: number;
  outputTokens: number;
}

/** What the calls for one purpose came to. */
export interface PurposeUsage extends Usage {
  /** US dollars; null or absent where the price of a model is not known. */
  usd?: number | null;
}

/** What the calls of a passage cost, by what they were for. */
export interface CallRecord {
  /** US dollars; null where the price of a model is not known. Answers from the cache cost nothing. */
  usd: number | null;
  /** By the name of the prompt, in alphabetical order for each model. */
  byPurpose: Record<string, PurposeUsage>;
}

/** How much of the response the verdict rests on. */
export interface Coverage {
  /** Triples with a score ÷ triples found; null without triples. */
  triples: number | null;
  /** Sentences with at least one located triple that has a score and is not `unsure` ÷ sentences; null without these. */
  sentences: number | null;
}

/** Why a passage in which no error was found is `unsure`. */
export interface Unsure {
  reason: 'coverage' | 'few-samples' | 'unlike-samples';
  detail: string;
}

/** The intermediate records of one passage, kept so that a run can be rescored, explained and audited. */
export interface Trace {
  segmentations: Segmentation[];
  identity: Identity;
  consistency: TripleConsistency[];
  verification: TripleVerification[];
  agreement: PassageAgreement | null;
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

/** A passage that could not be scored, and why. */
export interface Abstention {
  reason:
    | 'empty'
    | 'refusal'
    | 'non-english'
    | 'no-triples'
    | 'failed'
    /** hallugraph itself failed */
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
  /** 1 − `score`, clamped to [0, 1]; kept for one more version. */
  hallucinationScore: number | null;
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
