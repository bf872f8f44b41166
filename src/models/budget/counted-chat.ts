import { once } from '../../common/memoize.ts';
import { type ChatAnswer, type ChatModel, type ChatRequest, wrapChat } from '../chat-model.ts';
import type { Usage } from '../../passage.ts';
import { promptTokens } from './token-estimate.ts';
import { tokenCounterFor } from './token-count.ts';

/**
 * Wraps `model`, as the innermost layer of a stack: estimates counts that the service did not send, which are 0.
 *
 * @param name of the model, which selects the vocabulary; loaded with the first answer without counts
 */
export function countUsage(model: ChatModel, name: string): ChatModel {
  const counter = once(() => tokenCounterFor(name));
  return wrapChat(model, async (request, options) => {
    const answer = await model.complete(request, options);
    if (isCounted(answer)) return answer;
    return { ...answer, usage: estimated(request, answer, (await counter()).count) };
  });
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
