/** Loads local models with a sample text, so that a missing one is found before anything is paid for. */
import type { Embedder, TokenEmbedder } from './embedder.ts';
import type { EntityRecogniser } from './entity-recogniser.ts';
import type { NliModel } from './nli-model.ts';

export interface LocalModels {
  embedder?: Embedder | null;
  nli?: NliModel | null;
  tokens?: TokenEmbedder | null;
  recogniser?: EntityRecogniser | null;
}

/** @throws BackendError where a package or files are missing, or the hub cannot be reached */
export async function preload({ embedder, nli, tokens, recogniser }: LocalModels): Promise<void> {
  await embedder?.embed(['text']);
  await nli?.classify([{ premise: 'text', hypothesis: 'text' }]);
  await tokens?.embedTokens(['text']);
  await recogniser?.recognise('text');
}
