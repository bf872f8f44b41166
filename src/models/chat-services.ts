/**
 * The chat models of a run, each with everything that stands around its adapter. From the service outwards:
 *
 *   adapter with limits and retries -> budget -> answer cache -> recording -> numbering of draws -> meter
 *
 * The last two are made anew for each passage. A replay answers in place of all that stands below the numbering: no
 * service, no key, no cache. So do batches, for models of services; they look into the answer cache themselves.
 */
import type { ChatModelConfig, Config } from '../config/schema.ts';
import type { BatchCalls } from './batch/batch-calls.ts';
import { Budget, limitedUnits, type Spending } from './budget/budget.ts';
import { budgetChat } from './budget/budget-chat.ts';
import { type MeteredChat, meterChat } from './budget/metered-chat.ts';
import { type Price, priceOf } from './budget/pricing.ts';
import { tokenCounterFor } from './budget/token-count.ts';
import { type ModelIdentity, modelIdentity } from './cache/cache-key.ts';
import { cacheChat } from './cache/cached-chat.ts';
import { openResponseCache, type ResponseCache } from './cache/response-cache.ts';
import { cacheFolder } from './cache/response-cache-folder.ts';
import { Cassette } from './cassette/cassette.ts';
import { recordChat } from './cassette/record-chat.ts';
import { replayChat } from './cassette/replay-chat.ts';
import type { ChatModel } from './chat-model.ts';
import { createChatModel } from './create.ts';
import type { QuirkMemory } from './openai/chat-quirks.ts';
import { type Environment, openAiService } from './openai/openai-client.ts';
import { scopeChat } from './scoped-chat.ts';

/** What a run says of its calls beside the configuration. */
export interface CallSettings {
  /** Records every call in this file. */
  record?: string | undefined;
  /** Whether the recording of an earlier part of the run is gone on with. */
  continues?: boolean;
  /** Answers from this recording and asks nobody. */
  replay?: string | undefined;
  /** Asks models of services by batches; not beside a recording, a replay or budgets. */
  batch?: BatchCalls | undefined;
  /** What an earlier part of the run has cost; not beside `budget`. */
  spent?: Spending;
  /** Shared with what else is asked in the run; default: one of the configuration. */
  budget?: Budget | undefined;
  /** Is told in words when the cache cannot be used; the run goes on without it. */
  onProblem?: (problem: string) => void;
}

export interface ChatServices {
  generator: ChatService;
  /** The generator where no other is configured. */
  analyst: ChatService;
  /** The analyst where no other is configured. */
  judge: ChatService;
  /** Draws answered from the cache, over all passages. */
  cachedDraws(): number;
  /** Ends recording and lets go of the cache. */
  close(): Promise<void>;
}

export interface ChatService {
  readonly id: string;
  /** Without numbering and meter: for callers that put their own around it. */
  readonly chat: ChatModel;
  /** @param scope tells the passage from others of the run */
  forPassage(scope: string): MeteredChat;
}

interface Shared {
  config: Config;
  env: Environment;
  budget: Budget;
  cache: ResponseCache | null;
  cassette: Cassette | null;
  replays: boolean;
  batch: BatchCalls | undefined;
  /** What services were found not to understand. */
  quirks: QuirkMemory;
}

/** @throws ConfigError when a service cannot be asked; CassetteError when a recording cannot be used */
export async function openChatServices(
  config: Config,
  env: Environment,
  options: CallSettings = {},
): Promise<ChatServices> {
  const { record, replay, batch, continues = false, onProblem } = options;
  const replays = replay !== undefined;
  const file = replay ?? record;
  const cassette =
    file === undefined ? null : await Cassette.open(file, replays ? 'read' : continues ? 'continue' : 'new');
  const { enabled, dir, ttlDays } = config.cache;
  const cache =
    enabled && !replays
      ? await openResponseCache({
          folder: cacheFolder(dir, env, process.cwd()),
          ...{ ttlDays, ...(onProblem && { onProblem }) },
        })
      : null;
  const { budget = new Budget(config.budget, options.spent) } = options;
  const shared: Shared = { config, env, cache, cassette, replays, batch, budget, quirks: new Map() };
  const { models } = config;
  const generator = await createService(models.generator, shared);
  const analyst = models.analyst ? await createService(models.analyst, shared) : generator;
  const judge = models.judge ? await createService(models.judge, shared) : analyst;
  return {
    ...{ generator, analyst, judge },
    cachedDraws: () => [...new Set([generator, analyst, judge])].reduce((sum, { hits }) => sum + hits(), 0),
    async close() {
      cache?.close();
      await cassette?.close();
    },
  };
}

/** @param hits draws answered from the cache */
async function createService(
  model: ChatModelConfig,
  shared: Shared,
): Promise<ChatService & { hits(): number }> {
  const price = priceOf(model, shared.config.prices, shared.env);
  const { chat, hits } = shared.replays ? replayed(model, shared) : await asked(model, shared, price);
  const { seed } = shared.config;
  return {
    id: chat.id,
    chat,
    forPassage: (scope) => meterChat(scopeChat(chat, JSON.stringify([seed, scope])), price),
    hits,
  };
}

interface Stack {
  chat: ChatModel;
  hits(): number;
}

function replayed(model: ChatModelConfig, { cassette }: Shared): Stack {
  const identity = modelIdentity(model, null);
  const id = `${model.provider}/${model.model}`;
  return { chat: replayChat({ id, identity, cassette: cassette as Cassette }), hits: () => 0 };
}

async function asked(model: ChatModelConfig, shared: Shared, price: Price | null): Promise<Stack> {
  const { config, env, batch, budget, cache, cassette } = shared;
  if (batch && model.provider === 'openai') return { chat: batch.chat(model, cache), hits: () => 0 };
  const adapter = await createChatModel(model, env, { quirks: shared.quirks, seed: config.seed });
  const limited = limitedUnits(config.budget).length > 0;
  const bounded = limited ? budgetChat(adapter, { budget, price, ...(await counting(model)) }) : adapter;
  const identity = identityOf(model, env);
  const cached = cache && cacheChat(bounded, { identity, cache });
  const chat = cassette ? recordChat(cached ?? bounded, { identity, cassette }) : (cached ?? bounded);
  return { chat, hits: () => cached?.hits() ?? 0 };
}

async function counting({ model }: ChatModelConfig): Promise<{ countTokens: (text: string) => number }> {
  const { count } = await tokenCounterFor(model);
  return { countTokens: count };
}

function identityOf(model: ChatModelConfig, env: Environment): ModelIdentity {
  return modelIdentity(model, model.provider === 'openai' ? openAiService(model, env).shownUrl : null);
}
