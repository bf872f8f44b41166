/** The chat models of a run: their roles and what they share. The layers of each model are in chat-stack.ts. */
import type { ChatModelConfig, Config } from '../config/schema.ts';
import type { Environment } from '../files/user-cache.ts';
import { type AnyBudget, Budget, type Spending } from './budget/budget.ts';
import { type MeteredChat, meterChat } from './budget/metered-chat.ts';
import { priceOf } from './budget/pricing.ts';
import { takeTurns, Turns } from './budget/turns.ts';
import { cacheFolder, openResponseCache } from './cache/response-cache.ts';
import { Cassette } from './cassette/cassette.ts';
import type { ChatModel } from './chat-model.ts';
import type { ChatRoles } from './own-models.ts';
import { openChatStack, type StackParts, type StackSettings } from './chat-stack.ts';
import { scopeChat } from './scoped-chat.ts';
import { openTracing } from './tracing.ts';

export interface CallSettings extends StackSettings {
  record?: string | undefined;
  /** Whether the recording of an earlier part of the run is continued. */
  continues?: boolean;
  /** Answers from this recording and sends nothing. */
  replay?: string | undefined;
  /** A budget shared with other calls of the run; default: one made from the configuration. */
  budget?: AnyBudget | undefined;
  /** Whether answers are cached where `cache.enabled` is not set; default: no. */
  keepAnswers?: boolean;
}

export interface ChatServices {
  generator: ChatService;
  /** The generator where no other is configured. */
  analyst: ChatService;
  /** The analyst where no other is configured. */
  judge: ChatService;
  /** Begins a passage and reserves its expected spending against passages that begin later. @returns ends it */
  begin(scope: string, expected: Spending): () => void;
  /** Draws answered from the cache, over all passages. */
  cachedDraws(): number;
  close(): Promise<void>;
}

export interface ChatService {
  readonly id: string;
  /** Models without numbered draws and meter, for callers that add their own. */
  readonly chat: ChatModel;
  /** @param scope identifies the passage within the run */
  forPassage(scope: string): MeteredChat;
}

/** @throws ConfigError when a service cannot be asked; CassetteError when a recording cannot be used */
export async function openChatServices(
  config: Config,
  env: Environment,
  options: CallSettings & { own?: ChatRoles | undefined } = {},
): Promise<ChatServices> {
  const { record, own = {}, continues = false, budget = new Budget(config.budget) } = options;
  const replay = options.replay === undefined ? null : await Cassette.open(options.replay, 'read');
  const recording =
    replay || record === undefined ? null : await Cassette.open(record, continues ? 'continue' : 'new');
  const cache = replay || options.answers ? null : openCache(config, env, options);
  let cachedDraws = 0;
  const parts: StackParts = {
    ...options,
    ...{ config, env, budget, cache, recording, replay, quirks: new Map() },
    tracing: await openTracing(config.telemetry),
    onCachedDraws: (draws) => {
      cachedDraws += draws;
    },
  };
  const { models, seed } = config;
  const turns = new Turns(budget);
  const scopeOf = (passage: string) => JSON.stringify([seed, passage]);
  const open = async (model: ChatModelConfig, ownModel?: ChatModel): Promise<ChatService> => {
    const price = priceOf(model, config.prices, env);
    const chat = await openChatStack(model, parts, ownModel);
    const inTurns = takeTurns(chat, turns, price);
    // Draws are numbered before they wait for their turn.
    const forPassage = (passage: string) => meterChat(scopeChat(inTurns, scopeOf(passage)), price);
    return { id: chat.id, chat, forPassage };
  };
  const generator = await open(models.generator, own.generator);
  const analyst = models.analyst ? await open(models.analyst, own.analyst) : generator;
  const judge = models.judge ? await open(models.judge, own.judge) : analyst;
  return {
    ...{ generator, analyst, judge },
    begin: (scope, expected) => turns.begin(scopeOf(scope), expected),
    cachedDraws: () => cachedDraws,
    async close() {
      cache?.close();
      await (recording ?? replay)?.close();
    },
  };
}

function openCache({ cache }: Config, env: Environment, { keepAnswers, onProblem }: CallSettings) {
  const { enabled = keepAnswers, dir, ttlDays, maxBytes } = cache;
  if (!enabled) return null;
  const folder = cacheFolder(dir, env, process.cwd());
  return openResponseCache({ folder, ttlDays, maxBytes, ...(onProblem && { onProblem }) });
}
