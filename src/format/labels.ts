/** Labels of passages and states of sentences, in words. */
import { countsOf } from '../common/group-by.ts';
import type { Label } from '../passage.ts';

/** In display order. A text without a found error is not called true. */
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

/** States of the sentences of a response, the worst first. */
export const SENTENCE_STATES = ['wrong', 'not confirmed', 'confirmed', 'not read'] as const;
export type SentenceState = (typeof SENTENCE_STATES)[number];

/** `1 wrong, 2 confirmed, 1 not read`; zero counts are left out. */
export function stateCounts(sentences: readonly { state: SentenceState }[]): string {
  const counts = countsOf(sentences.map(({ state }) => state));
  return SENTENCE_STATES.flatMap((state) => (counts.has(state) ? `${counts.get(state)} ${state}` : [])).join(
    ', ',
  );
}

export const SENTENCE_MEANINGS: Readonly<Record<SentenceState, string>> = {
  wrong: 'the sentence, or a fact in it, is likely wrong',
  'not confirmed': 'what there is to compare with does not say all of it',
  confirmed: 'what there is to compare with says it, or has its words',
  'not read': 'no fact was found in it, so it is not rated',
};
