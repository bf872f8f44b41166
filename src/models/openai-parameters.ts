/** A request and its answer in the form of the chat completions endpoint. */
import type OpenAI from 'openai';
import type { ChatModelConfig } from '../config/schema.ts';
import type { ChatAnswer, ChatChoice, ChatRequest, FinishReason } from './chat-model.ts';
import type { Quirks } from './chat-quirks.ts';

type ChatParameters = OpenAI.Chat.Completions.ChatCompletionCreateParamsNonStreaming;

/** The body of one request. */
export function chatParameters(
  config: ChatModelConfig,
  request: ChatRequest,
  quirks: Quirks,
): ChatParameters {
  const { n = 1 } = request;
  const limit = outputLimit(config, request);
  return {
    model: config.model,
    messages: request.messages.map(({ role, content }) => ({ role, content })),
    ...(n > 1 && quirks.multipleChoices && { n }),
    ...(quirks.temperature && request.temperature !== undefined && { temperature: request.temperature }),
    ...(quirks.seed && request.seed !== undefined && { seed: request.seed & 0x7fffffff }),
    ...(limit !== undefined && { [quirks.tokenLimit]: limit }),
    ...responseFormat(request, quirks),
  };
}

/** The smaller limit of request and settings, in tokens. */
export function outputLimit(config: ChatModelConfig, request: ChatRequest): number | undefined {
  const limits = [request.maxOutputTokens, config.maxOutputTokens].filter((limit) => limit !== undefined);
  return limits.length === 0 ? undefined : Math.min(...limits);
}

function responseFormat(request: ChatRequest, quirks: Quirks): Pick<ChatParameters, 'response_format'> {
  if (request.schema === undefined || quirks.structuredOutput === 'none') return {};
  if (quirks.structuredOutput === 'json-object') return { response_format: { type: 'json_object' } };
  return { response_format: { type: 'json_schema', json_schema: { ...request.schema, strict: true } } };
}

/** @throws TypeError when it is not a completion */
export function readCompletion(completion: OpenAI.Chat.Completions.ChatCompletion): ChatAnswer {
  const choices = completion?.choices;
  if (!Array.isArray(choices)) throw new TypeError('no choices');
  const inOrder = [...choices].sort((a, b) => (a.index ?? 0) - (b.index ?? 0));
  return {
    choices: inOrder.map(readChoice),
    usage: {
      requests: 1,
      inputTokens: completion.usage?.prompt_tokens ?? 0,
      outputTokens: completion.usage?.completion_tokens ?? 0,
    },
  };
}

/** Compatible services leave out the message, or give its text in parts. */
function readChoice({ message, finish_reason }: OpenAI.Chat.Completions.ChatCompletion.Choice): ChatChoice {
  if (message?.refusal) return { text: message.refusal, finishReason: 'refusal' };
  const content: unknown = message?.content;
  const parts: unknown[] = Array.isArray(content) ? content.map((part) => part?.text) : [content];
  const text = parts.filter((part) => typeof part === 'string').join('');
  return { text: withoutReasoning(text), finishReason: finishReasons[finish_reason] ?? 'stop' };
}

/** Takes away what some services leave of a model's reasoning in front of its answer. */
export const withoutReasoning = (text: string): string => text.replace(/^\s*<think>[\s\S]*?<\/think>\s*/, '');

/** Those that do not mean a finished answer, with the names that compatible services use for them. */
const finishReasons: Record<string, FinishReason> = {
  length: 'length',
  max_tokens: 'length',
  content_filter: 'content-filter',
  refusal: 'refusal',
};
