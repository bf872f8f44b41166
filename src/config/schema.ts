/**
 * The one description of the configuration: types, defaults, checks, and (through `z.toJSONSchema`) the JSON
 * Schema that editors use. Every key has its meaning, unit and range here and nowhere else.
 */
import { z } from 'zod';
import { COMPONENTS, type Component } from '../passage.ts';
import { COMBINATIONS } from '../scoring/families.ts';
import { PASSAGE_AGGREGATIONS } from '../scoring/passage-score.ts';
import { FACT_BASES } from '../scoring/fact-basis.ts';
import { DEGRADE_STEPS, faultOfOrder } from './degrade-order.ts';

const environmentVariable = z
  .string()
  .regex(/^[A-Za-z_]\w*$/, 'the name of an environment variable, not the key itself');
/** A config is copied into runs, so addresses and headers in it hold no secret: only the environment does. */
const serviceUrl = z
  .url({ protocol: /^https?$/ })
  .refine(
    (url) => !/^https?:\/\/[^/]*@|\?/i.test(url),
    'expected a URL without user name, password and query; OPENAI_BASE_URL may hold them',
  );
const headers = z.record(
  z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'the name of a header'),
  z
    .string()
    .regex(
      /^([A-Za-z]{1,12} )?(\$\{[A-Za-z_]\w*\})+$/,
      `the value of a header as \${NAME} of an environment variable, with at most a word before it (Bearer \${NAME})`,
    ),
);
const share = z.number().min(0).max(1);
const cosine = z.number().min(-1).max(1);

export const chatModelSchema = z
  .strictObject({
    provider: z
      .enum(['openai', 'transformers'])
      .default('openai')
      .describe('openai: an OpenAI-compatible service; transformers: a model that runs here, by ONNX.'),
    model: z
      .string()
      .min(1)
      .default('gpt-4o-mini')
      .describe('Model id as the service knows it; Hugging Face id or local folder of a transformers model.'),
    baseUrl: serviceUrl
      .optional()
      .describe('Base URL of an OpenAI-compatible service; default: OPENAI_BASE_URL, else OpenAI.'),
    apiKeyEnv: environmentVariable
      .default('OPENAI_API_KEY')
      .describe('Name of the environment variable that holds the API key. The key itself is never written.'),
    headers: headers
      .default({})
      .describe(
        `Further headers of every request; their values are named, as \${NAME} of an environment variable.`,
      ),
    azureApiVersion: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Makes baseUrl an Azure resource (https://NAME.openai.azure.com), model a deployment, and this the api-version.',
      ),
    api: z
      .enum(['auto', 'chat', 'responses'])
      .default('auto')
      .describe('Chat completions or the Responses API; auto takes the latter where the former is refused.'),
    structuredOutput: z
      .enum(['auto', 'json-schema', 'json-object', 'none'])
      .default('auto')
      .describe('How JSON answers are asked for; auto tries JSON schema and falls back once refused.'),
    multipleChoices: z
      .enum(['auto', 'yes', 'no'])
      .default('auto')
      .describe('Whether the service answers n > 1 in one request; auto fills up what is missing.'),
    tokenLimit: z
      .enum(['auto', 'max_tokens', 'max_completion_tokens'])
      .default('auto')
      .describe('Name of the token limit; auto takes the other one once refused.'),
    omit: z
      .array(z.enum(['temperature', 'seed']))
      .default([])
      .describe('Parameters the model is known not to take; refused ones are left out by themselves.'),
    timeoutSeconds: z.number().positive().default(120).describe('Limit of one request, in seconds.'),
    maxConcurrency: z.int().min(1).default(16).describe('Requests in flight; fewer while throttled.'),
    requestsPerMinute: z.number().positive().optional().describe('Requests a minute; default: no limit.'),
    tokensPerMinute: z.number().positive().optional().describe('Tokens a minute; default: no limit.'),
    usdPerMinute: z
      .number()
      .positive()
      .optional()
      .describe('US dollars a minute; needs the price of the model. Default: no limit.'),
    maxRetries: z
      .int()
      .min(0)
      .default(4)
      .describe('Retries of a request that failed for a passing reason; waiting for a limit is not counted.'),
    maxRetrySeconds: z
      .number()
      .positive()
      .default(180)
      .describe('Time from the first attempt of a request in which further ones may begin, in seconds.'),
    giveUpSeconds: z
      .number()
      .positive()
      .default(60)
      .describe('Silence of the service, in seconds, after which a run ends to be resumed later.'),
    maxOutputTokens: z.int().positive().optional().describe('Limit of one answer, in tokens.'),
    dtype: z
      .enum(['fp32', 'fp16', 'q8', 'int8', 'uint8', 'q4', 'q4f16', 'bnb4'])
      .default('q4')
      .describe('Weights of a transformers model.'),
    cacheDir: z.string().optional().describe('Where transformers models are kept.'),
    offline: z.boolean().default(false).describe('Never reach for the Hugging Face hub.'),
  })
  .describe('A chat model of an OpenAI-compatible service, or one that runs here.');

export const embedderSchema = z
  .strictObject({
    provider: z
      .enum(['auto', 'lexical', 'transformers', 'openai'])
      .default('lexical')
      .describe(
        'lexical: no download, word and character features; transformers: a local ONNX model; openai: a service; auto: transformers where package and model are on this machine already, else lexical.',
      ),
    model: z
      .string()
      .optional()
      .describe(
        'Hugging Face id, local folder or service model; default: Xenova/all-MiniLM-L6-v2, text-embedding-3-small.',
      ),
    dtype: z
      .enum(['fp32', 'fp16', 'q8', 'int8', 'uint8', 'q4', 'q4f16', 'bnb4'])
      .default('fp32')
      .describe('Weights of a transformers model.'),
    cacheDir: z.string().optional().describe('Where transformers models are kept.'),
    offline: z.boolean().default(false).describe('Never reach for the Hugging Face hub.'),
    baseUrl: serviceUrl.optional().describe('Base URL of an embeddings service.'),
    apiKeyEnv: environmentVariable
      .default('OPENAI_API_KEY')
      .describe('Environment variable with the API key.'),
    batchSize: z.int().positive().default(64).describe('Texts in one forward pass or request.'),
  })
  .describe('The sentence embeddings that initialise nodes and compare phrases.');

const nliSchema = z
  .strictObject({
    model: z.string().min(1).describe('Hugging Face id or local folder of an ONNX model for NLI.'),
    dtype: embedderSchema.shape.dtype,
    cacheDir: embedderSchema.shape.cacheDir,
    offline: embedderSchema.shape.offline,
    batchSize: z.int().positive().default(16).describe('Pairs of texts in one forward pass.'),
  })
  .describe('A natural language inference model, for the checkers and baselines that need one.');

/** What `tune` may try for one setting: a range, or a list of values. */
const searchDimension = z.union([
  z.array(z.union([z.string(), z.number(), z.boolean()])).min(1),
  z.strictObject({ min: z.number(), max: z.number() }),
]);

const tuneSchema = z.strictObject({
  objective: z
    .string()
    .default('passage.rocAuc')
    .describe(
      'passage., sentence. or claim. and a metric of the benchmark report; or mean(..., ...) of several.',
    ),
  folds: z.int().min(2).default(5).describe('Outer folds, whose held-out passages give the figure reported.'),
  innerFolds: z.int().min(2).default(4).describe('Folds inside, over which a setting is chosen.'),
  trials: z.int().min(1).default(500).describe('Settings tried in each search.'),
  space: z
    .record(z.string(), searchDimension)
    .optional()
    .describe(
      'What may be changed, by path: scoring.weights.head: {min: 0, max: 1}, scoring.passage: [mean, min]. Default: weights, shares, aggregation, thresholds.',
    ),
});

const samplingSchema = z.strictObject({
  ask: z.boolean().default(true).describe('Ask the generator for a missing response or missing samples.'),
  n: z
    .int()
    .min(0)
    .max(100)
    .default(10)
    .describe('Responses to sample where a passage brings none (paper: 10); 0: none are needed.'),
  limit: z
    .int()
    .min(0)
    .default(1000)
    .describe('Use at most this many of the samples a passage brings; 0: none of them.'),
  temperature: z.number().min(0).max(2).default(1).describe('Temperature of sampling (paper: 1.0).'),
});

const segmentationSchema = z.strictObject({
  extractor: z
    .enum(['llm', 'local'])
    .default('llm')
    .describe('llm: two prompts (paper 3.2); local: open information extraction.'),
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

const graphSchema = z.strictObject({
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

const encoderSchema = z.strictObject({
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

const consistencySchema = z.strictObject({
  relationThreshold: cosine
    .optional()
    .describe('θ_r: relations above this cosine are the same; default: by the embedder.'),
  tailThreshold: cosine
    .optional()
    .describe('θ_t: tail states above this cosine are the same; default: by the embedder.'),
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

const verificationSchema = z.strictObject({
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
  headDraws: z.int().positive().default(10).describe('N_A.'),
  relationDraws: z.int().positive().default(10).describe('N_p.'),
  tailDraws: z.int().positive().default(10).describe('N_s.'),
  distractors: z.int().min(1).max(9).default(3).describe('Replaced tails beside the original in FTSTE.'),
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

const referenceSchema = z
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
      .describe('Check whole sentences and claims, too, not triples alone.'),
    spans: z
      .enum(['none', 'verdicts', 'llm'])
      .default('none')
      .describe(
        'Give hallucinated spans: from the verdicts on triples and sentences, or asked of the analyst.',
      ),
  })
  .describe('Checking against reference texts (RefChecker, GraphEval, RAGTruth).');

const pooling = z.enum(['mean', 'min', 'max', 'product', 'sum', 'first']);

const uncertaintySchema = z
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

const cacheSchema = z
  .strictObject({
    enabled: z
      .boolean()
      .optional()
      .describe(
        'Ask a service nothing that it has answered before; default: true in the command line, false in code.',
      ),
    dir: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Folder of the answers, on a local disk; default: answers in HALLUGRAPH_CACHE, else hallugraph/answers in the user cache folder.',
      ),
    ttlDays: z.number().positive().optional().describe('Days an answer is good for; default: for ever.'),
  })
  .describe('The answers of chat models, kept for later runs.');

const budgetSchema = z
  .strictObject({
    usd: z.number().positive().optional().describe('US dollars; needs the price of every model asked.'),
    tokens: z.number().positive().optional().describe('Input and output tokens together.'),
    requests: z.int().positive().optional().describe('Requests that were answered.'),
    degrade: z
      .array(z.enum(DEGRADE_STEPS))
      .default([])
      .describe(
        'What a run that is expected to cost more gives up, in this order: samples, draws (halved down to 3), head, relation, tail (switched off). Default: nothing; it stops at the budget.',
      ),
  })
  .describe('What a run may cost: a request that would exceed it is not sent. Default: no limit.');

const pricesSchema = z
  .record(
    z.string(),
    z.strictObject({
      input: z.number().min(0).describe('US dollars a million input tokens.'),
      output: z.number().min(0).describe('US dollars a million output tokens.'),
    }),
  )
  .describe('Prices of models by name, over those that are known: {my-model: {input: 0.15, output: 0.6}}.');

const weightShape = Object.fromEntries(
  COMPONENTS.map((name) => [name, z.number().min(0).max(1000).default(0)]),
) as Record<Component, z.ZodDefault<z.ZodNumber>>;

const thresholdSchema = z.discriminatedUnion('rule', [
  z.strictObject({
    rule: z.literal('fixed'),
    triple: z.number().describe('Triples scored below are hallucinated.'),
    passage: z.number().describe('Passages scored below are hallucinated.'),
    claim: z.number().optional().describe('Claims scored below are hallucinated; default: as triples.'),
  }),
  z.strictObject({
    rule: z.literal('meanPlusVariance'),
    k: z
      .number()
      .describe('T = mean + k · variance of the passage scores of the run; needs the whole data set.'),
  }),
]);

const isSorted = (values: readonly number[], inOrder: (left: number, right: number) => boolean): boolean =>
  values.every((value, index) => index === 0 || inOrder(values[index - 1] as number, value));

const basis = z.string().optional().describe('What it was fitted on, in words for reports.');

const calibratorSchema = z.discriminatedUnion('method', [
  z.strictObject({
    method: z.literal('platt'),
    basis,
    slope: z
      .number()
      .max(0)
      .describe('p = 1 / (1 + exp(-(slope * F + intercept))); more support, less risk.'),
    intercept: z.number(),
  }),
  z
    .strictObject({
      method: z.literal('isotonic'),
      basis,
      scores: z
        .array(z.number())
        .min(1)
        .refine((scores) => isSorted(scores, (left, right) => left < right), 'expected rising numbers')
        .describe('Support scores F, rising.'),
      probabilities: z
        .array(share)
        .min(1)
        .refine(
          (probabilities) => isSorted(probabilities, (left, right) => left >= right),
          'expected falling numbers',
        )
        .describe('Probability of being hallucinated at each score; straight lines between.'),
    })
    .refine(({ scores, probabilities }) => scores.length === probabilities.length, {
      path: ['probabilities'],
      message: 'expected as many as scores',
    }),
]);

const unsureSchema = z
  .strictObject({
    coverage: share
      .default(0.5)
      .describe('Where facts that the evidence speaks of stand in a smaller share of the sentences.'),
    samples: z
      .int()
      .min(0)
      .default(2)
      .describe('Where samples are all the evidence, and fewer than so many can be used.'),
    alike: share
      .default(0)
      .describe('Where samples are all the evidence, and two of them share less of their words on average.'),
  })
  .describe('When a passage in which no error was found is unsure, not factual; 0: never for that reason.');

const scoringSchema = z
  .strictObject({
    weights: z
      .strictObject(weightShape)
      .prefault({})
      .describe('w of Eq. 3, and of the parts beside it; their sum does not matter.'),
    consistency: z
      .enum(['raw', 'mean'])
      .default('mean')
      .describe('C_i as published, of 10 samples (another number is scaled to them), or C_i / n.'),
    conflictVote: z
      .boolean()
      .default(false)
      .describe('Vote −1 where a sample gives a single-valued relation another tail.'),
    context: share
      .default(0)
      .describe('Share of the score of a triple or sentence taken from the mean of its passage.'),
    claimContext: share.default(0).describe('The same share for a claim the passage brings.'),
    wholeSentence: share
      .default(0)
      .describe(
        "Share of a sentence's score taken from its own sample agreement beside that of its triples.",
      ),
    passage: z
      .enum(PASSAGE_AGGREGATIONS)
      .default('mean')
      .describe(
        'How scores of triples, or sentences, become the passage score: their mean, the worst, half of each (meanAndMin), or the share not flagged.',
      ),
    passageOf: z
      .enum(['triples', 'sentences'])
      .default('triples')
      .describe('What the passage score is made of; of a response without triples, always its sentences.'),
    facts: z
      .enum(FACT_BASES)
      .default('parts')
      .describe(
        'What the score and label of a fact rest on: its weighted parts; what each sample says of it (repeats, contradicts, silent); or, as evidence, the weaker of that and of the tail the model chooses for it (S_t).',
      ),
    factThreshold: share
      .default(0.34)
      .describe('Facts scored below are hallucinated, where facts is statements or evidence.'),
    combine: z
      .enum(COMBINATIONS)
      .default('statements')
      .describe(
        'Where zero-resource, reference and token parts meet: in the score of each triple and sentence, or as the weighted mean of the passage scores that each family gives by itself.',
      ),
    threshold: thresholdSchema.prefault({ rule: 'fixed', triple: 0.5, passage: 0.5 }),
    unsure: unsureSchema.prefault({}),
    calibration: z
      .strictObject({
        passage: calibratorSchema.optional(),
        triple: calibratorSchema.optional(),
        fact: z
          .union([calibratorSchema, z.literal('none')])
          .default('none')
          .describe(
            'Of facts that rest on what samples say of them (facts: statements or evidence) and on no other family.',
          ),
      })
      .prefault({})
      .describe(
        'How scores become the chance of being wrong: of passages; of triples, sentences and claims, as `hallugraph calibrate` writes it; of facts.',
      ),
  })
  .refine(({ passage, threshold }) => passage !== 'flaggedShare' || threshold.rule === 'fixed', {
    path: ['passage'],
    message: 'flaggedShare needs a fixed threshold, since it counts triples below it',
  });

const settingsSchema = z.strictObject({
  $schema: z.string().optional(),
  preset: z
    .enum([
      'default',
      'lean',
      'local',
      'paper-phd',
      'paper-wikibio',
      'check',
      'refchecker',
      'grapheval',
      'rhd',
    ])
    .default('default')
    .describe('Starting point; the settings below change it.'),
  protocol: z
    .enum(['economy', 'paper'])
    .default('economy')
    .describe(
      "How models are asked: economy, many questions a request; paper, one by one as the authors' scripts do.",
    ),
  seed: z.int().default(0).describe('Seed of every random draw.'),
  concurrency: z
    .int()
    .min(1)
    .max(256)
    .optional()
    .describe(
      'Passages in work at once; default: as many as requests may be in flight where a service is asked, else 4.',
    ),
  models: z
    .strictObject({
      generator: chatModelSchema.prefault({}).describe('The model under evaluation: samples and answers.'),
      analyst: chatModelSchema.optional().describe('Extracts and phrases; default: the generator.'),
      judge: chatModelSchema
        .optional()
        .describe('Says what is equal and what is supported; default: the analyst.'),
    })
    .prefault({}),
  embedder: embedderSchema.prefault({}),
  sampling: samplingSchema.prefault({}),
  segmentation: segmentationSchema.prefault({}),
  graph: graphSchema.prefault({}),
  encoder: encoderSchema.prefault({}),
  recordEncoders: z
    .array(encoderSchema.shape.kind.unwrap())
    .default([])
    .describe('Record what these encoders make of the same graphs, for ablations without a further call.'),
  consistency: consistencySchema.prefault({}),
  verification: verificationSchema.prefault({}),
  agreement: z
    .strictObject({
      enabled: z
        .boolean()
        .default(true)
        .describe('Measure sample agreement (support, numbers, spread, agreement).'),
    })
    .prefault({}),
  reference: referenceSchema.prefault({}),
  uncertainty: uncertaintySchema.prefault({}),
  scoring: scoringSchema.prefault({}),
  cache: cacheSchema.prefault({}),
  budget: budgetSchema.prefault({}),
  prices: pricesSchema.default({}),
  nli: nliSchema.optional(),
  tune: tuneSchema.prefault({}),
  provenance: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Where settings come from, as tune and calibrate write it; changes nothing.'),
  prompts: z
    .string()
    .optional()
    .describe('Folder with own copies of prompt files; those absent come from the package.'),
});

export const configSchema = settingsSchema.superRefine((config, { addIssue }) => {
  const message = faultOfOrder(config);
  if (message !== null) addIssue({ code: 'custom', path: ['budget', 'degrade'], message });
});

/** A complete configuration: every default filled in. */
export type Config = z.output<typeof configSchema>;
/** What a user writes: any part of it. */
export type ConfigInput = z.input<typeof configSchema>;
export type ChatModelConfig = Config['models']['generator'];
export type CacheConfig = Config['cache'];
export type EmbedderConfig = Config['embedder'];
export type EncoderConfig = Config['encoder'];
export type NliConfig = NonNullable<Config['nli']>;
