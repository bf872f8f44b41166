/** Words that all pages share. */
import { counted, shortened } from '../format/figures.ts';
import type { FactState, ViewRow } from '../report/view/view-data.ts';

/** Worst first. */
export const STATE_WORDS: Readonly<Record<FactState, string>> = {
  contradicted: 'contradicted',
  suspicious: 'suspicious',
  unsupported: 'unsupported',
  unsure: 'unsure',
  unknown: 'not judged',
  unconfirmed: 'not confirmed',
  supported: 'supported',
};
export const STATES = Object.keys(STATE_WORDS) as FactState[];

export const STATE_MEANINGS: Readonly<Record<FactState, string>> = {
  contradicted: 'likely wrong: other texts give another value',
  suspicious: 'likely wrong: little evidence supports it, but nothing gives another value',
  unsupported: 'no sample mentions it, though they mention other facts of the text',
  unsure: 'as much evidence against it as for it, or more',
  unknown: 'there was no evidence to judge it by',
  unconfirmed: 'not likely wrong, but no other text clearly repeats it',
  supported: 'other texts repeat it',
};

/** A sign beside the colour, for readers who cannot tell the colours apart. */
export const STATE_SIGNS: Readonly<Record<FactState, string>> = {
  contradicted: '✕',
  suspicious: '!',
  unsupported: '?',
  unsure: '~',
  unconfirmed: '·',
  supported: '✓',
  unknown: '–',
};

/** How many facts of a passage are suspicious; without any, its score as a whole decided. */
export function suspicious({
  label,
  facts,
  flagged,
  unsupported,
}: Pick<ViewRow, 'label' | 'facts' | 'flagged' | 'unsupported'>): string {
  if (facts === 0) return 'no fact';
  const others = unsupported === 0 ? '' : `, ${unsupported} unsupported`;
  const counts = `${flagged} of ${counted(facts, 'fact')} suspicious${others}`;
  return label === 'hallucinated' && flagged === 0 ? `low support as a whole, ${counts}` : counts;
}

/** Where the verdict and the gold label differ. */
export type Mistake = 'missed' | 'false alarm' | null;
export function mistakeOf({ gold, label }: Pick<ViewRow, 'gold' | 'label'>): Mistake {
  if (gold === true && label === 'factual') return 'missed';
  return gold === false && label === 'hallucinated' ? 'false alarm' : null;
}

const LONGEST = 25;
export const short = (label: string): string => shortened(label, LONGEST);
