/** A chat model that is asked no faster than its service allows to all processes together. */
import { estimateTokens } from '../budget/token-estimate.ts';
import type { ChatModel } from '../chat-model.ts';
import type { RateSettings } from './rate-limit.ts';
import { sleep } from './sleep.ts';

/**
 * Takes a turn of so many milliseconds: turns of one key follow one another, whoever takes them. A turn of less than
 * none gives time back.
 *
 * @returns milliseconds until it begins
 */
export type TakeTurn = (key: string, milliseconds: number) => Promise<number>;

export interface SharedPace {
  /** Equal for models whose limits are the same. */
  key: string;
  takeTurn: TakeTurn;
}

const MINUTE = 60_000;

/** Wraps `model`, whose calls are single requests: each waits for its turn among those of all processes. */
export function paceChat(
  model: ChatModel,
  { requestsPerMinute = 0, tokensPerMinute = 0 }: RateSettings,
  { key, takeTurn }: SharedPace,
): ChatModel {
  /** Output tokens of the last answer, for the next estimate. */
  let outputTokens = 0;
  const turnOf = async (unit: string, amount: number, perMinute: number): Promise<number> =>
    perMinute > 0 ? takeTurn(`${key} ${unit}`, (amount * MINUTE) / perMinute) : 0;

  return {
    id: model.id,
    async complete(request, options) {
      const expected = estimateTokens(request.messages) + outputTokens;
      const waits = await Promise.all([
        turnOf('requests', 1, requestsPerMinute),
        turnOf('tokens', expected, tokensPerMinute),
      ]);
      const wait = Math.max(...waits);
      if (wait > 0) await sleep(wait, options?.signal);
      const answer = await model.complete(request, options);
      outputTokens = answer.usage.outputTokens;
      const tokens = answer.usage.inputTokens + outputTokens;
      if (answer.usage.inputTokens > 0) await turnOf('tokens', tokens - expected, tokensPerMinute);
      return answer;
    },
  };
}
