/** Labels of passages in words: a text without a found error is not called true. */
import type { Label } from '../passage.ts';

/** In display order. */
const IN_WORDS = {
  hallucinated: 'hallucinated',
  factual: 'no error found',
  unsupported: 'unsupported',
  unsure: 'unsure',
  abstained: 'not judged',
  undecided: 'undecided',
} as const satisfies Record<Label, string>;

export const LABELS = Object.keys(IN_WORDS) as Label[];

export const labelWords = (label: Label): string => IN_WORDS[label];
