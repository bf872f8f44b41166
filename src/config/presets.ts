/** The presets; settings that a preset leaves out have the schema's default. */
import type { Config, ConfigInput } from './schema.ts';

export type PresetName = Config['preset'];

/**
 * The method as published: two models by role, MiniLM embeddings, no departure in Eq. 2, raw C_i, a threshold taken
 * from the run itself, and every question a request of its own. Sample agreement is measured, so that a run can be
 * rescored with it, but has no weight.
 *
 * Ours, since neither paper nor code has a value: θ_t, N_A and the draws of FTSTE (10, as those of RR in the code), the
 * number of replaced tails (3), and which versions of the models answer. docs/baselines.md has them all.
 */
function paper(weights: { head: number; relation: number; tail: number; consistency: number }, k: number) {
  return {
    protocol: 'paper',
    models: { generator: { model: 'gpt-3.5-turbo' }, analyst: { model: 'gpt-4' } },
    embedder: { provider: 'transformers' },
    sampling: { n: 10, limit: 10 },
    graph: { mentions: 'exact', relationSimilarity: 0.5 },
    // the module that was released: two layers, 16 wide between them, by whatever weights the seed gives
    encoder: {
      initialiser: 'glorot',
      hidden: 16,
      activation: 'relu',
      lastActivation: false,
      inverseEdges: false,
    },
    consistency: { exactNumbers: false, relationThreshold: 0.5, tailThreshold: 0.7 },
    verification: { relationTemperature: 0 },
    scoring: {
      ...{ weights, consistency: 'raw' },
      threshold: { rule: 'meanPlusVariance', k },
      unsure: { coverage: 0, samples: 0 },
    },
  } satisfies ConfigInput;
}

/** No samples, no reverse tasks: only the context of a passage decides. */
const AGAINST_CONTEXT = {
  sampling: { ask: false },
  verification: { by: 'none' },
  agreement: { enabled: false },
  scoring: { weights: { reference: 1 } },
} satisfies ConfigInput;

/** Samples are neither drawn nor weighed. */
const UNREAD_SAMPLES = { ask: false, limit: 0 };

/** A text is as good as its worst triple. */
const WORST_OF_REFERENCE = {
  weights: { reference: 1 },
  passage: 'min',
  threshold: { rule: 'fixed', triple: 0.5, passage: 0.5 },
} satisfies ConfigInput['scoring'];

/** More tokens than any reference has: references are read as a whole, up to the limit of the model. */
const WHOLE = 1_000_000;

/** Fitted to facts mentioned by labelled claims, as printed in docs/facts.md with results on other facts. */
const FACTS_OF_CLAIMS = {
  method: 'evidence',
  // from planted errors, since every sample contradicts none of the labelled facts
  allContradict: 0.98,
  someContradict: 0.5,
  disputed: 0.48,
  unmentioned: 0.46,
  slope: -3.74,
  intercept: 1.59,
  basis: '1969 facts of answers by GPT-3.5 and GPT-4, 26 % of them wrong',
} as const;

/**
 * Facts by the weaker of what samples say and which tail is chosen; S_h and S_r help to rank passages. C of the graphs
 * adds little where a model has read the samples, and remains where no model is asked. Weights and thresholds are
 * round numbers, none of them fitted.
 */
const BY_EVIDENCE = {
  weights: { stated: 0.4, tail: 0.4, head: 0.1, relation: 0.1, consistency: 0.05 },
  facts: 'evidence',
  factThreshold: 0.5,
  passage: 'meanAndMin',
  // A passage is judged by its facts; below this coverage there is too little evidence.
  threshold: { rule: 'fixed', triple: 0.5, passage: 0.35 },
} satisfies ConfigInput['scoring'];

/** How far the samples agree with the response, and with one another, by their words; the weights sum to 1. */
const AGREEMENT = {
  weights: { support: 0.4, numbers: 0.2, spread: 0.1, agreement: 0.1, commonGround: 0.2 },
  context: 0.3,
  claimContext: 0.5,
  wholeSentence: 0.5,
} satisfies ConfigInput['scoring'];

/**
 * The log odds of all evidence, with the judgement and the agreement of the samples at full weight. Blind answers and the
 * reading of samples come from the model that judged, so they are not independent of it and weigh half.
 */
const POOLED = {
  ...AGREEMENT,
  weights: { ...AGREEMENT.weights, judged: 1, stated: 0.5 },
  facts: 'pooled',
  passage: 'min',
  threshold: { rule: 'fixed', triple: 0.5, passage: 0.5 },
  // the judge rates every fact, with or without samples
  unsure: { samples: 0 },
} satisfies ConfigInput['scoring'];

const JUDGED = {
  embedder: { provider: 'auto' },
  sampling: { n: 0 },
  segmentation: { extractor: 'judge' },
  verification: { head: false, relation: false, tail: false },
  scoring: POOLED,
} satisfies ConfigInput;

export const PRESETS: Readonly<Record<PresetName, ConfigInput>> = {
  /** The judge lists and judges the facts; samples are read where there are some. */
  default: JUDGED,
  /** Facts are filled in blindly, too: for models whose judgement is often wrong, see docs/judging.md. */
  thorough: {
    ...JUDGED,
    verification: { ...JUDGED.verification, answered: true },
    scoring: { ...POOLED, weights: { ...POOLED.weights, answered: 0.5 } },
  },
  /** GCA: all four parts of the paper, in few requests. */
  gca: {
    embedder: { provider: 'auto' },
    scoring: { ...BY_EVIDENCE, weights: { ...BY_EVIDENCE.weights, consistency: 0.1 } },
  },
  /** Only what decides on facts: samples read by a model, and FTSTE as the one reverse task. */
  lean: {
    embedder: { provider: 'auto' },
    verification: { head: false, relation: false },
    scoring: { ...BY_EVIDENCE, weights: { stated: 0.4, tail: 0.4, consistency: 0.05 } },
  },
  /** No model is asked: the given samples are all the evidence. */
  local: {
    sampling: { ask: false },
    segmentation: { extractor: 'local' },
    verification: { by: 'none' },
    consistency: { always: false },
    embedder: { provider: 'lexical' },
    scoring: {
      ...AGREEMENT,
      facts: 'statements',
      // That of passages is the highest with at most 12 % false alarms on factual ones; the others are round numbers
      // near the best of their data sets, see docs/facts.md.
      threshold: { rule: 'fixed', triple: 0.55, passage: 0.6, claim: 0.68 },
      // Upper bound of the similarity of answers to unrelated questions.
      unsure: { alike: 0.1 },
      calibration: { fact: FACTS_OF_CLAIMS },
    },
  },
  /** Compares words, numbers and names with the context of a passage; no model is asked. */
  check: {
    ...AGAINST_CONTEXT,
    consistency: { always: false },
    segmentation: { extractor: 'local' },
    reference: { checker: 'lexical', spans: 'verdicts' },
    scoring: {
      weights: { reference: 1 },
      // Patterns miss facts that whole sentences hold, and one unfounded sentence is enough.
      wholeSentence: 1,
      passage: 'min',
      passageOf: 'sentences',
      threshold: { rule: 'fixed', triple: 0.6, passage: 0.65 },
      // Whole sentences are checked, whether or not a fact was extracted from them.
      unsure: { coverage: 0 },
    },
  },
  /**
   * RefChecker: the triplets of a model, each held against the context by a model (or, with reference.checker=nli, by
   * NLI); a response with one that is not entailed is not factual.
   */
  refchecker: {
    ...AGAINST_CONTEXT,
    sampling: UNREAD_SAMPLES,
    reference: { checker: 'llm', sentences: false, groupSize: 1 },
    scoring: WORST_OF_REFERENCE,
  },
  /**
   * GraphEval: the triples of a model that sees the text alone, one by one against the whole context by NLI; one above
   * .5 condemns the text.
   */
  grapheval: {
    ...AGAINST_CONTEXT,
    sampling: UNREAD_SAMPLES,
    segmentation: { rules: 'grapheval' },
    reference: { checker: 'nli', sentences: false, chunkTokens: WHOLE },
    scoring: WORST_OF_REFERENCE,
  },
  /** RHD of DRAD: the probabilities of the response's own tokens; ½ is where the thresholds of `uncertainty` are. */
  rhd: {
    sampling: { ask: false, n: 0 },
    segmentation: { extractor: 'local' },
    verification: { by: 'none' },
    agreement: { enabled: false },
    uncertainty: { enabled: true },
    scoring: {
      weights: { tokens: 1 },
      // a sentence, and a passage, is as certain as its least certain entity
      wholeSentence: 1,
      passage: 'min',
      passageOf: 'sentences',
      threshold: { rule: 'fixed', triple: 0.5, passage: 0.5 },
      // The tokens of the whole response are read, whether or not a fact was extracted.
      unsure: { coverage: 0 },
    },
  },
  'paper-phd': paper({ head: 0.7, relation: 0.1, tail: 0.1, consistency: 0.1 }, 0),
  'paper-wikibio': paper({ head: 0.7, relation: 0.15, tail: 0.1, consistency: 0.05 }, 2),
};
