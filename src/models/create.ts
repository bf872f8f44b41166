/** Creates the models of a configuration; an adapter is loaded only when it is needed. */
import type { EmbedderConfig, NliConfig } from '../config/schema.ts';
import type { Environment } from '../files/user-cache.ts';
import { cacheEmbeddings } from './cache/cached-embedder.ts';
import type { Embedder, TokenEmbedder } from './embedder.ts';
import type { EntityRecogniser } from './entity-recogniser.ts';
import type { NliModel } from './nli-model.ts';

/**
 * The embedder, with its vectors cached in memory. A local model is loaded with the first text.
 * @throws ConfigError when the key of a service is missing
 */
export async function createEmbedder(config: EmbedderConfig, env: Environment): Promise<Embedder> {
  return cacheEmbeddings(await createPlainEmbedder(config, env));
}

async function createPlainEmbedder(config: EmbedderConfig, env: Environment): Promise<Embedder> {
  switch (config.provider) {
    case 'auto': {
      const { chooseEmbedder } = await import('./choose-embedder.ts');
      return createPlainEmbedder((await chooseEmbedder(config, { env })).embedder, env);
    }
    case 'lexical': {
      const { createLexicalEmbedder } = await import('../english/lexical/lexical-embedder.ts');
      return createLexicalEmbedder();
    }
    case 'transformers': {
      const { createTransformersEmbedder } = await import('./transformers/transformers-embedder.ts');
      return createTransformersEmbedder(config, { env });
    }
    case 'openai': {
      const { createOpenAiEmbedder } = await import('./openai/openai-embedder.ts');
      return createOpenAiEmbedder(config, { env });
    }
  }
}

/** The model for natural language inference, loaded with the first pair; null where none is configured. */
export async function createNliModel(
  config: NliConfig | undefined,
  env: Environment,
): Promise<NliModel | null> {
  if (config === undefined) return null;
  const { createTransformersNli } = await import('./transformers/transformers-nli.ts');
  return createTransformersNli(config, { env });
}

/** Token states of the configured embedding model, loaded with the first text; null unless it is local. */
export async function createTokenEmbedder(
  config: EmbedderConfig,
  env: Environment,
): Promise<TokenEmbedder | null> {
  if (config.provider !== 'transformers') return null;
  const { createTransformersTokens } = await import('./transformers/transformers-embedder.ts');
  return createTransformersTokens(config, { env });
}

/**
 * The named entity recogniser: compromise, or a token classification model, loaded with the first text.
 *
 * @param entities `compromise`, or the Hugging Face id or local folder of a model
 */
export async function createEntityRecogniser(entities: string, env: Environment): Promise<EntityRecogniser> {
  if (entities === 'compromise') {
    const { createCompromiseRecogniser } = await import('./compromise-entities.ts');
    return createCompromiseRecogniser();
  }
  const { createTransformersRecogniser } = await import('./transformers/transformers-entities.ts');
  return createTransformersRecogniser(entities, { env });
}

export interface LocalModels {
  embedder?: Embedder | null;
  nli?: NliModel | null;
  tokens?: TokenEmbedder | null;
  recogniser?: EntityRecogniser | null;
}

/**
 * Loads local models with a sample text, so that a missing one is found before anything is paid for.
 * @throws BackendError where a package or files are missing, or the hub cannot be reached
 */
export async function preload({ embedder, nli, tokens, recogniser }: LocalModels): Promise<void> {
  await embedder?.embed(['text']);
  await nli?.classify([{ premise: 'text', hypothesis: 'text' }]);
  await tokens?.embedTokens(['text']);
  await recogniser?.recognise('text');
}
