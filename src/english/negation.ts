/** Whether a text denies something. */

const NEGATION = /\b(?:not|never|no|none|neither|nor|without|cannot|instead of)\b|n ?['’]t\b/i;

/** Also of "don't", and of "do n't" as in texts that were split into tokens. */
export const isNegated = (text: string): boolean => NEGATION.test(text);
