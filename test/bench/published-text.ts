/** Biographies that a model wrote, and samples of them: half of WikiBio, which is not part of the project. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openDataset } from '../../datasets/index.ts';
import type { Passage } from '../../src/passage.ts';

const WIKIBIO = fileURLToPath(
  new URL('../../../shared/data/wikibio/wiki_bio_gpt3_hallucination.json', import.meta.url),
);

export const hasPublishedText = (): boolean => existsSync(WIKIBIO);

export async function publishedPassages(): Promise<Passage[]> {
  const { passages } = await openDataset({ path: WIKIBIO });
  return passages.map(({ passage }) => passage);
}
