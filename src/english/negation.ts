/** Whether a text denies something. */

/** But not "No. 5". */
const NEGATION = /\b(?:not|never|no(?!\.\s*\d)|none|neither|nor|without|cannot|instead of)\b|n ?['’]t\b/i;

/** Also of "don't", and of "do n't" as in texts that were split into tokens. */
export const isNegated = (text: string): boolean => NEGATION.test(text);
