/**
 * The layers around a model, below those of a passage (chat-services.ts), and their order. A request passes from the last
 * layer of a list to the first, the answer back; each layer is documented in its own file.
 */
import type { ChatModelConfig, Config } from '../config/schema.ts';
import type { Environment } from '../files/user-cache.ts';
import type { BatchCalls } from './batch/batch-calls.ts';
import { type AnyBudget, limitedUnits } from './budget/budget.ts';
import { budgetChat } from './budget/budget-chat.ts';
import { countUsage } from './budget/counted-chat.ts';
import { priceOf } from './budget/pricing.ts';
import { tokenCounterFor } from './budget/token-count.ts';
import { modelIdentity } from './cache/cache-key.ts';
import { cacheChat } from './cache/cached-chat.ts';
import type { AnswerCache, ResponseCache } from './cache/response-cache.ts';
import type { Cassette } from './cassette/cassette.ts';
import { recordChat, replayChat } from './cassette/cassette-chat.ts';
import type { ChatModel } from './chat-model.ts';
import { drawAll } from './limits/all-draws.ts';
import { limitChat } from './limits/limited-chat.ts';
import { localTurns, paceChat, type TakeTurn } from './limits/shared-pace.ts';
import type { QuirkMemory } from './openai/chat-quirks.ts';
import { openAiService } from './openai/openai-client.ts';
import { traceChat } from './traced-chat.ts';
import type { Tracing } from './tracing.ts';
import type { Waiting } from './waiting.ts';

export type Layer = (below: ChatModel) => ChatModel;

export interface StackSettings {
  /** Sends calls to services in batches; not together with a recording, a replay or budgets. */
  batch?: BatchCalls | undefined;
  /** Models used in place of services and all their layers, so that nothing is sent. */
  instead?: ((model: ChatModelConfig) => ChatModel) | undefined;
  /** A shared store of answers, in place of the cache of this machine. */
  answers?: AnswerCache | undefined;
  /** Rate limits shared by all processes that use a model. */
  takeTurn?: TakeTurn | undefined;
  waiting?: Waiting | undefined;
  /** Called with a message when the cache cannot be used, or a service throttles for long; the run continues. */
  onProblem?: ((problem: string) => void) | undefined;
}

export interface StackParts extends StackSettings {
  config: Config;
  env: Environment;
  budget: AnyBudget;
  cache: ResponseCache | null;
  recording: Cassette | null;
  /** A recording that replaces the whole stack. */
  replay: Cassette | null;
  /** Parameters that services turned out not to support. */
  quirks: QuirkMemory;
  onCachedDraws: (draws: number) => void;
  /** Null where no spans are asked for. */
  tracing: Tracing | null;
}

/**
 * @param own a model supplied by the caller, used under the limits of the configured one
 * @throws ConfigError when the service cannot be asked with these settings, for example without a key
 */
export async function openChatStack(
  model: ChatModelConfig,
  parts: StackParts,
  own?: ChatModel,
): Promise<ChatModel> {
  const { config, env, budget, cache, answers, takeTurn, recording, replay, batch, instead } = parts;
  const { onCachedDraws, waiting, tracing, quirks } = parts;
  if (instead) return instead(model);
  if (replay) {
    const id = own?.id ?? `openai/${model.model}`;
    return replayChat({ id, identity: modelIdentity(model, null), cassette: replay });
  }
  if (batch && own === undefined) return countUsage(batch.chat(model, cache), model.model, model);

  const address = own === undefined ? openAiService(model, env).shownUrl : null;
  const identity = modelIdentity(model, address);
  const kept = answers ?? cache;
  const price = priceOf(model, config.prices, env);
  const limited = limitedUnits(config.budget).length > 0;
  const costs = limited && {
    ...{ budget, name: model.model, price, maxOutputTokens: model.maxOutputTokens },
    countTokens: (await tokenCounterFor(model.model)).count,
  };
  const budgeted: Layer | false = costs && ((below) => budgetChat(below, costs));
  // Within this process limitChat keeps the limits on requests and tokens.
  const rates = takeTurn ? model : { usdPerMinute: model.usdPerMinute };
  const pace = {
    key: JSON.stringify([identity.service, model.model]),
    price,
    takeTurn: takeTurn ?? localTurns(),
  };
  const adapter =
    own ?? (await import('./openai/openai-chat.ts')).createOpenAiRequests(model, { env, quirks });
  return stacked(adapter, [
    tracing && ((below) => traceChat(below, tracing, model, address)),
    (below) => countUsage(below, model.model, own ? undefined : model),
    budgeted,
    own === undefined && ((below) => paceChat(below, rates, pace)),
    ...limitLayers(model, config.seed, parts.onProblem),
    waiting !== undefined && ((below) => waiting.chat(below)),
    kept && ((below) => cacheChat(below, { identity, cache: kept, onCachedDraws })),
    recording && ((below) => recordChat(below, { identity, cassette: recording })),
  ]);
}

/** Limits of single requests to a service. @param seed of the jitter between retries */
export const limitLayers = (
  model: ChatModelConfig,
  seed: number,
  onProblem?: StackSettings['onProblem'],
): Layer[] => [
  (below) => limitChat(below, model, { seed, onProblem }),
  (below) => drawAll(below, model.multipleChoices),
];

/** `model` in layers, the innermost first. */
export const stacked = (model: ChatModel, layers: readonly (Layer | null | false)[]): ChatModel =>
  layers.reduce((below, layer) => (layer ? layer(below) : below), model);
