/**
 * From a configuration to the parts a detector is made of. Everything heavy (TF.js, ONNX, the openai SDK) is loaded
 * behind the factories called here, and only when a configuration needs it.
 */
import { createEncoder, type GraphEncoder } from '../../gnn/index.ts';
import { loadPrompts, type PromptSet } from '../../prompts/loader.ts';
import type { BaselineParts, Need } from '../benchmark/baselines/baseline.ts';
import type { Config } from '../config/schema.ts';
import { type WithThresholds, withThresholds } from '../config/thresholds.ts';
import { ConfigError } from '../errors.ts';
import type { Environment } from '../files/user-cache.ts';
import { asksModels, comparesGraphs, fillsSlots, isPaid, localUses, restsOnSamples } from './config-uses.ts';
import type { Spending } from '../models/budget/budget.ts';
import type { MeteredChat } from '../models/budget/metered-chat.ts';
import { addPurposes, addUsage, ZERO_USAGE } from '../models/budget/usage.ts';
import type { ChatModel } from '../models/chat-model.ts';
import {
  type CallSettings,
  type ChatService,
  type ChatServices,
  openChatServices,
} from '../models/chat-services.ts';
import { cacheEmbeddings } from '../models/cache/cached-embedder.ts';
import { oneAtATime } from '../models/limits/all-draws.ts';
import {
  createEmbedder,
  createEntityRecogniser,
  createNliModel,
  createTokenEmbedder,
  preload,
} from '../models/create.ts';
import type { Embedder } from '../models/embedder.ts';
import type { EntityRecogniser } from '../models/entity-recogniser.ts';
import type { NliModel } from '../models/nli-model.ts';
import { openTracing, type Tracing } from '../models/tracing.ts';
import { chatRoles, type OwnModels, ownEmbedder, type Role } from '../models/own-models.ts';
import type { CallRecord, EncoderKind, Passage, PassageVerdict, PurposeUsage } from '../passage.ts';
import type { ReferenceChecker } from '../reference/checker.ts';
import { createLexicalChecker } from '../local/lexical-checker.ts';
import { createLlmChecker } from '../reference/llm-checker.ts';
import { createNliChecker } from '../reference/nli-checker.ts';
import { chunkTokensOf } from '../reference/reference-chunks.ts';
import { createSpanDetector, type SpanDetector } from '../reference/span-detector.ts';
import { resolveEmbedder } from './resolve-embedder.ts';
import type { TripleExtractor } from '../triples/extractor.ts';
import { createGroupExtractor } from '../triples/group-extractor.ts';
import { createLlmExtractor } from '../triples/llm-extractor.ts';
import { createLocalExtractor } from '../local/extract/local-extractor.ts';
import { asksJudge } from '../records/abstention.ts';
import { withBlindAnswers } from '../verification/blind-answers.ts';
import { createEconomyVerifier, type EconomyVerifierOptions } from '../verification/economy-verifier.ts';
import { createFactJudge, type FactJudge } from '../verification/fact-judge.ts';
import { createLlmVerifier } from '../verification/llm-verifier.ts';
import type { ReverseVerifier } from '../verification/verifier.ts';

/** The parts of one passage; model calls through them are counted together. */
export interface PassageParts {
  /** The model under evaluation; null where the configuration asks no model. */
  generator: ChatModel | null;
  /** Extracts triples and phrases questions; null as above. */
  analyst: ChatModel | null;
  /** Null as above. */
  judge: ChatModel | null;
  /** Null where no checker uses it. */
  nli: NliModel | null;
  prompts: PromptSet;
  extractor: TripleExtractor;
  embedder: Embedder;
  encoder: GraphEncoder;
  /** Those of `recordEncoders`, in its order. */
  recordedEncoders: ReadonlyMap<EncoderKind, GraphEncoder>;
  /** Null where no model is asked directly whether facts are right. */
  factJudge: FactJudge | null;
  /** Null where reverse verification is switched off. */
  verifier: ReverseVerifier | null;
  /** Null where nothing is checked against references. */
  checker: ReferenceChecker | null;
  /** Null where no model is asked for spans. */
  spanDetector: SpanDetector | null;
  /** Null where token probabilities are not looked at. */
  recogniser: EntityRecogniser | null;
  /** Of the calls of this passage; no `calls` where no model is asked. */
  costs(): Costs;
}

export type Costs = Pick<PassageVerdict, 'usage' | 'calls'>;

/** What the records of a run depend on, as plain data. Model ids are null where no model is asked. */
export interface PartsDescription {
  generator: string | null;
  analyst: string | null;
  judge: string | null;
  extractor: string;
  embedder: string;
  encoder: string;
  /** Of TF.js; `none` where no node states are computed. */
  backend: string;
  /** Why faster backends were rejected. */
  backendNotes: string[];
  verifier: string | null;
  /** The checker of statements against references; absent for none. */
  checker?: string;
  /** Absent where token probabilities are not looked at. */
  recogniser?: string;
  /** Version and hash of each prompt in use, by name. */
  prompts: Record<string, string>;
}

export interface Parts {
  /** With the embedder that was found. */
  config: WithThresholds;
  /**
   * Whether a worker thread can recreate these parts from the configuration alone: they neither wait nor hold a
   * model.
   */
  remade: Record<'embedder' | 'recogniser', boolean>;
  /** @param scope identifies the passage within the run */
  forPassage(scope: string): PassageParts;
  /** Null where no spans are asked for. */
  tracing: Tracing | null;
  /** See {@link ChatServices.begin}. */
  begin(scope: string, expected: Spending): () => void;
  describe(): Promise<PartsDescription>;
  /** Number of draws answered from the cache so far. */
  cachedDraws(): number;
  /** Ends a recording and closes the cache. */
  close(): Promise<void>;
}

export interface PartsOptions {
  calls?: CallSettings | undefined;
  /** Creates a chat model even where the configuration asks none. */
  chat?: boolean;
  /** Models supplied by the caller, in place of the configured ones. */
  own?: OwnModels;
}

/** @throws ConfigError, PromptError, BackendError when a part cannot be made */
export async function createParts(
  given: Config,
  env: Environment,
  { calls = {}, chat = false, own = {} }: PartsOptions = {},
): Promise<Parts> {
  const embed = ownEmbedder(own);
  const config = embed ? withThresholds(given) : await resolveEmbedder(given, env);
  const { enabled, entities } = config.uncertainty;
  const [tracing, services, embedder, nli, prompts, recogniser] = await Promise.all([
    openTracing(config.telemetry),
    chat || asksModels(config) ? openChatServices(config, env, { ...calls, own: chatRoles(own) }) : null,
    embed ? cacheEmbeddings(embed) : createEmbedder(config.embedder, env),
    nliOfChecker(config, env),
    loadPromptsOf(config),
    enabled ? createEntityRecogniser(entities, env) : null,
  ]);
  const shared: SharedParts = { config, services, embedder, nli, ...encodersOf(config), prompts, recogniser };
  if (services !== null && isPaid(calls)) {
    const isLocal = embed === null && config.embedder.provider === 'transformers';
    await preload({ embedder: isLocal && localUses(config).embedder ? embedder : null, nli, recogniser });
  }
  return {
    ...{ config, tracing },
    remade: {
      embedder: embed === null && config.embedder.provider === 'lexical',
      recogniser: entities === 'compromise',
    },
    forPassage: (scope) => passageParts(shared, scope),
    begin: (scope, expected) => services?.begin(scope, expected) ?? (() => {}),
    describe: () => describe(shared),
    cachedDraws: () => services?.cachedDraws() ?? 0,
    close: async () => services?.close(),
  };
}

export const encodersOf = (config: Config): Pick<SharedParts, 'encoder' | 'recordedEncoders'> => ({
  encoder: createEncoder(config.encoder),
  recordedEncoders: new Map(
    config.recordEncoders.map((kind) => [kind, createEncoder({ ...config.encoder, kind })]),
  ),
});

/** @throws ConfigError where the checker needs an NLI model and none is named */
async function nliOfChecker({ reference, nli }: Config, env: Environment): Promise<NliModel | null> {
  const { checker } = reference;
  if (checker !== 'nli' && checker !== 'align') return null;
  if (nli !== undefined) return createNliModel(nli, env);
  throw new ConfigError(
    `reference.checker ${checker} needs a model for natural language inference: set nli.model to the Hugging Face id or the local folder of one`,
  );
}

export const loadPromptsOf = ({ prompts }: Config): Promise<PromptSet> =>
  loadPrompts(prompts === undefined ? {} : { dir: prompts });

/**
 * Why a requirement of a baseline cannot be met; null where it can.
 *
 * @param passages those to be scored; tokens come with them, or with the responses that are asked for
 */
export function missingNeed(need: Need, config: Config, passages: readonly Passage[] = []): string | null {
  const { embedder, nli } = config;
  switch (need) {
    case 'chat':
      return asksModels(config) ? null : 'the configuration asks no chat model (sampling.ask=true allows it)';
    case 'nli':
      return nli === undefined ? 'no NLI model is configured (nli.model)' : null;
    case 'token-embedder':
      return embedder.provider === 'transformers'
        ? null
        : `the ${embedder.provider} embedder has no token states (embedder.provider=transformers)`;
    case 'token-logprobs':
      return passages.some((passage) => hasTokens(passage, config))
        ? null
        : 'no passage brings tokens with log-probabilities';
  }
}

const hasTokens = ({ tokens, response }: Passage, { uncertainty, sampling }: Config): boolean =>
  tokens !== undefined || (response === undefined && uncertainty.enabled && sampling.ask);

/**
 * The parts of baselines; only what is needed is created, and the chat models are not metered.
 *
 * @throws ConfigError, PromptError, BackendError when a part cannot be made
 */
export async function openBaselineParts(
  needs: ReadonlySet<Need>,
  config: Config,
  env: Environment,
  calls: CallSettings = {},
): Promise<{ parts: BaselineParts; close: () => Promise<void> }> {
  const [services, nli, tokens, prompts] = await Promise.all([
    needs.has('chat') ? openChatServices(config, env, calls) : null,
    needs.has('nli') ? createNliModel(config.nli, env) : null,
    needs.has('token-embedder') ? createTokenEmbedder(config.embedder, env) : null,
    loadPromptsOf(config),
  ]);
  const generator = services?.generator.chat ?? null;
  const analyst = services?.analyst.chat ?? null;
  const chunkTokens = chunkTokensOf(config.reference);
  const parts = { generator, analyst, nli, tokens, prompts, chunkTokens };
  return { parts, close: async () => services?.close() };
}

/** What the passages of a run share. */
export interface SharedParts
  extends Pick<PassageParts, 'embedder' | 'nli' | 'encoder' | 'recordedEncoders' | 'prompts' | 'recogniser'> {
  config: Config;
  /** Null where no model is asked. */
  services: Pick<ChatServices, Role> | null;
}

export function passageParts(shared: SharedParts, scope: string): PassageParts {
  const { config, services, ...own } = shared;
  const { prompts } = own;
  const isPaper = config.protocol === 'paper';
  const createVerifier = isPaper ? createLlmVerifier : createEconomyVerifier;
  const isJudged = asksJudge(config);
  const { generator, analyst, judge, meters } = meteredModels(services, scope);
  const respondent = generator && isPaper ? oneAtATime(generator) : generator;
  const { segmentation, verification: settings } = config;
  const { extractor: by, correct = isPaper, rules, groupSize } = segmentation;
  const isOneByOne = isPaper || rules === 'grapheval';
  const createExtractor = isOneByOne ? createLlmExtractor : createGroupExtractor;
  const createLlm = (options: EconomyVerifierOptions): ReverseVerifier => {
    const verifier = createVerifier(options);
    if (!settings.answered) return verifier;
    return withBlindAnswers(verifier, {
      generator: options.generator,
      ...{ judge: options.judge ?? options.analyst, prompts },
      ...{ draws: settings.answeredDraws, temperature: settings.temperature, size: settings.groupSize },
    });
  };
  return {
    generator: respondent,
    ...{ ...own, analyst, judge },
    extractor:
      by !== 'local'
        ? createExtractor({ correct, rules, groupSize, model: present(analyst), prompts })
        : createLocalExtractor({
            otherLanguages: config.agreement.enabled,
            outcomeOfSamples: fillsSlots(config),
          }),
    factJudge: isJudged
      ? createFactJudge({
          ...{ model: present(judge), prompts },
          ...{ draws: settings.judgedDraws, temperature: settings.temperature },
        })
      : null,
    verifier:
      settings.by === 'none'
        ? null
        : createLlm({
            ...{ generator: present(respondent), analyst: present(analyst), judge: present(judge) },
            ...{ prompts, settings },
          }),
    checker: checkerOf(shared, judge),
    spanDetector:
      config.reference.spans === 'llm' ? createSpanDetector({ model: present(analyst), prompts }) : null,
    costs: () => costsOf(meters),
  };
}

/** Of the calls through these meters. */
export const costsOf = (meters: readonly MeteredChat[]): Costs => ({
  usage: meters.map((meter) => meter.usage()).reduce(addUsage, ZERO_USAGE),
  ...(meters.length > 0 && { calls: callRecord(meters) }),
});

/** The models of a passage; roles with the same model share a meter. */
function meteredModels(services: SharedParts['services'], scope: string) {
  if (services === null) return { generator: null, analyst: null, judge: null, meters: [] };
  const { generator, analyst, judge } = services;
  const meters = new Map(
    [...new Set([generator, analyst, judge])].map((service) => [service, service.forPassage(scope)]),
  );
  const modelOf = (service: ChatService) => meters.get(service) as MeteredChat;
  return {
    ...{ generator: modelOf(generator), analyst: modelOf(analyst), judge: modelOf(judge) },
    meters: [...meters.values()],
  };
}

function checkerOf(
  { config, nli, prompts }: Pick<SharedParts, 'config' | 'nli' | 'prompts'>,
  judge: ChatModel | null,
): ReferenceChecker | null {
  const { reference } = config;
  return {
    none: () => null,
    lexical: () => createLexicalChecker(),
    nli: () => createNliChecker(present(nli), { ...reference, checker: 'nli' }),
    align: () => createNliChecker(present(nli), { ...reference, checker: 'align' }),
    llm: () => createLlmChecker({ model: present(judge), prompts, groupSize: reference.groupSize }),
  }[reference.checker]();
}

function callRecord(meters: readonly MeteredChat[]): CallRecord {
  const costs = meters.map((meter) => meter.cost());
  const byPurpose = new Map<string, PurposeUsage>();
  for (const meter of meters) addPurposes(byPurpose, meter.byPurpose());
  const usd = costs.includes(null) ? null : costs.reduce((sum: number, cost) => sum + (cost as number), 0);
  return { usd, byPurpose: Object.fromEntries(byPurpose) };
}

function present<Model>(model: Model | null): Model {
  if (model === null) throw new Error('a part that asks a model was made without one');
  return model;
}

async function describe(shared: SharedParts): Promise<PartsDescription> {
  const { config, services, embedder, encoder, prompts } = shared;
  const parts = passageParts(shared, '');
  const used = services === null ? [] : prompts.all;
  const { backend, rejected } =
    restsOnSamples(config) && comparesGraphs(config)
      ? await encoder.backend()
      : { backend: 'none', rejected: [] };
  return {
    generator: services?.generator.id ?? null,
    analyst: services?.analyst.id ?? null,
    judge: services?.judge.id ?? null,
    ...{ extractor: parts.extractor.id, embedder: embedder.id, encoder: encoder.id, backend },
    backendNotes: rejected.map(({ backend, reason }) => `${backend}: ${reason}`),
    verifier: parts.verifier?.id ?? null,
    ...(parts.checker && { checker: parts.checker.id }),
    ...(parts.recogniser && { recogniser: parts.recogniser.id }),
    prompts: Object.fromEntries(used.map(({ name, version, hash }) => [name, `${version} ${hash}`])),
  };
}
