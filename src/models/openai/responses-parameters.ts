/** Requests and answers of the Responses API, which has neither `n` nor a seed. */
import type OpenAI from 'openai';
import type { ChatModelConfig } from '../../config/schema.ts';
import { requestUsage } from '../budget/usage.ts';
import type { ChatAnswer, ChatChoice, ChatRequest } from '../chat-model.ts';
import { alternativesWanted, finishReasonOf, withoutReasoning } from './chat-parameters.ts';
import type { Quirks } from './chat-quirks.ts';
import { readTokens, tokensOfText } from './openai-logprobs.ts';

type ResponseParameters = OpenAI.Responses.ResponseCreateParamsNonStreaming;

/** The body of one request; the service is told not to store it. */
export function responseParameters(
  config: ChatModelConfig,
  request: ChatRequest,
  quirks: Quirks,
): ResponseParameters {
  const limit = config.maxOutputTokens;
  const alternatives = alternativesWanted(request, quirks);
  return {
    model: config.model,
    input: request.messages.map(({ role, content }) => ({ role, content })),
    store: false,
    ...(quirks.temperature && request.temperature !== undefined && { temperature: request.temperature }),
    ...(limit !== undefined && { max_output_tokens: limit }),
    ...textFormat(request, quirks),
    ...(alternatives !== null && {
      include: ['message.output_text.logprobs'],
      top_logprobs: alternatives,
    }),
  };
}

function textFormat({ schema }: ChatRequest, quirks: Quirks): Pick<ResponseParameters, 'text'> {
  if (schema === undefined || quirks.structuredOutput === 'none') return {};
  if (quirks.structuredOutput === 'json-object') return { text: { format: { type: 'json_object' } } };
  return { text: { format: { type: 'json_schema', ...schema, strict: true } } };
}

/** @throws TypeError when it is not a response */
export function readResponse(response: OpenAI.Responses.Response): ChatAnswer {
  if (!Array.isArray(response?.output)) throw new TypeError('no output');
  return {
    choices: [readOutput(response)],
    usage: requestUsage(response.usage?.input_tokens, response.usage?.output_tokens),
  };
}

function readOutput({ output, incomplete_details }: OpenAI.Responses.Response): ChatChoice {
  const parts = output.flatMap((item) => (item.type === 'message' ? item.content : []));
  const refusal = parts.find((part) => part.type === 'refusal');
  if (refusal) return { text: refusal.refusal, finishReason: 'refusal' };
  const written = parts.filter((part) => part.type === 'output_text');
  const text = withoutReasoning(written.map((part) => part.text).join(''));
  const tokens = tokensOfText(text, readTokens(written.flatMap(({ logprobs = [] }) => logprobs ?? [])));
  const finishReason = finishReasonOf(incomplete_details?.reason);
  return { text, finishReason, ...(tokens && { tokens }) };
}
