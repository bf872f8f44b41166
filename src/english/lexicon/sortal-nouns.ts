/** Nouns that say no more than that there is something. */
const SORTAL = new Set(
  'kind type sort form part thing answer piece work place one name people person'.split(' '),
);

/** @param noun its dictionary form */
export const isSortal = (noun: string): boolean => SORTAL.has(noun);
