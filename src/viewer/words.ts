/** Words that all pages share. */
import type { FactState, ViewRow } from '../report/view/view-data.ts';

export const STATE_WORDS: Readonly<Record<FactState, string>> = {
  contradicted: 'contradicted',
  unsupported: 'unsupported',
  unsure: 'unsure',
  unconfirmed: 'not confirmed',
  supported: 'supported',
  unknown: 'not judged',
};

/** A sign beside the colour, so that neither is needed to read the other. */
export const STATE_SIGNS: Readonly<Record<FactState, string>> = {
  contradicted: '✕',
  unsupported: '?',
  unsure: '~',
  unconfirmed: '·',
  supported: '✓',
  unknown: '–',
};

/** Where the verdict and the gold label differ. */
export type Mistake = 'missed' | 'false alarm' | null;
export function mistakeOf({ gold, label }: Pick<ViewRow, 'gold' | 'label'>): Mistake {
  if (gold === true && label === 'factual') return 'missed';
  return gold === false && label === 'hallucinated' ? 'false alarm' : null;
}

const LONGEST = 26;
export const short = (label: string): string => {
  const letters = [...label.slice(0, 2 * LONGEST)];
  return letters.length <= LONGEST ? label : `${letters.slice(0, LONGEST - 1).join('')}…`;
};
