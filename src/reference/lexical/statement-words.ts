/**
 * The words of a text that are compared: content words without what only numbers a list or speaks of the reference
 * itself ("Based on the passages provided", "(Passage 2)"), which no reference can support. Numbers up to twenty in
 * words are read as digits.
 */
import { contentWords, type Word } from '../../text/content-words.ts';

const LIST_NUMBER = /(^|\n)\s*(?:\d{1,2}[.)](?=\s)|step \d{1,2}:)/gi;
/** Of "don't", and of "do n't" as in texts that were split into tokens. */
const CONTRACTED_NOT = /n ?['’]t\b/gi;
const POINTER = /\b(?:passages?|documents?) \d+(?:(?:,| and| &)+ ?\d+)*\b/gi;
const ABOUT_THE_REFERENCE = new Set('passage passages provided given based mention mentioned'.split(' '));

const NUMERALS = new Map(
  `two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
   nineteen twenty`
    .split(/\s+/)
    .map((name, index) => [name, String(index + 2)]),
);

/** In order, with repetitions. */
export function statementWords(text: string): Word[] {
  return contentWords(text.replace(LIST_NUMBER, '$1').replace(CONTRACTED_NOT, ' not').replace(POINTER, ' '))
    .filter(({ surface }) => !ABOUT_THE_REFERENCE.has(surface.toLowerCase()))
    .map((word) => {
      const digits = NUMERALS.get(word.surface.toLowerCase());
      return digits === undefined ? word : { ...word, key: digits, kind: 'number' };
    });
}
