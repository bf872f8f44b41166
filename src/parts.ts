/**
 * From a configuration to the parts a detector is made of. Everything heavy (TF.js, ONNX, the openai SDK) is loaded
 * behind the factories called here, and only when a configuration needs it.
 */
import { createEncoder, type GraphEncoder } from '../gnn/index.ts';
import { loadPrompts, type PromptSet } from '../prompts/loader.ts';
import type { BaselineParts, Need } from './benchmark/baselines/baseline.ts';
import type { Config } from './config/schema.ts';
import type { ChatModel } from './models/chat-model.ts';
import { createChatModel, createEmbedder, createNliModel, createTokenEmbedder } from './models/create.ts';
import type { Embedder } from './models/embedder.ts';
import { meterChat } from './models/metered-chat.ts';
import { addUsage, ZERO_USAGE } from './models/usage.ts';
import type { EncoderKind, Usage } from './passage.ts';
import type { TripleExtractor } from './triples/extractor.ts';
import { createLlmExtractor } from './triples/llm-extractor.ts';
import { createLocalExtractor } from './triples/local/local-extractor.ts';
import { createLlmVerifier } from './verification/llm-verifier.ts';
import { createSamplesVerifier } from './verification/samples-verifier.ts';
import type { ReverseVerifier } from './verification/verifier.ts';

/** The parts of one passage; model calls made through them are counted together. */
export interface PassageParts {
  /** The model under evaluation; null where the configuration asks no model. */
  generator: ChatModel | null;
  extractor: TripleExtractor;
  embedder: Embedder;
  encoder: GraphEncoder;
  /** Those of `recordEncoders`, in its order. */
  recordedEncoders: ReadonlyMap<EncoderKind, GraphEncoder>;
  /** Null where reverse verification is switched off. */
  verifier: ReverseVerifier | null;
  usage(): Usage;
}

/** What a run rests on, as plain data. Model ids are null where no model is asked. */
export interface PartsDescription {
  generator: string | null;
  analyst: string | null;
  extractor: string;
  embedder: string;
  encoder: string;
  backend: string;
  /** Why faster backends were not taken. */
  backendNotes: string[];
  verifier: string | null;
  /** Version and hash of each prompt in use, by name. */
  prompts: Record<string, string>;
}

export interface Parts {
  forPassage(): PassageParts;
  describe(): PartsDescription;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether a run under this configuration asks a chat model for anything. */
const asksModels = ({ sampling, segmentation, verification }: Config): boolean =>
  sampling.ask || segmentation.extractor === 'llm' || verification.by === 'llm';

/** @throws ConfigError, PromptError, BackendError when a part cannot be made */
export async function createParts(config: Config, env: Environment): Promise<Parts> {
  const [models, embedder, encoder, prompts, recorded] = await Promise.all([
    asksModels(config) ? createModels(config, env) : null,
    createEmbedder(config.embedder, env),
    createEncoder(config.encoder),
    loadPromptsOf(config),
    Promise.all(config.recordEncoders.map((kind) => createEncoder({ ...config.encoder, kind }))),
  ]);
  const recordedEncoders = new Map(
    recorded.map((one, index) => [config.recordEncoders[index] as EncoderKind, one]),
  );
  const shared: Shared = { config, models, embedder, encoder, recordedEncoders, prompts };
  return { forPassage: () => passageParts(shared), describe: () => describe(shared) };
}

const loadPromptsOf = ({ prompts }: Config): Promise<PromptSet> =>
  loadPrompts(prompts === undefined ? {} : { dir: prompts });

/** Why the configuration cannot give a baseline what it needs; null where it can. */
export function missingNeed(need: Need, config: Config): string | null {
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
  }
}

/**
 * What baselines are made of; nothing is made that is not needed, and the chat models are not metered.
 *
 * @throws ConfigError, PromptError, BackendError when a part cannot be made
 */
export async function createBaselineParts(
  needs: ReadonlySet<Need>,
  config: Config,
  env: Environment,
): Promise<BaselineParts> {
  const [models, nli, tokens, prompts] = await Promise.all([
    needs.has('chat') ? createModels(config, env) : null,
    needs.has('nli') ? createNliModel(config.nli, env) : null,
    needs.has('token-embedder') ? createTokenEmbedder(config.embedder, env) : null,
    loadPromptsOf(config),
  ]);
  return { generator: models?.generator ?? null, analyst: models?.analyst ?? null, nli, tokens, prompts };
}

interface Models {
  /** The model under evaluation: samples and answers. */
  generator: ChatModel;
  /** Extracts, phrases and judges. */
  analyst: ChatModel;
}

interface Shared {
  config: Config;
  models: Models | null;
  embedder: Embedder;
  encoder: GraphEncoder;
  recordedEncoders: ReadonlyMap<EncoderKind, GraphEncoder>;
  prompts: PromptSet;
}

async function createModels({ models }: Config, env: Environment): Promise<Models> {
  const generator = await createChatModel(models.generator, env);
  return { generator, analyst: models.analyst ? await createChatModel(models.analyst, env) : generator };
}

function passageParts(shared: Shared): PassageParts {
  const { config, models, embedder, encoder, recordedEncoders, prompts } = shared;
  const generator = models && meterChat(models.generator);
  const analyst = models && (models.analyst === models.generator ? generator : meterChat(models.analyst));
  const meters = [...new Set([generator, analyst])].filter((meter) => meter !== null);
  const { segmentation, verification: settings } = config;
  return {
    generator,
    extractor:
      segmentation.extractor === 'llm'
        ? createLlmExtractor({ model: present(analyst), prompts, correct: segmentation.correct })
        : createLocalExtractor(),
    embedder,
    encoder,
    recordedEncoders,
    verifier: {
      llm: () =>
        createLlmVerifier({
          generator: present(generator),
          analyst: present(analyst),
          embedder,
          prompts,
          settings,
        }),
      samples: () => createSamplesVerifier(settings),
      none: () => null,
    }[settings.by](),
    usage: () => meters.map((meter) => meter.usage()).reduce(addUsage, ZERO_USAGE),
  };
}

function present(model: ChatModel | null): ChatModel {
  if (model === null) throw new Error('a part that asks a model was made without one');
  return model;
}

function describe(shared: Shared): PartsDescription {
  const { models, embedder, encoder, prompts } = shared;
  const parts = passageParts(shared);
  const used = models === null ? [] : prompts.all;
  return {
    generator: models?.generator.id ?? null,
    analyst: models?.analyst.id ?? null,
    extractor: parts.extractor.id,
    embedder: embedder.id,
    encoder: encoder.id,
    backend: encoder.backend,
    backendNotes: encoder.rejectedBackends.map(({ backend, reason }) => `${backend}: ${reason}`),
    verifier: parts.verifier?.id ?? null,
    prompts: Object.fromEntries(used.map(({ name, version, hash }) => [name, `${version} ${hash}`])),
  };
}
