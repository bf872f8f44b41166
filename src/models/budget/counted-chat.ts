import { once } from '../../common/memoize.ts';
import type { ChatModelConfig } from '../../config/schema.ts';
import { type ChatAnswer, type ChatModel, type ChatRequest, wrapChat } from '../chat-model.ts';
import type { Usage } from '../../passage.ts';
import { promptTokens } from './token-estimate.ts';
import { tokenCounterFor } from './token-count.ts';

/**
 * Wraps `model`, as the innermost layer of a stack: estimates counts that the service did not send (0) or that
 * are impossible.
 *
 * @param name of the model, which selects the vocabulary; loaded with the first answer without counts
 * @param sent settings of the requests that counts have to fit; default: counts are not bounded
 */
export function countUsage(
  model: ChatModel,
  name: string,
  sent?: Pick<ChatModelConfig, 'maxOutputTokens'>,
): ChatModel {
  const counter = once(() => tokenCounterFor(name));
  return wrapChat(model, async (request, options) => {
    const answer = await model.complete(request, options);
    const usage = sent ? possible(answer.usage, request, sent) : answer.usage;
    if (isCounted({ ...answer, usage })) return answer;
    return { ...answer, usage: estimated(request, { ...answer, usage }, (await counter()).count) };
  });
}

/**
 * Bounds of prompt tokens: no tokenizer makes more than one token of a byte, and images and tools are not sent. Factor and
 * addend leave room for the chat template of the service.
 */
const TOKENS_PER_BYTE = 4;
const TOKENS_AROUND = 1000;
/** Answer tokens allowed beyond the limit: services may count reasoning separately, and no model reasons longer. */
const REASONING_TOKENS = 200_000;

/** Counts of a service; 0 for those above the bounds. */
function possible(
  usage: Usage,
  { messages, schema, n = 1 }: ChatRequest,
  { maxOutputTokens = Number.POSITIVE_INFINITY }: Pick<ChatModelConfig, 'maxOutputTokens'>,
): Usage {
  const bytes = Buffer.byteLength(JSON.stringify([messages, schema]));
  const mostInput = (TOKENS_PER_BYTE * bytes + TOKENS_AROUND) * usage.requests;
  const mostOutput = (maxOutputTokens + REASONING_TOKENS) * Math.max(n, usage.requests);
  return {
    ...usage,
    inputTokens: usage.inputTokens > mostInput ? 0 : usage.inputTokens,
    outputTokens: usage.outputTokens > mostOutput ? 0 : usage.outputTokens,
  };
}

const isCounted = ({ choices, usage }: ChatAnswer): boolean =>
  usage.requests === 0 ||
  (usage.inputTokens > 0 && (usage.outputTokens > 0 || choices.every(({ text }) => text === '')));

function estimated(
  { messages }: ChatRequest,
  { choices, usage }: ChatAnswer,
  count: (text: string) => number,
): Usage {
  const written = () => choices.reduce((sum, { text }) => sum + count(text), 0);
  return {
    requests: usage.requests,
    inputTokens: usage.inputTokens || promptTokens(messages, count) * usage.requests,
    outputTokens: usage.outputTokens || written(),
    estimated: true,
  };
}
