/**
 * What inflections and near relatives of a word mostly share: "politician" and "politics" are "politi". Irregular forms are
 * brought to the plain one, a common ending and a last "e" go, and at most six letters stay. The cut joins more relatives than
 * rules for endings do: without it, with Porter's rules or with none but those for inflections, PHD is ranked worse.
 */
import { IRREGULAR_FORMS } from './irregular-forms.ts';

/** The first that a word has; what stays of it has three letters at least. */
const ENDINGS = /(?<=...)(?:ie[sd]|ing|(?<!e)ed|(?<!z)es|(?<![si])(?<!...u)s|ly)$/u;
const LONGEST = 6;

/** @param word folded, without digits */
export function stem(word: string): string {
  const plain = american(withoutEnding(IRREGULAR_FORMS.get(word) ?? word)).replace(/(?<=...)e$/, '');
  return [...plain].slice(0, LONGEST).join('');
}

/** The word without an ending for number or tense; with digits or another ending, as it is. @param word folded */
export const uninflected = (word: string): string =>
  /\p{N}|ly$/u.test(word) ? word : withoutEnding(IRREGULAR_FORMS.get(word) ?? word);

const withoutEnding = (word: string): string =>
  word.replace(ENDINGS, (ending) => (ending.startsWith('ie') ? 'y' : ''));

const american = (word: string): string =>
  word
    .replace(/(.{3})is(e?|ation)$/, '$1iz$2')
    .replace(/(.{3})our$/, '$1or')
    .replace(/(.{2})tre$/, '$1ter');
