/**
 * Adverbials of more than one word, which name no entity: "three years later", "this time", "at first", "in order".
 */
import { groupBy } from '../../common/group-by.ts';
import { type Token, wordAt } from '../tokens.ts';

const SET_PHRASES = [
  'at first',
  'at last',
  'at least',
  'at once',
  'in part',
  'in general',
  'in particular',
  'in addition',
  'in fact',
  'in turn',
  'in order',
  'by far',
  'for example',
  'for instance',
  'of course',
  'as a rule',
  'as well',
  'to this day',
  'in the end',
].map((phrase) => phrase.split(' '));

const BY_FIRST_WORD = groupBy(SET_PHRASES, ([first]) => first);

const UNITS = /^(minute|hour|day|week|month|year|decade|century|centurie|time|morning|evening|night)s?$/;

/** Number of tokens of the adverbial that starts at `start`; 0 where none does. */
export function adverbialLength(tokens: readonly Token[], start: number): number {
  const phrase = BY_FIRST_WORD.get(wordAt(tokens, start))?.find((words) =>
    words.every((word, offset) => wordAt(tokens, start + offset) === word),
  );
  const joint = phrase && `${phrase[1]} ${wordAt(tokens, start + 2)}`;
  if (phrase && joint !== 'well as' && joint !== 'addition to') return phrase.length;
  return timeAwayLength(tokens, start) || thatTimeLength(tokens, start);
}

/** "less than three weeks earlier", "a few years later", "sixteen years ago" */
function timeAwayLength(tokens: readonly Token[], start: number): number {
  let index = start;
  while (
    /^(less|more|fewer|than|only|just|about|some|almost|nearly|a|an|few|several|many)$/.test(
      wordAt(tokens, index),
    )
  )
    index++;
  if (tokens[index]?.pos === 'NUM') index++;
  const counted = index > start && UNITS.test(wordAt(tokens, index));
  return counted &&
    /^(later|earlier|ago|before)$/.test(wordAt(tokens, index + 1)) &&
    !opensPhrase(tokens[index + 2])
    ? index + 2 - start
    : 0;
}

/** "this time", "that year", "the following day" where it is no subject */
function thatTimeLength(tokens: readonly Token[], start: number): number {
  const determined = /^(this|that|each|every)$/.test(wordAt(tokens, start));
  const sequent =
    wordAt(tokens, start) === 'the' && /^(same|next|following|previous)$/.test(wordAt(tokens, start + 1));
  const length = determined ? 2 : sequent ? 3 : 0;
  const next = tokens[start + length];
  const subject = next?.pos === 'VERB' || next?.pos === 'AUX' || next?.lower === 'of';
  return length > 0 && UNITS.test(wordAt(tokens, start + length - 1)) && !subject ? length : 0;
}

/** Whether "before" governs what follows: "two years before the war". */
const opensPhrase = (token: Token | undefined): boolean => token?.pos === 'DET' || token?.pos === 'PROPN';
