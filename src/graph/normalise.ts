/**
 * The normal form under which two mentions count as the same words: Unicode compatibility form, no diacritics,
 * lower case, no parenthesised disambiguation, no punctuation, no leading article or possessive ending.
 */

const LEADING_ARTICLE = /^(?:the|a|an)\s+(?=\S)/;

/** Normal form of an entity mention; empty when nothing but punctuation is left. */
export function normaliseEntity(mention: string): string {
  const disambiguated = mention.replace(/\s*\([^()]*\)/g, ' ').trim();
  return normalisePhrase(disambiguated === '' ? mention : disambiguated).replace(LEADING_ARTICLE, '');
}

/** Normal form of a relation phrase or any other words. */
export function normalisePhrase(phrase: string): string {
  return phrase
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[’']s(?=\s|$)/g, '')
    .replace(/(?<=\d)[,](?=\d{3})/g, '')
    .replace(/(?:(?!(?<=\d)\.(?=\d))[^\p{L}\p{N}%])+/gu, ' ')
    .trim();
}

/** The numbers of a phrase as written out in digits, sorted: years, quantities, ordinals without their ending. */
export function numbersIn(phrase: string): string[] {
  return (normalisePhrase(phrase).match(/\d+(?:\.\d+)?/g) ?? []).sort();
}

/** Whether both phrases hold numbers and these differ: then they cannot be the same value, however alike. */
export function numbersDiffer(left: string, right: string): boolean {
  const [a, b] = [numbersIn(left), numbersIn(right)];
  return a.length > 0 && b.length > 0 && a.join(' ') !== b.join(' ');
}
