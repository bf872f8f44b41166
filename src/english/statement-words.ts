/**
 * The words of a text that are compared: content words without what only numbers a list or speaks of the reference
 * itself ("Based on the passages provided", "(Passage 2)"), which no reference can support. Numbers from two on
 * are read as digits where one word gives them.
 */
import { contentWords, type Word } from './content-words.ts';
import { fold } from '../text/fold.ts';
import { cardinalOf } from './values/number-words.ts';

const LIST_NUMBER = /(^|\n)\s*(?:\d{1,2}[.)](?=\s)|step \d{1,2}:)/gi;
/** Of "don't", and of "do n't" as in texts that were split into tokens. */
const CONTRACTED_NOT = /n ?['’]t\b/gi;
const POINTER = /\b(?:passages?|documents?) \d+(?:(?:,| and| &)+ ?\d+)*\b/gi;
const ABOUT_THE_REFERENCE = new Set('passage passages provided given based mention mentioned'.split(' '));

/** In order, with repetitions. */
export function statementWords(text: string): Word[] {
  return contentWords(text.replace(LIST_NUMBER, '$1').replace(CONTRACTED_NOT, ' not').replace(POINTER, ' '))
    .filter(({ surface }) => !ABOUT_THE_REFERENCE.has(fold(surface)))
    .map((word) => {
      const value = cardinalOf(fold(word.surface)) ?? 0;
      return value > 1 ? { ...word, key: String(value), kind: 'number' } : word;
    });
}
