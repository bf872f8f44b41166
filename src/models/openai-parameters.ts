/**
 * The parameters of a chat completion, in the dialect that the service understands.
 *
 * Services and models differ: some know no `n`, some no JSON schema, and reasoning models take neither
 * `max_tokens` nor a temperature. A dialect starts with what is most likely and gives way, one step for each
 * refusal, so that every refused request is mended at most a few times.
 */
import type OpenAI from 'openai';
import type { ChatModelConfig } from '../config/schema.ts';
import type { ChatRequest } from './chat-model.ts';

type ChatParameters = OpenAI.Chat.Completions.ChatCompletionCreateParamsNonStreaming;

export interface Dialect {
  structuredOutput: 'json-schema' | 'json-object' | 'none';
  multipleChoices: boolean;
  tokenLimit: 'max_completion_tokens' | 'max_tokens';
  /** Whether the token limit was renamed already. */
  tokenLimitRenamed: boolean;
  temperature: boolean;
  seed: boolean;
}

/** The dialect to begin with: OpenAI's newer name of the token limit, everybody else's older one. */
export function firstDialect(config: ChatModelConfig, official: boolean): Dialect {
  return {
    structuredOutput: config.structuredOutput === 'auto' ? 'json-schema' : config.structuredOutput,
    multipleChoices: config.multipleChoices !== 'no',
    tokenLimit: official ? 'max_completion_tokens' : 'max_tokens',
    tokenLimitRenamed: false,
    temperature: true,
    seed: true,
  };
}

export interface Draws {
  /** Answers to ask for in this request. */
  n: number;
  /** Position of the first of them among all answers of the call. */
  first: number;
}

/** The body of one request. Every draw that is sent alone gets a seed of its own, or all would be alike. */
export function chatParameters(
  config: ChatModelConfig,
  request: ChatRequest,
  draws: Draws,
  dialect: Dialect,
): ChatParameters {
  const limit = Math.min(request.maxOutputTokens ?? Infinity, config.maxOutputTokens ?? Infinity);
  return {
    model: config.model,
    messages: request.messages.map(({ role, content }) => ({ role, content })),
    ...(draws.n > 1 && { n: draws.n }),
    ...(dialect.temperature && request.temperature !== undefined && { temperature: request.temperature }),
    ...(dialect.seed && request.seed !== undefined && { seed: (request.seed + draws.first) & 0x7fffffff }),
    ...(limit !== Infinity && { [dialect.tokenLimit]: limit }),
    ...responseFormat(request, dialect),
  };
}

function responseFormat(request: ChatRequest, dialect: Dialect): Pick<ChatParameters, 'response_format'> {
  if (request.schema === undefined || dialect.structuredOutput === 'none') return {};
  if (dialect.structuredOutput === 'json-object') return { response_format: { type: 'json_object' } };
  return { response_format: { type: 'json_schema', json_schema: { ...request.schema, strict: true } } };
}

/** What a service said when it refused a request. */
export interface Refusal {
  status: number | undefined;
  param: string | null | undefined;
  message: string;
}

/**
 * How to speak after a refusal: the parts of the dialect to change, or null where the refusal names no
 * parameter that can be given up.
 *
 * @param sent the parameters that were refused
 */
export function adaptDialect(
  dialect: Dialect,
  sent: ChatParameters,
  refusal: Refusal,
  config: ChatModelConfig,
): Partial<Dialect> | null {
  if (refusal.status !== 400 && refusal.status !== 422) return null;
  const names = (parameter: string, words: RegExp) =>
    parameter in sent && (refusal.param?.split('.')[0] === parameter || words.test(refusal.message));
  if (
    config.structuredOutput === 'auto' &&
    names('response_format', /response[_ ]?format|json_?(schema|object)|structured output|grammar/i)
  ) {
    return { structuredOutput: dialect.structuredOutput === 'json-schema' ? 'json-object' : 'none' };
  }
  if (!dialect.tokenLimitRenamed && names(dialect.tokenLimit, /\bmax_(completion_)?tokens\b/)) {
    const other = dialect.tokenLimit === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
    return { tokenLimit: other, tokenLimitRenamed: true };
  }
  if (names('temperature', /\btemperature\b/i)) return { temperature: false };
  if (names('seed', /\bseed\b/i)) return { seed: false };
  if (
    config.multipleChoices === 'auto' &&
    names('n', /(['"`])n\1|\bn\b (must|should|is|has|>|=)|\bbody\.n\b|multiple (choices|completions)/i)
  ) {
    return { multipleChoices: false };
  }
  return null;
}
