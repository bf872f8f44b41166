/** What correction without a model makes of short texts of which it is known how they should read. */
import { readFileSync } from 'node:fs';
import { createCorrector } from '../../../src/detector/corrector.ts';
import type { Correction } from '../../../src/detector/corrector-interface.ts';
import type { Passage } from '../../../src/passage.ts';
import { parsedLines } from '../../support/json-lines.ts';

/** `events`: true, of another event than what samples tell; `wrong`: one value that every sample contradicts. */
export const TEXTS = ['events', 'wrong'] as const;

interface KnownText extends Passage {
  /** How the text should read in the end. */
  wanted: string;
}

export interface Outcome {
  wanted: string;
  correction: Correction;
}

export async function outcomesOf(name: (typeof TEXTS)[number]): Promise<Outcome[]> {
  const texts: KnownText[] = parsedLines(readFileSync(new URL(`${name}.jsonl`, import.meta.url), 'utf8'));
  const corrector = createCorrector({ preset: 'local' });
  const outcomes: Outcome[] = [];
  for (const { wanted, ...passage } of texts)
    outcomes.push({ wanted, correction: await corrector.correctPassage(passage) });
  await corrector.close();
  return outcomes;
}

export const readsAsWanted = ({ wanted, correction }: Outcome): boolean => correction.corrected === wanted;
export const isChanged = ({ correction }: Outcome): boolean => correction.corrected !== correction.original;
