/** Which local models of a configuration are missing, for a dry run: the run downloads them, or cannot begin. */
import type { Config } from '../../config/schema.ts';
import type { Environment } from '../openai/openai-client.ts';
import { DEFAULT_MODEL } from './transformers-embedder.ts';
import { defaultCacheDir, isModelHere, type ModelSource, TRANSFORMERS } from './transformers-loading.ts';

/** The local models in use. */
export interface LocalUses {
  embedder: boolean;
  nli: boolean;
  entities: boolean;
}

/** One line for each, none where all are installed. */
export function lackingModels(
  { embedder, nli, uncertainty }: Config,
  uses: LocalUses,
  env: Environment,
): string[] {
  const wanted: [kind: string, source: ModelSource][] = [
    ...(uses.embedder && embedder.provider === 'transformers'
      ? [
          ['embedding model', { ...embedder, model: embedder.model ?? DEFAULT_MODEL }] as [
            string,
            ModelSource,
          ],
        ]
      : []),
    ...(uses.nli && nli !== undefined ? [['NLI model', nli] as [string, ModelSource]] : []),
    ...(uses.entities && uncertainty.entities !== 'compromise'
      ? [['entity model', { ...embedder, model: uncertainty.entities }] as [string, ModelSource]]
      : []),
  ];
  if (wanted.length === 0) return [];
  const missing = wanted.filter(([, source]) => !isModelHere(source, env));
  const isInstalled = hasPackage();
  return [
    ...(isInstalled ? [] : [`${TRANSFORMERS} is not installed: the run ends before it asks anything`]),
    ...missing.map(([kind, source]) => lineOf(kind, source, env)),
  ];
}

function lineOf(kind: string, { model, cacheDir, offline }: ModelSource, env: Environment): string {
  const name = `${kind} ${model} is not on this machine`;
  if (offline || (env.HF_HUB_OFFLINE ?? '0') !== '0')
    return `${name}, and nothing is fetched offline: the run ends before it asks anything`;
  const hub = env.HF_ENDPOINT ?? 'https://huggingface.co';
  return `${name}: the run first fetches it from ${hub} into ${cacheDir ?? defaultCacheDir(env)}`;
}

function hasPackage(): boolean {
  try {
    import.meta.resolve(TRANSFORMERS);
    return true;
  } catch {
    return false;
  }
}
