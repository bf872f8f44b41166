/** Words that all pages share. */
import { counted, shortened } from '../format/figures.ts';
import type { Label } from '../passage.ts';
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
  supported: 'other texts repeat it or have its words, or a model calls it right',
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

/** How many of the passages with and without an error were flagged, left open and passed. */
export function againstLabels(rows: readonly Pick<ViewRow, 'gold' | 'label'>[]): string {
  const countsWith = (gold: boolean) => {
    const own = rows.filter((row) => row.gold === gold);
    const labelled = (label: Label) => own.filter((row) => row.label === label).length;
    const [flagged, passed] = [labelled('hallucinated'), labelled('factual')];
    return { all: own.length, flagged, passed, open: own.length - flagged - passed };
  };
  const [wrong, right] = [countsWith(true), countsWith(false)];
  const open = ({ open }: { open: number }) => `${open} unsure or not judged`;
  return [
    `${counted(wrong.all, 'passage')} with an error: ${wrong.flagged} found, ${open(wrong)}, ${wrong.passed} missed`,
    `${right.all} without: ${counted(right.flagged, 'false alarm')}, ${open(right)}, ${right.passed} with no error found`,
  ].join('; ');
}

const LONGEST = 25;
export const short = (label: string): string => shortened(label, LONGEST);
