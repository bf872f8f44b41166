/**
 * What cannot be the same, however near its vectors: sentence vectors put "began in" beside "ended in", and "12 May"
 * beside "12 June".
 *
 *   all phrases   other numbers, ordinals or months; one denies; words of opposite meaning; other roles; one has words
 *                 that pick something out of the other: a qualifier, a part, a member of a list, an object
 *   entities      lists of other members; names of other places, people or sorts of thing (other-names.ts)
 *   relations     they run the other way, or end in another preposition
 *
 * All of it is symmetric.
 */
import { areOpposites } from '../english/lexicon/opposites.ts';
import { STOP_WORDS } from '../english/lexicon/stop-words.ts';
import { areToldApart, isOfPlaceOrThing } from './name-words.ts';
import { endsOtherwise, isTurnedRound } from './direction.ts';
import { areOfOtherSorts, areOtherPlaces, haveOtherMiddleNames, isDoubled } from './other-names.ts';
import { type PhraseParts, wordsBeside } from './phrase-parts.ts';
import { nameOtherRoles } from './roles.ts';

export type PhraseKind = 'entity' | 'relation';

export function areDistinct(one: PhraseParts, other: PhraseParts, kind: PhraseKind): boolean {
  if (one.numbers.join() !== other.numbers.join() || one.isNegated !== other.isNegated) return true;
  const [ours, theirs] = [wordsBeside(one, other), wordsBeside(other, one)];
  if (areTurnedRound(ours, theirs) || nameOtherRoles(ours, theirs)) return true;
  if (picksOut(one, ours, theirs) || picksOut(other, theirs, ours)) return true;
  if (kind === 'entity')
    return (
      listOthers([one, other], [ours, theirs]) ||
      areToldApart(ours, theirs) ||
      areOtherNames(one.text, other.text)
    );
  return isTurnedRound(one.words, other.words) || endsOtherwise(one.words, other.words);
}

/** Names with common words, of different places, people or kinds of things. */
const areOtherNames = (one: string, other: string): boolean =>
  areOfOtherSorts(one, other) ||
  areOtherPlaces(one, other) ||
  haveOtherMiddleNames(one, other) ||
  isDoubled(one, other);

/**
 * Whether two values exclude each other. Unlike different entities, one may be more precise: "12 May 1931" does not
 * clash with "1931".
 */
export function clash(one: PhraseParts, other: PhraseParts): boolean {
  const isWithin = (numbers: readonly string[], all: readonly string[]) =>
    numbers.every((own) => all.includes(own));
  const isOtherNumber = !isWithin(one.numbers, other.numbers) && !isWithin(other.numbers, one.numbers);
  if (isOtherNumber || one.isNegated !== other.isNegated) return true;
  return areTurnedRound(wordsBeside(one, other), wordsBeside(other, one));
}

/** Prepositions of opposite directions, and generations, which the list of antonyms lacks. */
const TURNED: Readonly<Record<string, readonly string[]>> = {
  from: ['to', 'until', 'till', 'into'],
  since: ['until'],
  with: ['without'],
  over: ['under'],
  elder: ['younger'],
  senior: ['junior'],
  sr: ['jr'],
};

const areTurned = (word: string, match: string): boolean =>
  Object.hasOwn(TURNED, word) && TURNED[word]?.includes(match) === true;

const areTurnedRound = (ours: readonly string[], theirs: readonly string[]): boolean =>
  ours.some((word) =>
    theirs.some((match) => areOpposites(word, match) || areTurned(word, match) || areTurned(match, word)),
  );

/** Words that do not distinguish phrases: titles, kinds of companies, and some adverbs. */
const LIGHT = new Set(
  (
    'mr mrs ms miss dr doctor sir dame lord lady professor company corporation inc ltd plc limited ' +
    'full exact later since then once still now often'
  ).split(' '),
);

/** Whether all words of `other` occur in `one`, which has more. @param ours the words of `one` that `other` lacks */
function picksOut(one: PhraseParts, ours: readonly string[], theirs: readonly string[]): boolean {
  const isSaying = (word: string) => !STOP_WORDS.has(word) && !LIGHT.has(word) && !word.endsWith('ly');
  return theirs.length === 0 && ours.some(isSaying) && !isMiddleName(one, ours);
}

/** "Ann Maria Lee" and "Ann Lee": a name with additional words inside. */
const isMiddleName = ({ text, words }: PhraseParts, ours: readonly string[]): boolean =>
  /^(?:\p{Lu}[\p{L}.'’-]*\s*)+$/u.test(text.trim()) &&
  words.length <= 4 &&
  !words.some(isOfPlaceOrThing) &&
  ours.every((word) => word !== words[0] && word !== words.at(-1));

/** Lists with different members. @param rest the words of each that the other lacks */
function listOthers(both: readonly PhraseParts[], rest: readonly (readonly string[])[]): boolean {
  const isList = both.some(({ text }) => /,|\band\b|\bor\b/i.test(text));
  return isList && rest.every((words) => words.some((word) => !STOP_WORDS.has(word)));
}
