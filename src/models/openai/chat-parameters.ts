/** Requests and answers of the chat completions endpoint. */
import type OpenAI from 'openai';
import type { ChatModelConfig } from '../../config/schema.ts';
import { requestUsage } from '../budget/usage.ts';
import type { ChatAnswer, ChatChoice, ChatRequest, FinishReason } from '../chat-model.ts';
import { FEW_ALTERNATIVES, type Quirks } from './chat-quirks.ts';
import { readTokens, type ServiceToken, tokensOfText } from './openai-logprobs.ts';

type ChatParameters = OpenAI.Chat.Completions.ChatCompletionCreateParamsNonStreaming;

export function chatParameters(
  config: ChatModelConfig,
  request: ChatRequest,
  quirks: Quirks,
): ChatParameters {
  const { n = 1 } = request;
  const limit = config.maxOutputTokens;
  return {
    model: config.model,
    messages: request.messages.map(({ role, content }) => ({ role, content })),
    ...(n > 1 && quirks.multipleChoices && { n }),
    ...(quirks.temperature && request.temperature !== undefined && { temperature: request.temperature }),
    ...(quirks.seed && request.seed !== undefined && { seed: request.seed & 0x7fffffff }),
    ...(limit !== undefined && { [quirks.tokenLimit]: limit }),
    ...responseFormat(request, quirks),
    ...logprobs(request, quirks),
  };
}

function logprobs(request: ChatRequest, quirks: Quirks): Pick<ChatParameters, 'logprobs' | 'top_logprobs'> {
  const alternatives = alternativesWanted(request, quirks);
  if (alternatives === null) return {};
  return { logprobs: true, ...(alternatives > 0 && { top_logprobs: alternatives }) };
}

/** Alternatives per token to request; null where log-probabilities are not wanted or not supported. */
export function alternativesWanted({ logprobs }: ChatRequest, quirks: Quirks): number | null {
  if (logprobs === undefined || quirks.logprobs === 'none') return null;
  return quirks.logprobs === 'few' ? Math.min(FEW_ALTERNATIVES, logprobs) : logprobs;
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
    usage: requestUsage(completion.usage?.prompt_tokens, completion.usage?.completion_tokens),
  };
}

/** Compatible services may leave out the message, or send its text in parts. */
function readChoice(choice: OpenAI.Chat.Completions.ChatCompletion.Choice): ChatChoice {
  const { message, finish_reason } = choice;
  if (message?.refusal) return { text: message.refusal, finishReason: 'refusal' };
  const content: unknown = message?.content;
  const parts: unknown[] = Array.isArray(content) ? content.map((part) => part?.text) : [content];
  const text = withoutReasoning(parts.filter((part) => typeof part === 'string').join(''));
  const tokens = tokensOfText(text, readTokens(choice.logprobs?.content as ServiceToken[] | undefined));
  return { text, finishReason: finishReasonOf(finish_reason), ...(tokens && { tokens }) };
}

/** Removes reasoning that some services leave in front of an answer. */
export const withoutReasoning = (text: string): string => text.replace(/^\s*<think>[\s\S]*?<\/think>\s*/, '');

/** Reasons of unfinished answers, with the names that compatible services use. */
const FINISH_REASONS: ReadonlyMap<string | undefined, FinishReason> = new Map([
  ...(['length', 'max_tokens', 'max_output_tokens'] as const).map((name) => [name, 'length'] as const),
  ['content_filter', 'content-filter'],
  ['refusal', 'refusal'],
]);

export const finishReasonOf = (reason: string | undefined): FinishReason =>
  FINISH_REASONS.get(reason) ?? 'stop';
