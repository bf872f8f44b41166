/**
 * From a configuration to the parts a detector is made of. Everything heavy (TF.js, ONNX, the openai SDK) is loaded
 * behind the factories called here, and only when a configuration needs it.
 */
import { createEncoder, type GraphEncoder } from '../gnn/index.ts';
import { loadPrompts, type PromptSet } from '../prompts/loader.ts';
import type { Config } from './config/schema.ts';
import type { ChatModel } from './models/chat-model.ts';
import { createChatModel, createEmbedder } from './models/create.ts';
import type { Embedder } from './models/embedder.ts';
import { meterChat } from './models/metered-chat.ts';
import { addUsage, ZERO_USAGE } from './models/usage.ts';
import type { Usage } from './passage.ts';
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

/** @throws ConfigError, PromptError, BackendError when a part cannot be made */
export async function createParts(config: Config, env: Environment): Promise<Parts> {
  const asksModels =
    config.sampling.ask || config.segmentation.extractor === 'llm' || config.verification.by === 'llm';
  const [models, embedder, encoder, prompts] = await Promise.all([
    asksModels ? createModels(config, env) : null,
    createEmbedder(config.embedder, env),
    createEncoder(config.encoder),
    loadPrompts(config.prompts === undefined ? {} : { dir: config.prompts }),
  ]);
  const shared: Shared = { config, models, embedder, encoder, prompts };
  return { forPassage: () => passageParts(shared), describe: () => describe(shared) };
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
  prompts: PromptSet;
}

async function createModels({ models }: Config, env: Environment): Promise<Models> {
  const generator = await createChatModel(models.generator, env);
  return { generator, analyst: models.analyst ? await createChatModel(models.analyst, env) : generator };
}

function passageParts({ config, models, embedder, encoder, prompts }: Shared): PassageParts {
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
