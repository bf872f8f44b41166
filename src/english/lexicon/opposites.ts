/** Words of opposite meaning, in any of their forms: "rose" and "falling", "northern" and "southern". */
import { memoize } from '../../common/memoize.ts';
import { ANTONYMS } from './antonym-list.ts';
import { isOfSort } from './verbs.ts';
import { baseForms } from './base-forms.ts';
import { fold } from '../../text/fold.ts';

/** Pairs that WordNet does not call antonyms. */
const OTHERS =
  'before/after start/end marry/divorce enter/leave join/leave arrive/depart die/survive support/oppose gain/lose grow/shrink grow/decline ' +
  'rise/decline rise/drop increase/fall increase/drop teacher/student teacher/pupil ally/enemy friend/enemy hero/villain ' +
  'allow/forbid allow/ban permit/ban create/destroy build/demolish confirm/deny approve/reject upper/lower fictional/real ' +
  'lose/defeat same/reverse same/opposite';

const OPPOSITES = new Map<string, Set<string>>();

function add(one: string, other: string): void {
  OPPOSITES.set(one, (OPPOSITES.get(one) ?? new Set()).add(other));
  OPPOSITES.set(other, (OPPOSITES.get(other) ?? new Set()).add(one));
}

for (const part of ANTONYMS.split('|')) {
  const [prefix = '', words] = part.split(': ');
  if (words === undefined) addPairs(part);
  else for (const word of words.split(' ')) add(word, prefix + word);
}
addPairs(OTHERS);

function addPairs(pairs: string): void {
  for (const pair of pairs.split(' ')) add(...(pair.split('/') as [string, string]));
}

/** The plain forms of a word that have an opposite, parted by blanks; empty where there is none. @param word folded */
export const formsWithOpposite = memoize((word) =>
  baseForms(word)
    .filter((form) => OPPOSITES.has(form))
    .join(' '),
);

const wordsOf = memoize((forms) => forms.split(' '));

/** Verbs that WordNet calls antonyms, and that may say the same: "lies in", "stands in"; "was given the prize", "took the prize". */
const mayBeAlike = (one: string, other: string): boolean =>
  [one, other].every((form) => isOfSort(form, 'place')) || [one, other].sort().join() === 'give,take';

/** The same of two words by these forms: `null` where they are forms of one word. */
export function areOppositeForms(one: string, other: string): boolean | null {
  const [ones, others] = [wordsOf(one), wordsOf(other)];
  if (ones.some((form) => others.includes(form))) return null;
  return ones.some((form) =>
    others.some((match) => OPPOSITES.get(form)?.has(match) === true && !mayBeAlike(form, match)),
  );
}

/** Whether two words of English mean the opposite; false for forms of one word. */
export function areOpposites(one: string, other: string): boolean {
  const ones = fold(one);
  const forms = formsWithOpposite(ones);
  if (forms === '') return false;
  const others = fold(other);
  const otherForms = formsWithOpposite(others);
  if (otherForms === '') return false;
  if (baseForms(ones).some((form) => baseForms(others).includes(form))) return false;
  return areOppositeForms(forms, otherForms) === true;
}

const SUPERLATIVE = /\p{L}[\s-](?:most\b|\p{L}+est\b)/u;
/** Whether a text has a word that may be a superlative, but not its first. */
export const hasSuperlative = (text: string): boolean => SUPERLATIVE.test(text);

const PICKING_OUT = /est$|^(?:most|first|only)$/;
/** Whether a phrase picks one out of its sort: "the fastest animal", "the only mammal". @param words lower case */
export const picksOneOut = ([first, ...words]: readonly string[]): boolean =>
  first === 'the' && words.some((word) => PICKING_OUT.test(word));

/** What one does and undoes, so that both may have been done: "joined in 1973", "left in 2020". */
const IN_TURN = new Set(
  `join/leave enter/leave open/close arrive/depart marry/divorce create/destroy build/demolish start/end start/finish
   begin/end buy/sell appear/disappear lend/borrow win/lose`.split(/\s+/),
);
export const areInTurn = (one: string, other: string): boolean =>
  IN_TURN.has(`${one}/${other}`) || IN_TURN.has(`${other}/${one}`);

/** Whether a word is the comparative of one that has an opposite: "lower" of "low". @param word folded */
export const isComparative = (word: string): boolean =>
  /er$/.test(word) &&
  baseForms(word).some(
    (form) => form !== word && word.startsWith(form.replace(/[ey]$/, '')) && OPPOSITES.has(form),
  );
