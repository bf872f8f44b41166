/** The parts of a phrase that are compared where vectors do not decide alone. */
import { once, memoize } from '../common/memoize.ts';
import { baseForms } from '../english/lexicon/base-forms.ts';
import { phraseWords } from '../english/lexical/phrase-words.ts';
import { isNegated } from '../english/negation.ts';
import { cardinalOf, readNumbers, scaleOf } from '../english/values/number-words.ts';

export interface PhraseParts {
  text: string;
  /** In order, folded, abbreviations written out, without numbers. */
  words: readonly string[];
  /** All forms of the words; computed on demand, since few phrases need them. */
  forms: () => ReadonlySet<string>;
  /** Numbers, ordinals, decades and months in one form, sorted. */
  numbers: readonly string[];
  isNegated: boolean;
}

const MORE_THAN_A_PASSAGE_HAS = { texts: 4_000 };

/** Phrases recur in every sample: each is read once. */
export const partsOfPhrase = memoize((text): PhraseParts => {
  const tokens = readNumbers(phraseWords(text).filter((word, index, all) => !isArticle(word, index, all)));
  const words = tokens.flatMap((token) => (token.kind === 'word' ? [token.text] : []));
  return {
    text,
    words,
    forms: once(() => new Set(words.flatMap((word) => baseForms(word)))),
    numbers: tokens
      .flatMap((token) =>
        token.kind === 'word' ? [] : [`${token.kind === 'month' ? 'month ' : ''}${token.value}`],
      )
      .sort(),
    isNegated: isNegated(text),
  };
}, MORE_THAN_A_PASSAGE_HAS);

/** "one of the" is no number; "one hundred" and "twenty-one" are. */
const isArticle = (word: string, index: number, all: readonly string[]): boolean =>
  word === 'one' &&
  scaleOf(all[index + 1] ?? '') === undefined &&
  (cardinalOf(all[index - 1] ?? '') ?? 0) < 20;

/** The words of one phrase that the other does not have in any form. */
export const wordsBeside = (one: PhraseParts, other: PhraseParts): string[] =>
  one.words.filter((word) => !baseForms(word).some((form) => other.forms().has(form)));
