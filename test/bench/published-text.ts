/** Biographies that a model wrote, and samples of them, joined to one passage as long as wanted. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openDataset } from '../../datasets/index.ts';
import type { Passage } from '../../src/passage.ts';

/** Half of WikiBio, which is not part of the project. */
const WIKIBIO = fileURLToPath(
  new URL('../../../shared/data/wikibio/wiki_bio_gpt3_hallucination.json', import.meta.url),
);

export const hasPublishedText = (): boolean => existsSync(WIKIBIO);

/** Of 3 samples; each of its texts has so many UTF-16 code units. */
export async function publishedPassage(length: number): Promise<Passage> {
  const { passages } = await openDataset({ path: WIKIBIO });
  const texts = passages.map(({ passage: { response = '', samples = [] } }) => [response, ...samples]);
  const [response = '', ...samples] = [0, 1, 2, 3].map((column) =>
    texts
      .map((row) => row[column] ?? '')
      .join('\n\n')
      .slice(0, length),
  );
  return { id: 'p', prompt: 'Who?', response, samples };
}
