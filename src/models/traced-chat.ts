/** A chat model with a span for each request, by OpenTelemetry's semantic conventions for generative AI. */
import type { Attributes } from '@opentelemetry/api';
import type { ChatModelConfig } from '../config/schema.ts';
import type { ChatMessage } from '../passage.ts';
import { type ChatAnswer, type ChatModel, type ChatRequest, wrapChat } from './chat-model.ts';
import type { Tracing } from './tracing.ts';

/** Wraps `model`, whose calls are single requests. @param address of the service; null where the model has none */
export function traceChat(
  model: ChatModel,
  tracing: Tracing,
  { maxOutputTokens }: Pick<ChatModelConfig, 'maxOutputTokens'>,
  address: string | null,
): ChatModel {
  const [, provider = model.id, asked = model.id] = /^([^/]+)\/(.+)$/.exec(model.id) ?? [];
  const name = `chat ${asked}`;
  const ofModel: Attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': provider,
    'gen_ai.request.model': asked,
    ...(maxOutputTokens !== undefined && { 'gen_ai.request.max_tokens': maxOutputTokens }),
    ...(address !== null && serverOf(address)),
  };
  return wrapChat(model, (request, options) => {
    const attributes = { ...ofModel, ...requestAttributes(request, tracing.content) };
    return tracing.within({ name, kind: 'CLIENT', attributes }, async (span) => {
      const answer = await model.complete(request, options);
      span.set(answerAttributes(answer, tracing.content));
      return answer;
    });
  });
}

function serverOf(address: string): Attributes {
  const { hostname, port, protocol } = new URL(address);
  return {
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'http:' ? 80 : 443),
  };
}

const requestAttributes = (
  { messages, n = 1, temperature, seed, schema, purpose }: ChatRequest,
  content: boolean,
): Attributes => ({
  'hallugraph.purpose': purpose,
  'gen_ai.output.type': schema ? 'json' : 'text',
  ...(n > 1 && { 'gen_ai.request.choice.count': n }),
  ...(temperature !== undefined && { 'gen_ai.request.temperature': temperature }),
  ...(seed !== undefined && { 'gen_ai.request.seed': seed }),
  ...(content && { 'gen_ai.input.messages': JSON.stringify(messages.map(messageOf)) }),
});

/** A count of 0 was not sent by the service. */
const answerAttributes = ({ choices, usage }: ChatAnswer, content: boolean): Attributes => ({
  'gen_ai.response.finish_reasons': choices.map(({ finishReason }) => finishReason),
  ...(usage.inputTokens > 0 && { 'gen_ai.usage.input_tokens': usage.inputTokens }),
  ...(usage.outputTokens > 0 && { 'gen_ai.usage.output_tokens': usage.outputTokens }),
  ...(content && {
    'gen_ai.output.messages': JSON.stringify(
      choices.map(({ text, finishReason }) => ({
        ...messageOf({ role: 'assistant', content: text }),
        finish_reason: finishReason,
      })),
    ),
  }),
});

const messageOf = ({ role, content }: ChatMessage) => ({ role, parts: [{ type: 'text', content }] });
