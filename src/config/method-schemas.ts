/** Settings of the method, step by step: from samples to the evidence on facts. */
import { z } from 'zod';

const share = z.number().min(0).max(1);
const cosine = z.number().min(-1).max(1);

export const samplingSchema = z.strictObject({
  ask: z.boolean().default(true).describe('Ask the generator for a missing response or missing samples.'),
  n: z
    .int()
    .min(0)
    .max(100)
    .default(10)
    .describe('Responses to sample where a passage brings none (paper: 10); 0: none are needed.'),
  limit: z.int().min(0).default(1000).describe('Use at most this many of the samples of a passage; 0: none.'),
  temperature: z.number().min(0).max(2).default(1).describe('Temperature of sampling (paper: 1.0).'),
});

export const segmentationSchema = z.strictObject({
  extractor: z
    .enum(['llm', 'local', 'judge'])
    .default('llm')
    .describe(
      'llm: two prompts (paper 3.2); local: open information extraction; judge: the judge lists the facts of the response and says of each whether it is right, in one request, and samples are not taken apart.',
    ),
  rules: z
    .enum(['gca', 'grapheval'])
    .default('gca')
    .describe(
      'llm: by whose rules triples are made. gca: the question is shown, and they are corrected; grapheval: one prompt that sees the text alone.',
    ),
  correct: z
    .boolean()
    .optional()
    .describe(
      'Send the triples of each response back to be corrected (llm only); default: true in the paper protocol, else false.',
    ),
  groupSize: z
    .int()
    .min(1)
    .max(50)
    .default(5)
    .describe('economy: short samples read in one request; the response is always read alone.'),
});

export const graphSchema = z.strictObject({
  mentions: z
    .enum(['merged', 'exact'])
    .default('merged')
    .describe(
      'merged: mentions of one normal form, short name or like vector are one entity; exact: equal ones alone, and relations by their cosine alone (paper).',
    ),
  entitySimilarity: cosine
    .optional()
    .describe('θ_head: mentions with a higher cosine are one entity; default: by the embedder.'),
  relationSimilarity: cosine
    .optional()
    .describe('Relation phrases with a higher cosine are one relation type; default: by the embedder.'),
  aliases: z
    .boolean()
    .default(true)
    .describe('Take a surname or short form for the full name it is part of.'),
});

export const encoderSchema = z.strictObject({
  kind: z
    .enum(['rgcn', 'gcn', 'identity'])
    .default('rgcn')
    .describe('gcn and identity are the ablations -Relations and -Graph.'),
  initialiser: z.enum(['residual', 'glorot']).default('residual').describe('How the weights are set.'),
  layers: z.int().min(1).max(8).default(2).describe('Message passing steps.'),
  activation: z.enum(['none', 'relu', 'tanh']).default('none').describe('σ of the RGCN equation.'),
  lastActivation: z
    .boolean()
    .default(true)
    .describe('Apply σ after the last layer too; false: between layers only, as the released code does.'),
  inverseEdges: z
    .boolean()
    .default(true)
    .describe('Let messages pass against the edges too, as relations of their own.'),
  bases: z
    .int()
    .min(0)
    .default(0)
    .describe('Matrices that the relations share in glorot weights; 0 = none are shared.'),
  hidden: z
    .int()
    .positive()
    .optional()
    .describe('Width between the layers for glorot weights; default: the input width.'),
  neighbourWeight: share.default(0.3).describe('residual: share of a state that comes from its neighbours.'),
  backend: z.enum(['auto', 'tensorflow', 'wasm', 'cpu']).default('auto').describe('TF.js backend.'),
});

export const consistencySchema = z.strictObject({
  always: z
    .boolean()
    .default(true)
    .describe(
      'Compare the graphs where the part consistency has no weight, too: for the trace, corrections and other weights.',
    ),
  relationThreshold: cosine
    .optional()
    .describe('θ_r: relations above this cosine are the same; default: by the embedder.'),
  tailThreshold: cosine
    .optional()
    .describe(
      'θ_t: tail states above this cosine are the same; default: by the embedder. The paper has no value.',
    ),
  exactNumbers: z
    .boolean()
    .default(true)
    .describe(
      'Tails with other numbers or months, with opposites or a negation are never the same, nor are such relations, and those turned round (not in the paper).',
    ),
  unaligned: z
    .enum(['same-head', 'any-head'])
    .default('same-head')
    .describe(
      'Which triples of a sample Eq. 2 calls unaligned: those of the same head by another relation, or all that are not aligned. The paper can be read both ways.',
    ),
  pairs: z
    .enum(['once', 'each'])
    .default('once')
    .describe(
      'What counts in Eq. 2 where several triples of a sample agree with the tail: one for and one against, or each. The paper can be read both ways.',
    ),
});

export const verificationSchema = z.strictObject({
  by: z
    .enum(['llm', 'samples', 'none'])
    .default('llm')
    .describe('Who answers the reverse tasks: a model, the samples, nobody.'),
  factFilter: z
    .boolean()
    .default(true)
    .describe(
      'Find out what each sample says of each fact (economy: the part stated), and (paper) give well-supported facts as context of a question.',
    ),
  head: z.boolean().default(true).describe('HEQA.'),
  relation: z.boolean().default(true).describe('RR.'),
  tail: z.boolean().default(true).describe('FTSTE.'),
  judged: z
    .boolean()
    .default(false)
    .describe(
      'Ask the judge of each fact whether it is right (the part judged), in a request of its own; with segmentation.extractor judge it is asked anyway.',
    ),
  judgedDraws: z.int().min(1).max(20).default(1).describe('How often, for models that waver.'),
  answered: z
    .boolean()
    .default(false)
    .describe(
      'Have the model fill in facts without their tails, which sees neither the response nor the tail (the part answered).',
    ),
  answeredDraws: z.int().min(1).max(20).default(1).describe('How often, for models that waver.'),
  headDraws: z.int().positive().default(10).describe('N_A, for which the paper has no value.'),
  relationDraws: z.int().positive().default(10).describe('N_p.'),
  tailDraws: z.int().positive().default(10).describe('N_s.'),
  distractors: z
    .int()
    .min(1)
    .max(9)
    .default(3)
    .describe('Replaced tails beside the original in FTSTE, for which the paper has no number.'),
  temperature: z.number().min(0).max(2).default(1).describe('Temperature of the answers.'),
  relationTemperature: z
    .number()
    .min(0)
    .max(2)
    .optional()
    .describe('Temperature of the answers to RR; default: temperature (paper: 0).'),
  groupSize: z
    .int()
    .min(1)
    .max(50)
    .default(25)
    .describe('economy: triples asked about in one request, at most.'),
});

export const referenceSchema = z
  .strictObject({
    checker: z
      .enum(['none', 'lexical', 'nli', 'align', 'llm'])
      .default('none')
      .describe(
        'Who checks statements against the context of a passage: words, numbers and names; an NLI model; the same by chunk and sentence (AlignScore); the judge.',
      ),
    groupSize: z.int().min(1).max(50).default(8).describe('llm: statements checked in one request.'),
    chunkTokens: z
      .int()
      .min(0)
      .default(0)
      .describe(
        'nli, align and the method nli-context: tokens of a piece of a reference that is read at once; 0: 200 for nli (RefChecker), 350 for align (AlignScore).',
      ),
    sentences: z
      .boolean()
      .default(true)
      .describe('Check whole sentences, too, not triples alone. The claims of a passage always are.'),
    spans: z
      .enum(['none', 'verdicts', 'llm'])
      .default('none')
      .describe(
        'Give hallucinated spans: from the verdicts on triples and sentences, or asked of the analyst.',
      ),
  })
  .describe('Checking against reference texts (RefChecker, GraphEval, RAGTruth).');

const pooling = z.enum(['mean', 'min', 'max', 'product', 'sum', 'first']);

export const uncertaintySchema = z
  .strictObject({
    enabled: z.boolean().default(false).describe('Read the log-probabilities of tokens.'),
    entities: z
      .string()
      .min(1)
      .default('compromise')
      .describe(
        'Who finds named entities: compromise (a library), or the Hugging Face id or local folder of a token classification model.',
      ),
    probability: pooling
      .default('mean')
      .describe('How token probabilities become that of an entity (paper: mean is best).'),
    entropy: pooling
      .default('max')
      .describe('How token entropies become that of an entity (paper: max is best).'),
    minProbability: share
      .default(0.45)
      .describe('θ1: an entity of lower probability is a hallucination (paper: .40 to .50).'),
    maxEntropy: z
      .number()
      .min(0)
      .optional()
      .describe('θ2: an entity of higher entropy, in nats, is a hallucination; default: not looked at.'),
  })
  .describe('Detection from token probabilities (RHD of DRAD).');
