/**
 * The identity of a request: equal keys mean that equal answers are as good.
 *
 * A key covers everything that can change an answer and nothing else: service, model and its settings, messages,
 * temperature, token limit, seed, schema, log-probabilities. Retries, timeouts and rates, how draws are fetched
 * (`multipleChoices`) and what a request is for (`purpose`) are not part of it.
 *
 * Draws are numbered from 0 within a key. A request at temperature 0 or with a seed is repeatable: its draws 0 to n -
 * 1 are the same for all callers. Sampling without a seed is not: two passages with one prompt must get independent
 * draws. Their keys differ by the scope, and draws of one scope over several requests are numbered consecutively
 * (`firstDraw`). Without a scope draws cannot be assigned; see {@link isNumbered}.
 */
import { createHash } from 'node:crypto';
import type { ChatModelConfig } from '../../config/schema.ts';
import type { ChatRequest } from '../chat-model.ts';

/** The part of a key that all requests to one model share. */
export interface ModelIdentity {
  /** Host and path of the service, without scheme, credentials and query; empty for a model of the caller. */
  service: string;
  model: string;
  /** Limit of one answer in tokens, from the configuration. */
  maxOutputTokens?: number | undefined;
  /** Further settings that can change an answer. */
  settings: Readonly<Record<string, unknown>>;
}

/** Settings that change how a service is reached, not what it answers. Any other setting is part of the key. */
const TRANSPORT: ReadonlySet<string> = new Set([
  'baseUrl',
  'apiKeyEnv',
  'timeoutSeconds',
  'maxAnswerBytes',
  'maxRetries',
  'maxRetrySeconds',
  'giveUpSeconds',
  'multipleChoices',
  'tokenLimit',
  'maxConcurrency',
  'requestsPerMinute',
  'tokensPerMinute',
  'usdPerMinute',
]);

/** Settings that were removed, as they are in the keys of older answers and recordings. */
const REMOVED = { provider: 'openai', dtype: 'q4' };

/**
 * @param serviceUrl base URL in use, whether from the configuration, the environment or the default; null for a
 *   model of the caller
 */
export function modelIdentity(config: ChatModelConfig, serviceUrl: string | null): ModelIdentity {
  const { model, maxOutputTokens, ...others } = config;
  return {
    service: serviceUrl === null ? '' : hostAndPath(serviceUrl),
    model,
    maxOutputTokens,
    settings: {
      ...REMOVED,
      ...Object.fromEntries(Object.entries(others).filter(([name]) => !TRANSPORT.has(name))),
    },
  };
}

function hostAndPath(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname.replace(/\/+$/, '')}`;
}

/** SHA-256 in hexadecimal over the canonical JSON of model and request; the index of a draw is kept separately. */
export function requestKey(identity: ModelIdentity, request: ChatRequest): string {
  const { messages, temperature, seed, schema, logprobs } = request;
  return sha256(
    canonicalJson({
      ...identity,
      messages: messages.map(({ role, content }) => ({ role, content })),
      temperature,
      seed,
      schema,
      logprobs,
      scope: isRepeatable(request) ? undefined : request.scope,
    }),
  );
}

/** Whether repeating the request means the same draws. */
export function isRepeatable({ temperature, seed }: ChatRequest): boolean {
  return temperature === 0 || seed !== undefined;
}

/** Whether the draws of a request are distinguishable from those of an equal one. */
export function isNumbered(request: ChatRequest): boolean {
  return isRepeatable(request) || request.scope !== undefined;
}

/** JSON with sorted keys; members that are undefined are left out. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
