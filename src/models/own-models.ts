/** Models supplied by the caller, in place of those of the configuration. */
import type { Config } from '../config/schema.ts';
import { ConfigError } from '../errors.ts';
import { validUsage } from './budget/usage.ts';
import type { ChatModel } from './chat-model.ts';
import type { Embedder } from './embedder.ts';
import { normalised } from './vectors.ts';

export type Role = 'generator' | 'analyst' | 'judge';
export type ChatRoles = { readonly [role in Role]?: ChatModel | undefined };

export interface OwnModels {
  /**
   * One model for all roles, or one per role. A role that is left out uses the model of the configuration, or else
   * that of the role before it (generator, analyst, judge).
   *
   * It is wrapped in the same layers as a service: `models.generator` (or that of its role) sets concurrency, rates
   * and retries of calls that failed with a retryable {@link ModelCallError}; missing answers of `n` are requested
   * again; budgets count the usage it reports, with a price from `prices` by its id; `cache.enabled` caches its
   * answers under its id, so a changed model needs another id.
   */
  chat?: ChatModel | ChatRoles | undefined;
  /** Embeds names and phrases, in place of `embedder`. Vectors are normalised to length 1. */
  embed?: Embedder | undefined;
}

const ROLES = ['generator', 'analyst', 'judge'] as const;

/** @throws ConfigError for anything that is not a model */
export function chatRoles({ chat }: OwnModels): ChatRoles {
  if (chat === undefined) return {};
  if (!isModelOrRoles(chat)) {
    throw new ConfigError(
      'chat: expected a chat model, {id, complete}, or models by role: generator, analyst, judge',
    );
  }
  const roles: ChatRoles = 'complete' in chat ? { generator: chat } : chat;
  const given = ROLES.flatMap((role) => {
    const model = roles[role];
    if (model === undefined) return [];
    if (isId(model?.id) && typeof model.complete === 'function') return [[role, interfaceOnly(model)]];
    throw new ConfigError(`chat: the ${role} has to be a chat model, {id, complete}`);
  });
  return Object.fromEntries(given);
}

/** Whether it has the form; its models are yet to be checked. An unknown role is none, lest another model is asked. */
const isModelOrRoles = (chat: unknown): chat is ChatModel | ChatRoles =>
  chat !== null &&
  (typeof chat === 'object' || typeof chat === 'function') &&
  ('complete' in chat ||
    (typeof chat === 'object' && Object.keys(chat).every((key) => ROLES.some((role) => role === key))));

/** Keeps only the interface of a chat model: other members can neither be passed to a thread nor recorded. */
const interfaceOnly = (model: ChatModel): ChatModel => ({
  id: model.id,
  async complete(request, options) {
    const { choices, usage } = await model.complete(request, options);
    return {
      choices: choices.map(({ text, finishReason, tokens }) => ({
        ...{ text, finishReason },
        ...(tokens && { tokens }),
      })),
      usage: validUsage(usage ?? { requests: 1 }),
    };
  },
});

/** @throws ConfigError for anything that is not an embedder */
export function ownEmbedder({ embed }: OwnModels): Embedder | null {
  if (embed === undefined) return null;
  if (!(isId(embed?.id) && typeof embed.embed === 'function')) {
    throw new ConfigError('embed: expected an embedder, {id, embed}');
  }
  return {
    id: embed.id,
    embed: async (texts, options) => (await embed.embed(texts, options)).map(normalised),
  };
}

const isId = (id: unknown): boolean => typeof id === 'string' && id.trim() !== '';

/** The configuration with the ids of the caller's models as names, under which prices and vocabularies are found. */
export function withOwnNames(config: Config, own: OwnModels): Config {
  const roles = chatRoles(own);
  const { models } = config;
  const isForAll = own.chat !== undefined && 'complete' in own.chat;
  const named = (role: Role) => {
    const settings = isForAll && role !== 'generator' ? undefined : models[role];
    const model = roles[role];
    if (model === undefined) return settings;
    return { ...(settings ?? models.generator), model: model.id };
  };
  return {
    ...config,
    models: {
      generator: named('generator') ?? models.generator,
      analyst: named('analyst'),
      judge: named('judge'),
    },
  };
}
