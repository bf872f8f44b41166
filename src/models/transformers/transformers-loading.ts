/** Loads a transformers.js model from the hub, the cache or a folder. */
import { existsSync, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import PQueue from 'p-queue';
import { startedOnce } from '../../common/memoize.ts';
import type { EmbedderConfig } from '../../config/schema.ts';
import { BackendError } from '../../errors.ts';
import { userCacheFolder, type Environment } from '../../files/user-cache.ts';
import { withoutPackage } from '../optional-package.ts';
import { loadProblem } from './transformers-errors.ts';

export interface Tensor<Data = Float32Array> {
  data: Data;
  dims: number[];
}

/** Tokens of a batch, [batch, sequence] each, padded to the longest text. */
export interface TokenBatch {
  input_ids: Tensor<BigInt64Array>;
  /** 0 where there is padding. */
  attention_mask: Tensor<BigInt64Array>;
}

/** The part of a tokenizer in use. */
export interface Tokenizer {
  (
    texts: string[],
    options: { text_pair?: string[]; padding: true; truncation: true; max_length: number },
  ): TokenBatch;
  /** Token ids, special tokens among them. */
  encode(text: string, options?: { text_pair?: string; add_special_tokens?: boolean }): number[];
  decode(ids: number[], options: { clean_up_tokenization_spaces: false }): string;
  /** Infinity or a meaningless large number if the files do not state it. */
  model_max_length: number;
}

/** The part of config.json in use. */
export interface ModelConfig {
  model_type?: string;
  max_position_embeddings?: number;
  pad_token_id?: number;
  id2label?: Record<string, string>;
}

export interface LoadedModel {
  tokenizer: Tokenizer;
  model: { config: ModelConfig } & ((tokens: TokenBatch) => Promise<Record<string, Tensor | undefined>>);
}

/** The part of a `feature-extraction` pipeline in use. */
export interface FeatureExtractor extends LoadedModel {
  (texts: string[], options: { pooling: 'mean' }): Promise<Tensor>;
}

const TASKS = {
  'feature-extraction': { purpose: 'Embedding model', instead: 'use the embedder "lexical" or "openai"' },
  'text-classification': { purpose: 'NLI model', instead: 'leave out the methods that need it' },
  'token-classification': { purpose: 'Entity model', instead: 'set uncertainty.entities to "compromise"' },
} as const;

type Task = keyof typeof TASKS;

/** The part of `@huggingface/transformers` in use. */
export interface TransformersLibrary {
  env: { remoteHost: string; allowRemoteModels: boolean; cacheDir?: string | null };
  pipeline(task: Task, model: string, options: { dtype: string }): Promise<unknown>;
}

export type TransformersImporter = () => Promise<TransformersLibrary>;

/** The package; a variable, so that the compiler does not require the types of an optional package. */
export const TRANSFORMERS: string = '@huggingface/transformers';

export const importTransformers: TransformersImporter = () => import(TRANSFORMERS);

/** The settings that load a model; `model` is a Hugging Face id or a local folder. */
export type ModelSource = Pick<EmbedderConfig, 'dtype' | 'cacheDir' | 'offline'> & { model: string };

export interface TransformersOptions {
  /** HF_ENDPOINT names another hub, HF_HUB_OFFLINE=1 disables downloads. */
  env: Environment;
  importer?: TransformersImporter;
}

/** The library has one `env` for the whole process, so models are loaded sequentially. */
const turns = new PQueue({ concurrency: 1 });

/**
 * Loads a pipeline with the first call (and downloads it, unless offline); a failed load is retried with the next
 * call.
 * @throws BackendError (from the returned function) when package or files are missing or the hub cannot be reached
 */
export function pipelineOf<Pipeline = LoadedModel>(
  task: Task,
  source: ModelSource,
  options: TransformersOptions,
): () => Promise<Pipeline> {
  return startedOnce(async () => (await turns.add(() => loadPipeline(task, source, options))) as Pipeline)
    .get;
}

async function loadPipeline(
  task: Task,
  source: ModelSource,
  { env, importer = importTransformers }: TransformersOptions,
): Promise<unknown> {
  const { purpose, instead } = TASKS[task];
  const library = await importer().catch(withoutPackage(TRANSFORMERS, instead));
  if (env.HF_ENDPOINT) library.env.remoteHost = `${env.HF_ENDPOINT.replace(/\/+$/, '')}/`;
  const folder = localFolder(source.model, purpose);
  const offline = source.offline || folder !== null || (env.HF_HUB_OFFLINE ?? '0') !== '0';
  // Not the option local_files_only: with it, version 4 still requests file sizes from the hub.
  library.env.allowRemoteModels = !offline;
  const cacheDir = source.cacheDir ?? defaultCacheDir(env);
  // Not the option cache_dir: version 4 looks for config.json without it.
  library.env.cacheDir = cacheDir;
  try {
    return await library.pipeline(task, folder ?? source.model, { dtype: source.dtype });
  } catch (error) {
    const hub = library.env.remoteHost;
    throw loadProblem(error, { purpose, instead, model: source.model, folder, cacheDir, hub });
  }
}

/** Whether a model is a folder, or in the cache; not whether its files are whole. */
export const isModelInstalled = (
  { model, cacheDir }: Omit<ModelSource, 'offline'>,
  env: Environment,
): boolean =>
  [model, join(cacheDir ?? defaultCacheDir(env), model)].some((folder) =>
    existsSync(join(folder, 'config.json')),
  );

/** `$XDG_CACHE_HOME/hallugraph/models`, or its equivalent where that is not set. */
export const defaultCacheDir = (env: Environment): string => join(userCacheFolder(env), 'models');

/**
 * The absolute path of a model that is a folder; null for a Hugging Face id.
 * @throws BackendError when it is neither
 */
function localFolder(model: string, purpose: string): string | null {
  if (existsSync(model) && statSync(model).isDirectory()) return resolve(model);
  const isHubId = !isAbsolute(model) && /^[\w-][\w.-]*(\/[\w.-]+)?$/.test(model);
  if (isHubId) return null;
  throw new BackendError(`${purpose} "${model}": there is no such folder, and it is not a Hugging Face id.`);
}
