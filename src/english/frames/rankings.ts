/**
 * Which of two things has more of something, comes first or does it to the other, by the words of a sentence alone: "sound is faster
 * in water than in air", "after the Bronze Age came the Iron Age", "Haydn was Beethoven's teacher", "Phobos is the closer one".
 */
import type { Span } from '../../passage.ts';
import { memoize } from '../../common/memoize.ts';
import { wordKey } from '../content-words.ts';
import { baseForms } from '../lexicon/base-forms.ts';
import { STOP_WORDS } from '../lexicon/stop-words.ts';
import { partsAt, spanOf } from '../plain-clauses.ts';
import { isNoun, isPossessiveMark, readText, takeUntil, type Token } from '../tokens.ts';

export interface Ranking {
  scale: string;
  /** Keys of what has more of it, comes first, or does it. */
  more: ReadonlySet<string>;
  /** Of what has less; empty where it is not named. */
  less: ReadonlySet<string>;
  /** Of all that the text names. */
  named: ReadonlySet<string>;
  span: Span;
  sentence: Span;
}

/** By what two do to each other the verbs and nouns of the one `/` of the other. */
const ROLES: Readonly<Record<string, string>> = {
  teaching:
    'teach tutor instruct mentor train teacher / study learn pupil student disciple apprentice lesson',
  influence: 'influence inspire model inspiration / imitate copy base remake',
  parentage: 'father mother parent adopt / son daughter child',
  defeat: 'defeat beat overcome conquer /',
  enclosure: 'surround enclose contain / inside within',
  eating: 'eat feed prey hunt graze devour /',
  killing: 'kill slay stab murder wound /',
  telling: 'inform notify tell /',
  waiting: 'wait depend /',
};
const ROLE_OF = new Map<string, [role: string, isOther: boolean]>();
for (const [role, words] of Object.entries(ROLES))
  for (const [side, part] of words.split('/').entries())
    for (const word of part.match(/\S+/g) ?? []) ROLE_OF.set(word, [role, side === 1]);

/** By scale the adjectives and adverbs of much `/` of little of it. */
const SCALES: Readonly<Record<string, string>> = {
  size: 'large big great / small little',
  speed: 'fast quick swift / slow',
  height: 'high tall / low short',
  distance: 'far distant / near close',
  length: 'long / short',
  weight: 'heavy / light',
  heat: 'hot warm / cold cool',
  age: 'old / young new',
  strength: 'strong powerful / weak',
  price: 'expensive costly / cheap',
  depth: 'deep / shallow',
  width: 'wide broad / narrow',
  wealth: 'rich wealthy / poor',
  brightness: 'bright light / dark dim',
  hardness: 'hard tough / soft',
  difficulty: 'difficult hard / easy simple',
};
const SIDE_OF = new Map<string, [scale: string, isLittle: boolean][]>();
for (const [scale, words] of Object.entries(SCALES))
  for (const [side, part] of words.split(' / ').entries())
    for (const word of part.split(' '))
      SIDE_OF.set(word, [...(SIDE_OF.get(word) ?? []), [scale, side === 1]]);

const isName = (token: Token): boolean => isNoun(token) && !STOP_WORDS.has(token.lower);
const isVerb = ({ pos }: Token): boolean => pos === 'VERB' || pos === 'AUX';
const namesOf = (tokens: readonly Token[]): Set<string> =>
  new Set(tokens.filter(isName).map(({ text }) => wordKey(text)));

export const rankingsOf = memoize((text): readonly Ranking[] => {
  const { sentences } = readText(text);
  const named = namesOf(sentences.flat());
  return sentences.flatMap((sentence) =>
    partsAt(sentence, /^(?:;|while|whereas|but)$/)
      .flatMap((tokens) => [...compared(tokens), ...ordered(tokens), ...firsts(tokens), ...acted(tokens)])
      .filter(({ more, less }) => more.size <= MOST_NAMES && less.size <= MOST_NAMES)
      .map((found) => ({ ...found, named, sentence: spanOf(sentence) })),
  );
});

/** Of more names on one side nobody can tell by words alone which is meant. */
const MOST_NAMES = 3;

type Found = Omit<Ranking, 'named' | 'sentence'>;

function compared(tokens: readonly Token[]): Found[] {
  const degree = degreeIn(tokens);
  if (degree === null || tokens.some(({ lower }) => DENIED.test(lower))) return [];
  const than = tokens.findIndex(({ lower }, index) => index > degree.at && lower === 'than');
  const behind = than < 0 ? [] : tokens.slice(than + 1);
  const second = namesOf(takeUntil(behind, ({ pos }) => pos === 'PUNCT'));
  const first = [...namesOf(than < 0 ? tokens.slice(0, degree.at) : tokens.slice(0, than))].filter(
    (key) => !second.has(key),
  );
  if (first.length === 0 && second.size === 0) return [];
  return degree.sides.map(([scale, isLittle]) =>
    ranking(scale, isLittle ? [second, new Set(first)] : [new Set(first), second], tokens),
  );
}

const DENIED = /^(?:not|n['’]t|never|no|neither|nor)$/;

/** The comparative: "faster", "more slowly", "less expensive". */
function degreeIn(tokens: readonly Token[]): { at: number; sides: [string, boolean][] } | null {
  for (const [at, { lower, pos }] of tokens.entries()) {
    const isLess = lower === 'less';
    if (lower === 'more' || isLess) {
      const next = tokens[at + 1];
      const word = next?.lower ?? '';
      const sides = SIDE_OF.get(word) ?? SIDE_OF.get(word.replace(/ly$/, '')) ?? [];
      if (sides.length > 0)
        return { at, sides: sides.map(([scale, isLittle]) => [scale, isLittle !== isLess]) };
    } else if (/(?:er|rther)$/.test(lower) && /^(?:ADJ|ADV|NOUN|VERB)$/.test(pos)) {
      const sides = baseForms(lower)
        .slice(1)
        .flatMap((word) => SIDE_OF.get(word) ?? []);
      if (sides.length > 0) return { at, sides };
    }
  }
  return null;
}

/** Verbs of what comes first, and of what comes later. */
const EARLIER = /^(?:precede|predate|antedate)$/;
const LATER = /^(?:follow|succeed|replace|supersede)$/;

function ordered(sentence: readonly Token[]): Found[] {
  const at = sentence.findIndex(
    ({ lower, lemma, pos }, index) =>
      // "after eight years" is no order of two things
      (/^(?:before|after)$/.test(lower) && sentence[index + 1]?.pos !== 'NUM') ||
      (pos === 'VERB' && (EARLIER.test(lemma) || LATER.test(lemma))),
  );
  const word = sentence[at];
  if (word === undefined || sentence.some(({ lower }) => DENIED.test(lower))) return [];
  const [before, behind] = [sentence.slice(0, at), sentence.slice(at + 1)];
  const isPassive = word.pos === 'VERB' && behind[0]?.lower === 'by';
  // "pressed, after which it is wrapped"
  const isNext = word.lower === 'after' && behind[0]?.lower === 'which';
  const isLater = (word.lower === 'after' && !isNext) || LATER.test(word.lemma);
  const [left, right] =
    word.pos === 'VERB'
      ? [phraseBefore(before), phraseBehind(behind)]
      : before.some(isName)
        ? [before, untilMark(behind)]
        : opening(behind);
  const [first, second] = isLater === isPassive ? [left, right] : [right, left];
  const [earlier, later] = [namesOf(first), namesOf(second)];
  if (earlier.size === 0 || later.size === 0) return [];
  return [ranking('order', [earlier, later], sentence)];
}

const isOfPhrase = ({ pos, lower }: Token): boolean =>
  /^(?:NOUN|PROPN|ADJ|DET|NUM)$/.test(pos) || /^(?:of|['’]s?)$/.test(lower);
/** Verbs between the one and what it is to the other: "was", "became", "took". */
const LINK = /^(?:be|become|remain|have|take|receive|serve)$/;

/** The phrase that ends here, before verbs that say little. */
function phraseBefore(tokens: readonly Token[]): readonly Token[] {
  const end = tokens.findLastIndex(
    ({ pos, lemma }) => !/^(?:AUX|ADV|PART|DET|ADJ)$/.test(pos) && !(pos === 'VERB' && LINK.test(lemma)),
  );
  const start = tokens.slice(0, end + 1).findLastIndex((token) => !isOfPhrase(token));
  return tokens.slice(start + 1, end + 1);
}

/** The phrase that begins here, behind a preposition. */
function phraseBehind(tokens: readonly Token[]): readonly Token[] {
  const start = tokens.findIndex(({ pos }) => pos !== 'ADP' && pos !== 'ADV');
  if (start < 0 || start > 2) return [];
  return takeUntil(tokens.slice(start), (token) => !isOfPhrase(token));
}

const untilMark = (tokens: readonly Token[]): readonly Token[] =>
  takeUntil(tokens, ({ text }) => /^[,;:]$/.test(text));

/** "After A came B", "before A, B": what the sentence tells of stands behind the comma or verb. */
function opening(tokens: readonly Token[]): [readonly Token[], readonly Token[]] {
  const comma = tokens.findIndex(({ text }) => text === ',');
  const end = comma >= 0 ? comma : tokens.findIndex(isVerb);
  return end < 0 ? [[], tokens] : [tokens.slice(end + 1), tokens.slice(0, end)];
}

const ranking = (
  scale: string,
  [more, less]: readonly [ReadonlySet<string>, ReadonlySet<string>],
  tokens: readonly Token[],
): Found => ({ scale, more, less, span: spanOf(tokens) });

/** "Anne came first", "in Basel first". */
const firsts = (tokens: readonly Token[]): Found[] =>
  partsAt(tokens, /^(?:,|and)$/).flatMap((part) => {
    const at = part.findIndex(
      ({ lower }, index) =>
        lower === 'first' &&
        part[index - 1]?.pos !== 'DET' &&
        // what is so at first may change
        part[index - 1]?.lower !== 'at' &&
        !/^(?:NOUN|PROPN|ADP|ADJ|VERB)$/.test(part[index + 1]?.pos ?? ''),
    );
    const names = namesOf(part);
    if (at < 0 || names.size === 0 || part.some(({ lower }) => DENIED.test(lower))) return [];
    return [ranking('order', [names, new Set()], part)];
  });

/** "A taught B", "A was taught by B", "A was B's teacher", "A was a pupil of B". */
const acted = (tokens: readonly Token[]): Found[] =>
  partsAt(tokens, /^(?:,|and|which|who|that|so|because)$/).flatMap((part) => {
    const at = part.findIndex(({ lemma, pos }) => /^(?:VERB|NOUN|ADP)$/.test(pos) && ROLE_OF.has(lemma));
    const word = part[at];
    if (word === undefined || part.some(({ lower }) => DENIED.test(lower))) return [];
    const [role, isOther] = ROLE_OF.get(word.lemma) as [string, boolean];
    const [before, behind] = [part.slice(0, at), part.slice(at + 1)];
    const owner = before.findLastIndex(isPossessiveMark);
    const isOwned =
      word.pos === 'NOUN' && owner > 0 && before.slice(owner + 1).every(({ pos }) => pos === 'ADJ');
    const isPassive = word.pos === 'VERB' && behind[0]?.lower === 'by';
    const right = isOwned ? phraseBefore(before.slice(0, owner)) : phraseBehind(behind);
    const start = isOwned ? part.indexOf(right[0] as Token) : at;
    const left = phraseBefore(part.slice(0, Math.max(start, 0)));
    const sides = [namesOf(left), namesOf(right)] as const;
    if (sides.some(({ size }) => size === 0)) return [];
    return [ranking(role, isPassive === isOther ? sides : [sides[1], sides[0]], part)];
  });

const meet = (one: ReadonlySet<string>, other: ReadonlySet<string>, without: ReadonlySet<string>): boolean =>
  [...one].some((key) => other.has(key) && !without.has(key));

/** Whether one says of two things the reverse of the other. */
export function areReversedRankings(one: Ranking, other: Ranking): boolean {
  if (one.scale !== other.scale) return false;
  const isBoth = (key: string) => [one, other].some(({ more, less }) => more.has(key) && less.has(key));
  const shared = new Set([...one.more, ...other.more].filter(isBoth));
  const alike = meet(one.more, other.more, shared) || meet(one.less, other.less, shared);
  const swapped = [meet(one.more, other.less, shared), meet(one.less, other.more, shared)];
  if (swapped.every(Boolean))
    return !(meet(one.more, other.more, shared) && meet(one.less, other.less, shared));
  if (alike || ![one, other].some(({ more, less }) => more.size === 0 || less.size === 0)) return false;
  // each gives it to one of two that both texts name
  const isNamed = (keys: ReadonlySet<string>, { named }: Ranking) => [...keys].some((key) => named.has(key));
  if (swapped[0]) return isNamed(other.more, one) || isNamed(one.less, other);
  if (swapped[1]) return isNamed(other.less, one) || isNamed(one.more, other);
  return one.less.size === 0 && other.less.size === 0 && isNamed(one.more, other) && isNamed(other.more, one);
}
