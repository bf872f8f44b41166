/** Possible labels of a sentence of a response, the worst first, with their meaning. */
export const SENTENCE_STATES = ['wrong', 'not confirmed', 'confirmed', 'not read'] as const;
export type SentenceState = (typeof SENTENCE_STATES)[number];

export const SENTENCE_MEANINGS: Readonly<Record<SentenceState, string>> = {
  wrong: 'the sentence, or a fact in it, is likely wrong',
  'not confirmed': 'what there is to compare with does not say all of it',
  confirmed: 'what there is to compare with says it, too',
  'not read': 'no fact was found in it, so it is not rated',
};
