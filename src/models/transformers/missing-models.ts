/** Which local models of a configuration are missing, for a dry run: the run downloads them, or cannot begin. */
import type { Config } from '../../config/schema.ts';
import type { Environment } from '../../files/user-cache.ts';
import { DEFAULT_MODEL } from './transformers-embedder.ts';
import { defaultCacheDir, isModelInstalled, type ModelSource, TRANSFORMERS } from './transformers-loading.ts';

export interface LocalUses {
  embedder: boolean;
  nli: boolean;
  entities: boolean;
}

/** One line for each, none where all are installed. */
export function missingModels(
  { embedder, nli, uncertainty: { entities } }: Config,
  uses: LocalUses,
  env: Environment,
): string[] {
  const wanted: [kind: string, source: ModelSource][] = [];
  if (uses.embedder && embedder.provider === 'transformers')
    wanted.push(['embedding model', { ...embedder, model: embedder.model ?? DEFAULT_MODEL }]);
  if (uses.nli && nli !== undefined) wanted.push(['NLI model', nli]);
  if (uses.entities && entities !== 'compromise')
    wanted.push(['entity model', { ...embedder, model: entities }]);
  const lines = wanted
    .filter(([, source]) => !isModelInstalled(source, env))
    .map(([kind, source]) => lineOf(kind, source, env));
  if (wanted.length > 0 && !hasPackage())
    lines.unshift(`${TRANSFORMERS} is not installed: the run ends before the first request`);
  return lines;
}

function lineOf(kind: string, { model, cacheDir, offline }: ModelSource, env: Environment): string {
  const name = `${kind} ${model} is not on this machine`;
  if (offline || (env.HF_HUB_OFFLINE ?? '0') !== '0')
    return `${name}, and offline mode downloads nothing: the run ends before the first request`;
  const hub = env.HF_ENDPOINT ?? 'https://huggingface.co';
  return `${name}: the run first downloads it from ${hub} into ${cacheDir ?? defaultCacheDir(env)}`;
}

function hasPackage(): boolean {
  try {
    import.meta.resolve(TRANSFORMERS);
    return true;
  } catch {
    return false;
  }
}
