/** Loads a transformers.js model from the hub, the cache or a folder, and says what to do where that fails. */
import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { EmbedderConfig } from '../config/schema.ts';
import { BackendError } from '../errors.ts';
import type { Environment } from './openai-client.ts';
import { deepestCode } from './openai-errors.ts';

/** The part of a `feature-extraction` pipeline that is used here. */
export interface FeatureExtractor {
  (texts: string[], options: { pooling: 'mean' }): Promise<{ data: Float32Array; dims: number[] }>;
  model: { config: { hidden_size: number } };
}

/** The part of `@huggingface/transformers` that is used here. */
export interface TransformersLibrary {
  env: { remoteHost: string; allowRemoteModels: boolean };
  pipeline(
    task: 'feature-extraction',
    model: string,
    options: { dtype: string; cache_dir: string },
  ): Promise<unknown>;
}

export type TransformersImporter = () => Promise<TransformersLibrary>;

/** Named in a variable, so that the compiler does not ask for the types of an optional package. */
const PACKAGE: string = '@huggingface/transformers';

export const importTransformers: TransformersImporter = () => import(PACKAGE);

/**
 * @param env HF_ENDPOINT names another hub, HF_HUB_OFFLINE=1 keeps from reaching for it
 * @throws BackendError when package or files are missing or the hub cannot be reached
 */
export async function loadExtractor(
  config: EmbedderConfig & { model: string },
  env: Environment,
  importer: TransformersImporter,
): Promise<FeatureExtractor> {
  const library = await importer().catch((error: unknown) => {
    throw packageProblem(error);
  });
  if (env.HF_ENDPOINT) library.env.remoteHost = `${env.HF_ENDPOINT.replace(/\/+$/, '')}/`;
  const folder = localFolder(config.model);
  const offline = config.offline || folder !== null || (env.HF_HUB_OFFLINE ?? '0') !== '0';
  // Not the option local_files_only: with it, version 4 still asks the hub for the sizes of files.
  library.env.allowRemoteModels = !offline;
  const cacheDir = config.cacheDir ?? defaultCacheDir(env);
  try {
    const options = { dtype: config.dtype, cache_dir: cacheDir };
    return (await library.pipeline(
      'feature-extraction',
      folder ?? config.model,
      options,
    )) as FeatureExtractor;
  } catch (error) {
    throw loadProblem(error, { model: config.model, folder, offline, cacheDir, hub: library.env.remoteHost });
  }
}

/** `$XDG_CACHE_HOME/hallugraph/models`, or its equivalent where that is not set. */
export function defaultCacheDir(env: Environment): string {
  const base = env.XDG_CACHE_HOME || env.LOCALAPPDATA || join(homedir(), '.cache');
  return join(base, 'hallugraph', 'models');
}

/**
 * The absolute path of a model that is a folder; null for a Hugging Face id.
 *
 * @throws BackendError when it can only be a folder and there is none
 */
function localFolder(model: string): string | null {
  if (existsSync(model) && statSync(model).isDirectory()) return resolve(model);
  const isHubId = !isAbsolute(model) && /^[\w-][\w.-]*(\/[\w.-]+)?$/.test(model);
  if (isHubId) return null;
  throw new BackendError(
    `Embedding model "${model}": there is no such folder, and it is no Hugging Face id.`,
  );
}

function packageProblem(error: unknown): BackendError {
  const missing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
  const problem = missing ? 'is not installed' : 'cannot be loaded';
  return new BackendError(
    `The package ${PACKAGE} ${problem}. Run "npm install ${PACKAGE}", or use the embedder "lexical" or "openai".`,
    { cause: error },
  );
}

interface Attempt {
  model: string;
  folder: string | null;
  offline: boolean;
  cacheDir: string;
  hub: string;
}

function loadProblem(error: unknown, attempt: Attempt): BackendError {
  const words = error instanceof Error ? error.message : String(error);
  const fail = (problem: string) =>
    new BackendError(`Embedding model "${attempt.model}": ${problem}`, { cause: error });
  if (attempt.folder !== null && isMissingFile(error)) {
    return fail(
      `a file is missing in ${attempt.folder}: ${words} Expected: config.json, tokenizer.json, tokenizer_config.json and the onnx/ file of the dtype.`,
    );
  }
  if (isMissingFile(error)) {
    return fail(
      `not in the cache ${attempt.cacheDir}, and offline. Load it once with a connection, set cacheDir, or name a local folder.`,
    );
  }
  if (/fetch failed/i.test(words) || deepestCode(error)?.startsWith('E')) {
    return fail(
      `the hub ${attempt.hub} cannot be reached (${deepestCode(error) ?? words}). Check the network, name a local folder, or use the embedder "lexical".`,
    );
  }
  if (/unauthorized|forbidden|could not locate file/i.test(words)) {
    return fail(
      `the hub ${attempt.hub} does not give it: ${words} Check the id and the dtype; a private model needs HF_TOKEN.`,
    );
  }
  return fail(`cannot be loaded: ${words}`);
}

const isMissingFile = (error: unknown): boolean =>
  error instanceof Error && /file was not found locally|local file missing/i.test(error.message);
