/** A chat model with rate limits shared by several processes. */
import type { ChatModelConfig } from '../../config/schema.ts';
import { costOf, type Price, unknownPrice } from '../budget/pricing.ts';
import { estimateTokens } from '../budget/token-estimate.ts';
import { type ChatModel, wrapChat } from '../chat-model.ts';
import type { RateSettings } from './rate-limit.ts';
import { sleep } from '../../common/call-signal.ts';

/**
 * Reserves a time slot: slots of one key follow one another over all processes. A negative length returns time.
 * @returns milliseconds until it begins
 */
export type TakeTurn = (key: string, milliseconds: number) => Promise<number>;

export interface SharedPace {
  /** Equal for models that share rate limits. */
  key: string;
  takeTurn: TakeTurn;
  /** Null for unknown. */
  price: Price | null;
}

const MINUTE = 60_000;

export type PaceSettings = RateSettings & Pick<ChatModelConfig, 'usdPerMinute'>;

/**
 * Wraps `model`, whose calls are single requests: each waits for its slot among those of all processes.
 *
 * @throws ConfigError when dollars are limited and the price is unknown
 */
export function paceChat(
  model: ChatModel,
  { requestsPerMinute = 0, tokensPerMinute = 0, usdPerMinute = 0 }: PaceSettings,
  { key, takeTurn, price }: SharedPace,
): ChatModel {
  if (usdPerMinute > 0 && price === null) throw unknownPrice('usdPerMinute', model);
  /** Output tokens of the last answer, for the next estimate. */
  let outputTokens = 0;
  const turnOf = async (unit: string, amount: number, perMinute: number): Promise<number> =>
    perMinute > 0 && amount !== 0 ? takeTurn(`${key} ${unit}`, (amount * MINUTE) / perMinute) : 0;
  /** Milliseconds until the slot for these tokens begins. */
  const metered = async (input: number, output: number): Promise<number> => {
    const usd = price === null ? 0 : costOf(price, { inputTokens: input, outputTokens: output });
    const waits = [turnOf('tokens', input + output, tokensPerMinute), turnOf('usd', usd, usdPerMinute)];
    return Math.max(...(await Promise.all(waits)));
  };

  return wrapChat(model, async (request, options) => {
    const [input, output] = [estimateTokens(request.messages), outputTokens];
    const waits = await Promise.all([turnOf('requests', 1, requestsPerMinute), metered(input, output)]);
    const wait = Math.max(...waits);
    if (wait > 0) await sleep(wait, options?.signal);
    const answer = await model.complete(request, options);
    const { usage } = answer;
    outputTokens = usage.outputTokens;
    if (usage.inputTokens > 0) await metered(usage.inputTokens - input, usage.outputTokens - output);
    return answer;
  });
}

/** Slots within this process. @param now milliseconds of one clock */
export function localTurns(now = () => performance.now()): TakeTurn {
  const ends = new Map<string, number>();
  return async (key, milliseconds) => {
    const time = now();
    const begins = Math.max(time, ends.get(key) ?? 0);
    ends.set(key, begins + milliseconds);
    return begins - time;
  };
}
