/** The labelled passages that the figures are taken on. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDataset } from '../../../datasets/index.ts';
import type { LabelledPassage } from '../../../datasets/labelled-passage.ts';
import { InputError } from '../../../src/errors.ts';

/** The two claim sets are one published set, told apart by the model that answered. */
export const SET_NAMES = ['phd', 'wikibio', 'factscore', 'popqa'] as const;
export type SetName = (typeof SET_NAMES)[number];

const CLAIMS = 'graph_uncertainty';
const SOURCES: Record<SetName, { path: string; group?: string }> = {
  phd: { path: 'phd/phd_with_samples.json' },
  wikibio: { path: 'wikibio/wiki_bio_gpt3_hallucination.json' },
  factscore: { path: CLAIMS, group: 'factscore' },
  popqa: { path: CLAIMS, group: 'popqa' },
};

/**
 * @param limit passages of each set, the first ones
 * @throws InputError where a set is not in the folder, or cannot be read
 */
export async function openSet(folder: string, name: SetName, limit: number): Promise<LabelledPassage[]> {
  const { path, group } = SOURCES[name];
  const place = join(folder, path);
  if (!existsSync(place)) throw new InputError(`${place} is not there`);
  const { passages } = await openDataset({ path: place });
  const own = passages.filter((one) => group === undefined || one.group?.includes(group));
  if (own.length === 0) throw new InputError(`${place} holds no passages of ${name}`);
  return own.slice(0, limit);
}
