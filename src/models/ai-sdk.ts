/**
 * Models of the Vercel AI SDK (`@ai-sdk/openai`, `@ai-sdk/anthropic` ...) as chat model and embedder.
 *
 * The SDK itself is not loaded: only what versions 2 to 4 of its interfaces have in common is used.
 */
import { ModelCallError } from '../errors.ts';
import { requestUsage } from './budget/usage.ts';
import type { ChatMessage, ChatModel, ChatRequest, FinishReason } from './chat-model.ts';
import type { Embedder } from './embedder.ts';
import { redact } from './openai/openai-errors.ts';
import { retryAfterSeconds } from './openai/openai-fetch.ts';
import { embedFunction } from './own-functions.ts';
import { mapSlices } from './slices.ts';

/** `LanguageModelV2`, `V3` or `V4` of `@ai-sdk/provider`, as far as it is used. */
export interface AiSdkLanguageModel {
  readonly provider: string;
  readonly modelId: string;
  doGenerate(options: AiSdkCall): PromiseLike<AiSdkAnswer>;
}

interface AiSdkCall {
  prompt: AiSdkMessage[];
  temperature?: number;
  seed?: number;
  responseFormat?: { type: 'json'; name: string; schema: Record<string, unknown> };
  abortSignal?: AbortSignal;
}

type AiSdkMessage =
  | { role: 'system'; content: string }
  | { role: 'user' | 'assistant'; content: { type: 'text'; text: string }[] };

interface AiSdkAnswer {
  readonly content: readonly { readonly type: string; readonly text?: unknown }[];
  readonly finishReason: string | { readonly unified: string };
  readonly usage?: { readonly inputTokens: AiSdkCount; readonly outputTokens: AiSdkCount };
}

type AiSdkCount = number | undefined | { readonly total: number | undefined };

/** `EmbeddingModelV2`, `V3` or `V4`, as far as it is used. */
export interface AiSdkEmbeddingModel {
  readonly provider: string;
  readonly modelId: string;
  readonly maxEmbeddingsPerCall: PromiseLike<number | undefined> | number | undefined;
  doEmbed(options: {
    values: string[];
    abortSignal?: AbortSignal;
  }): PromiseLike<{ readonly embeddings: readonly (readonly number[])[] }>;
}

/**
 * A chat model backed by a language model of the AI SDK. Each draw is a separate request. Log-probabilities are not
 * requested, since the SDK has no common form for them.
 *
 * @example
 * const detector = createDetector({}, { chat: aiSdkChat(openai('gpt-4o-mini')) });
 */
export function aiSdkChat(model: AiSdkLanguageModel): ChatModel {
  const id = `${model.provider}/${model.modelId}`;
  return {
    id,
    async complete(request, { signal } = {}) {
      signal?.throwIfAborted();
      try {
        const { content, finishReason, usage } = await model.doGenerate(callOf(request, signal));
        const texts = content.flatMap(({ type, text }) => (type === 'text' ? [String(text)] : []));
        const reason = typeof finishReason === 'string' ? finishReason : finishReason.unified;
        return {
          choices: [{ text: texts.join(''), finishReason: FINISHED[reason] ?? 'stop' }],
          usage: requestUsage(total(usage?.inputTokens), total(usage?.outputTokens)),
        };
      } catch (error) {
        signal?.throwIfAborted();
        throw callError(error, `${request.purpose}: ${id}`);
      }
    },
  };
}

export function aiSdkEmbedder(model: AiSdkEmbeddingModel): Embedder {
  const id = `${model.provider}/${model.modelId}`;
  return embedFunction(id, async (texts, { signal: abortSignal }) => {
    const size = (await model.maxEmbeddingsPerCall) ?? texts.length;
    const embed = async (values: string[]) =>
      (await model.doEmbed({ values, ...(abortSignal && { abortSignal }) })).embeddings;
    return mapSlices(texts, size, embed).catch((error: unknown) => {
      abortSignal?.throwIfAborted();
      throw callError(error, `embeddings: ${id}`);
    });
  });
}

const callOf = (
  { messages, temperature, seed, schema }: ChatRequest,
  abortSignal?: AbortSignal,
): AiSdkCall => ({
  prompt: messages.map(messageOf),
  ...(temperature !== undefined && { temperature }),
  ...(seed !== undefined && { seed }),
  ...(schema && { responseFormat: { type: 'json', ...schema } }),
  ...(abortSignal && { abortSignal }),
});

const messageOf = ({ role, content }: ChatMessage): AiSdkMessage =>
  role === 'system' ? { role, content } : { role, content: [{ type: 'text', text: content }] };

/** Finish reasons of incomplete answers; any other reason counts as `stop`. */
const FINISHED: Readonly<Record<string, FinishReason>> = {
  length: 'length',
  error: 'length',
  interrupted: 'length',
  'content-filter': 'content-filter',
};

const total = (count: AiSdkCount): number | undefined => (typeof count === 'object' ? count.total : count);

/** Converts an `APICallError`, keeping its status and whether it is retryable; any other error is final. */
function callError(error: unknown, what: string): ModelCallError {
  if (error instanceof ModelCallError) return error;
  const { message, statusCode, isRetryable, responseHeaders } = error as {
    message?: string;
    statusCode?: number;
    isRetryable?: boolean;
    responseHeaders?: Record<string, string>;
  };
  return new ModelCallError(`${what}: ${redact(message ?? String(error), [])}`, {
    retryable: isRetryable === true,
    status: statusCode ?? null,
    retryAfterSeconds: responseHeaders ? retryAfterSeconds(new Headers(responseHeaders)) : null,
  });
}
