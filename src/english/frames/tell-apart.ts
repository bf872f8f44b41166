/** Whether words of two clauses say that they describe two things of one sort: "her first title", "her last one"; "a baby", "an adult". */
import { memoizeWeak } from '../../common/memoize.ts';
import { isUntil } from '../lexicon/prepositions.ts';
import { areOpposites, formsWithOpposite } from '../lexicon/opposites.ts';
import { ordinalOf } from '../values/number-words.ts';
import { isNoun } from '../tokens.ts';
import { type Frame, partsOf } from './frame.ts';

export function areToldApart(one: Frame, other: Frame): boolean {
  if (isOutside(one) !== isOutside(other) || isLimited(one) !== isLimited(other)) return true;
  if (GIVEN.some((names) => areOfTwo(names, one, other))) return true;
  const [own, its] = [one, other].map(distinguishingWords) as [string[], string[]];
  const onlyIts = its.filter((word) => !own.includes(word));
  return own.some(
    (word) =>
      !its.includes(word) &&
      onlyIts.some(
        (match) => areOpposites(word, match) || (isRank(word) && isRank(match)) || areOfTwoAges(word, match),
      ),
  );
}

/** Of prizes: who gives them, and for what. */
const GIVEN = [
  /^(?:nobel|oscars?|academy|grammys?|emmys?|tonys?|pulitzer|booker|golden|bafta|turing|fields|abel)$/,
  /^(?:physics|chemistry|medicine|literature|peace|economics|mathematics|history|poetry|fiction|drama)$/,
];
const AWARD = /^(?:nobel|oscars?|grammys?|emmys?|prizes?|awards?|medals?|one)$/;

/** "the prize in physics", "the chemistry prize": both say which, and not the same. */
function areOfTwo(names: RegExp, one: Frame, other: Frame): boolean {
  const [own, its] = [one, other].map((frame) => {
    const words = partsOf(frame).flatMap(({ tokens }) => tokens.map(({ lower }) => lower));
    return words.some((word) => AWARD.test(word)) ? words.filter((word) => names.test(word)) : [];
  }) as [string[], string[]];
  return (
    own.length > 0 && its.length > 0 && !own.some((word) => its.includes(word) || areOneAward(word, its))
  );
}

/** The Academy Awards are called Oscars. */
const areOneAward = (word: string, others: readonly string[]): boolean =>
  /^(?:oscars?|academy)$/.test(word) && others.some((other) => /^(?:oscars?|academy)$/.test(other));

/** "its first shop outside Spain" is not its first shop. */
const isOutside = ({ adjuncts }: Frame): boolean => adjuncts.some(({ word }) => word === 'outside');

/** "until 1960, the capital was Rio": what was so is not what is. "Until 6 pm" may be so every day. */
const isLimited = ({ adjuncts }: Frame): boolean =>
  adjuncts.some(({ word, tokens }) => isUntil(word) && !tokens.some(({ lower }) => TIME_OF_DAY.test(lower)));
const TIME_OF_DAY = /^(?:[ap]\.?m\.?|noon|midnight|o['’]clock|\d{1,2}:\d\d)$/;

/** A clause is compared with many others. */
const distinguishingWords = memoizeWeak((frame: Frame): string[] =>
  partsOf(frame).flatMap(({ tokens, role }) =>
    tokens.flatMap(({ pos, lower }, index) => {
      const isNumber = pos === 'NUM' && isNoun(tokens[index - 1]);
      const isWord =
        (/^(?:ADJ|NOUN)$/.test(pos) &&
          (isRank(lower) || AGES.test(lower) || formsWithOpposite(lower) !== '')) ||
        // "Mahler's Fifth"
        (pos === 'PROPN' && ordinalOf(lower) !== undefined);
      return (isNumber && role === 'subject') || isWord ? [lower] : [];
    }),
  ),
);

const YOUNG =
  /^(?:baby|babies|newborns?|infants?|child|children|calf|calves|pups?|pupp(?:y|ies)|juveniles?|young)$/;
const GROWN = /^(?:adults?|grown|mature|ageing|aging|elderly)$/;
const AGES = new RegExp(`${YOUNG.source}|${GROWN.source}`);
const areOfTwoAges = (one: string, other: string): boolean =>
  (YOUNG.test(one) && GROWN.test(other)) || (GROWN.test(one) && YOUNG.test(other));

/** "first", "last", and the number of "version 3.0". */
const isRank = (word: string): boolean =>
  /^(?:last|final|\d[\d.]*)$/.test(word) || ordinalOf(word) !== undefined;
