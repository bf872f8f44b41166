/** Settings of chat models, embeddings and NLI, of budgets and of the cache. */
import { z } from 'zod';
import { choice, flag, positive, text, whole } from '../common/setting-types.ts';

const environmentVariable = z
  .string()
  .regex(/^[A-Za-z_]\w*$/, 'the name of an environment variable, not the key itself');
/** A config is stored in runs, so addresses and headers in it hold no secrets; those come from the environment. */
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

/** Of a local model, run by ONNX. */
const transformersModel = {
  dtype: choice(['fp32', 'fp16', 'q8', 'int8', 'uint8', 'q4', 'q4f16', 'bnb4'], 'fp32').describe(
    'Weights of a transformers model.',
  ),
  cacheDir: z.string().optional().describe('Where transformers models are kept.'),
  offline: flag(false).describe('Download nothing from the Hugging Face hub.'),
};

export const chatModelSchema = z
  .strictObject({
    model: text.default('gpt-4o-mini').describe('Model id as the service knows it.'),
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
    azureApiVersion: text
      .optional()
      .describe(
        'Makes baseUrl an Azure resource (https://NAME.openai.azure.com), model a deployment, and this the api-version.',
      ),
    api: choice(['auto', 'chat', 'responses'], 'auto').describe(
      'Chat completions or the Responses API; auto takes the latter where the former is refused.',
    ),
    structuredOutput: choice(['auto', 'json-schema', 'json-object', 'none'], 'auto').describe(
      'How JSON answers are asked for; auto tries JSON schema and falls back once refused.',
    ),
    multipleChoices: choice(['auto', 'yes', 'no'], 'auto').describe(
      'Whether the service answers n > 1 in one request; auto fills up what is missing.',
    ),
    tokenLimit: choice(['auto', 'max_tokens', 'max_completion_tokens'], 'auto').describe(
      'Name of the token limit; auto takes the other one once refused.',
    ),
    omit: z
      .array(z.enum(['temperature', 'seed']))
      .default([])
      .describe('Parameters the model is known not to take; refused ones are left out by themselves.'),
    timeoutSeconds: positive.default(120).describe('Limit of one request, in seconds.'),
    maxAnswerBytes: whole(8e6, 1).describe(
      'Limit of the body of one answer, decoded; beyond, the connection is ended.',
    ),
    maxConcurrency: whole(16, 1).describe('Requests in flight; fewer while throttled.'),
    requestsPerMinute: positive.optional().describe('Requests a minute; default: no limit.'),
    tokensPerMinute: positive.optional().describe('Tokens a minute; default: no limit.'),
    usdPerMinute: positive
      .optional()
      .describe('US dollars a minute; needs the price of the model. Default: no limit.'),
    maxRetries: whole(4, 0).describe(
      'Retries of a request that failed for a passing reason; waiting for a limit is not counted.',
    ),
    maxRetrySeconds: positive
      .default(180)
      .describe('Time from the first attempt of a request in which further ones may begin, in seconds.'),
    giveUpSeconds: positive
      .default(60)
      .describe('Silence of the service, in seconds, after which a run ends to be resumed later.'),
    maxOutputTokens: z.int().positive().optional().describe('Limit of one answer, in tokens.'),
  })
  .describe('A chat model of an OpenAI-compatible service.');

export const embedderSchema = z
  .strictObject({
    provider: choice(['auto', 'lexical', 'transformers', 'openai'], 'lexical').describe(
      'lexical: no download, word and character features; transformers: a local ONNX model; openai: a service; auto: transformers where package and model are on this machine already, else lexical.',
    ),
    model: z
      .string()
      .optional()
      .describe(
        'Hugging Face id, local folder or service model; default: Xenova/all-MiniLM-L6-v2, text-embedding-3-small.',
      ),
    ...transformersModel,
    baseUrl: serviceUrl.optional().describe('Base URL of an embeddings service.'),
    apiKeyEnv: environmentVariable
      .default('OPENAI_API_KEY')
      .describe('Environment variable with the API key.'),
    batchSize: whole(64, 1).describe('Texts in one forward pass or request.'),
  })
  .describe('The sentence embeddings that initialise nodes and compare phrases.');

export const nliSchema = z
  .strictObject({
    model: text.describe('Hugging Face id or local folder of an ONNX model for NLI.'),
    ...transformersModel,
    batchSize: whole(16, 1).describe('Pairs of texts in one forward pass.'),
  })
  .describe('A natural language inference model, for the checkers and baselines that need one.');

export const cacheSchema = z
  .strictObject({
    enabled: z
      .boolean()
      .optional()
      .describe(
        'Ask a service nothing that it has answered before; default: true in the command line, false in code.',
      ),
    dir: text
      .optional()
      .describe(
        'Folder of the answers, on a local disk; default: answers in HALLUGRAPH_CACHE, else hallugraph/answers in the user cache folder.',
      ),
    ttlDays: positive.optional().describe('Days an answer is good for; default: for ever.'),
    maxBytes: whole(2e9, 1).describe(
      'Room of the answers; beyond it those are deleted that were not asked for longest.',
    ),
  })
  .describe('The answers of chat models, kept for later runs.');

export const budgetSchema = z
  .strictObject({
    usd: positive.optional().describe('US dollars; needs the price of every model asked.'),
    tokens: positive.optional().describe('Input and output tokens together.'),
    requests: z.int().positive().optional().describe('Requests that were answered.'),
  })
  .describe('What a run may cost: a request that would exceed it is not sent. Default: no limit.');

export const pricesSchema = z
  .record(
    z.string(),
    z.strictObject({
      input: z.number().min(0).describe('US dollars a million input tokens.'),
      output: z.number().min(0).describe('US dollars a million output tokens.'),
    }),
  )
  .describe('Prices of models by name, over those that are known: {my-model: {input: 0.15, output: 0.6}}.');
