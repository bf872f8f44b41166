/** What of a phrase is compared when vectors must not decide alone. */
import { baseForms } from '../text/base-forms.ts';
import { phraseWords } from '../text/lexical/phrase-words.ts';
import { isNegated } from '../text/negation.ts';
import { cardinalOf, readNumbers, scaleOf } from '../text/number-words.ts';

export interface PhraseParts {
  text: string;
  /** In order, folded, abbreviations written out, without numbers. */
  words: readonly string[];
  /** Numbers, ordinals, decades and months in one form, sorted. */
  numbers: readonly string[];
  isNegated: boolean;
}

/** Reads each phrase once. */
export function phraseReader(): (text: string) => PhraseParts {
  const known = new Map<string, PhraseParts>();
  return (text) => {
    const parts = known.get(text) ?? partsOfPhrase(text);
    known.set(text, parts);
    return parts;
  };
}

export function partsOfPhrase(text: string): PhraseParts {
  const tokens = readNumbers(phraseWords(text).filter((word, index, all) => !isArticle(word, index, all)));
  return {
    text,
    words: tokens.flatMap((token) => (token.kind === 'word' ? [token.text] : [])),
    numbers: tokens
      .flatMap((token) =>
        token.kind === 'word' ? [] : [`${token.kind === 'month' ? 'month ' : ''}${token.value}`],
      )
      .sort(),
    isNegated: isNegated(text),
  };
}

/** "one of the" counts nothing; "one hundred" and "twenty-one" do. */
const isArticle = (word: string, index: number, all: readonly string[]): boolean =>
  word === 'one' &&
  scaleOf(all[index + 1] ?? '') === undefined &&
  (cardinalOf(all[index - 1] ?? '') ?? 0) < 20;

/** The words of one phrase that the other does not have in any form. */
export function wordsBeside(one: readonly string[], other: readonly string[]): string[] {
  const forms = new Set(other.flatMap(baseForms));
  return one.filter((word) => !baseForms(word).some((form) => forms.has(form)));
}
