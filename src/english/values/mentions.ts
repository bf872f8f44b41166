/**
 * Values in a sentence: years, dates, quantities, ordinals, places, peoples and names, each with the words it is made of.
 * Only values of one kind can be held against each other.
 */
import type { ValueKind } from '../../passage.ts';
import { areOneKind } from '../lexicon/noun-trees.ts';
import { isEra } from './dates.ts';
import { dateAt, numberAt } from './number-mentions.ts';
import { isPeople, isPlace, LONGEST_PLACE, opensPlace } from '../lexicon/places.ts';
import { sameName } from '../lexicon/same-names.ts';
import { wordKey } from '../content-words.ts';
import { MEASURE_OF, type Measure } from './units.ts';
import { foldedName } from '../../text/fold.ts';
import type { Token } from '../sentence-words.ts';
import { type Bound, boundOf } from './bounds.ts';

export interface Mention {
  kind: ValueKind;
  /** Equal keys are equal values. */
  key: string;
  /** As written. */
  text: string;
  /** Of a quantity: what is counted. */
  unit: string;
  /** Of a quantity in a unit of measure, with it as written and how many tokens behind the number name it. */
  measure: (Measure & { text: string; tokens: number }) | null;
  /** Of a quantity: whether it is meant as it stands. */
  bound: Bound;
  /** Tokens [from, to) of the sentence. */
  from: number;
  to: number;
}

const TIME = wordKey('time');
/** Whether it counts how often something happens: "for the first time", "for the 14th time". */
export const isOccasion = ({ kind, unit }: Mention): boolean => kind === 'ordinal' && unit === TIME;

/** By the key of the word that names the unit, in singular and plural. */
const MEASURES = new Map(
  [...MEASURE_OF].flatMap(([name, measure]) =>
    // "ms" is no plural of "m"
    [name, ...(name.length > 3 ? [`${name}s`] : [])].map((word) => [wordKey(word), measure]),
  ),
);

/** @param unit the key of a word */
export const isUnitOfTime = (unit: string): boolean => MEASURES.get(unit)?.of === 'time';

export function mentionsOf(
  tokens: readonly Token[],
  text: string,
  ranked: ReadonlySet<string>,
  names: ReadonlySet<string> = NONE,
): Mention[] {
  const found: Mention[] = [];
  const add = (kind: ValueKind, key: string, start: number, to: number, unit = '', unitTokens = 0) => {
    const first = tokens[start] as Token;
    const textTo = (end: number) => text.slice(first.start, (tokens[end - 1] as Token).end);
    const withSign = (name: string) => {
      const [before = '', behind = ''] = [text[first.start - 1], text[first.start + name.length]];
      return `${/[$€£]/.test(before) ? before : ''}${name}${behind === '%' ? behind : ''}`;
    };
    const power = kind === 'quantity' ? powerOf(tokens.slice(to, to + unitTokens)) : '';
    const sort = kind === 'quantity' ? MEASURES.get(unit) : undefined;
    const measure =
      sort === undefined
        ? null
        : { ...toPower(sort, power), tokens: unitTokens, text: withSign(textTo(to + unitTokens)) };
    const bound = kind === 'quantity' ? boundOf(tokens, start) : '';
    found.push({ kind, key, text: textTo(to), unit: `${power}${unit}`, measure, bound, from: start, to });
  };
  // "East India" of "British East India Company" is no place of its own
  let named = 0;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    const date = dateAt(tokens, i);
    if (date !== null) {
      add('date', date.key, i, date.to);
      i = date.to - 1;
      continue;
    }
    const number = withSmallerUnit(tokens, numberAt(tokens, i, ranked), ranked);
    if (number !== null) {
      add(number.kind, number.key, i, number.to, number.unit, number.unitTokens);
      // the scale of degrees is no name
      i = number.to - 1 + (found.at(-1)?.measure?.tokens ?? 0);
    } else if (token.capital && i >= named) named = addNames(tokens, i, names, add);
  }
  return found;
}

/** "square " of "4,000 square kilometres", "cubic " of "3 cubic metres". */
const powerOf = (unit: readonly Token[]): string => {
  const word = unit.find(({ lower }) => /^(?:square|sq|cubic)$/.test(lower))?.lower;
  return word === undefined ? '' : word === 'cubic' ? 'cubic ' : 'square ';
};

const toPower = ({ of, size }: Measure, power: string): Measure =>
  power === '' ? { of, size } : { of: `${power}${of}`, size: size ** (power === 'cubic ' ? 3 : 2) };

/** "two hours and five minutes", "5 feet 11 inches": one quantity, in the smaller unit. */
function withSmallerUnit(
  tokens: readonly Token[],
  number: ReturnType<typeof numberAt>,
  ranked: ReadonlySet<string>,
): ReturnType<typeof numberAt> {
  const large = number?.kind === 'quantity' ? MEASURES.get(number.unit) : undefined;
  if (number === null || large === undefined || number.unitTokens === 0) return number;
  const next = number.to + number.unitTokens;
  const at = tokens[next]?.surface === 'and' ? next + 1 : next;
  if (tokens[at] === undefined || !/^,? $/.test(tokens[next]?.gap ?? '')) return number;
  const rest = numberAt(tokens, at, ranked);
  const small = rest?.kind === 'quantity' ? MEASURES.get(rest.unit) : undefined;
  if (rest === null || small === undefined || small.of !== large.of || !(small.size < large.size))
    return number;
  return { ...rest, key: String((Number(number.key) * large.size) / small.size + Number(rest.key)) };
}

/** The last of three or more words of a name ("Whistler Sliding Centre") names no place of its own. */
const isSurname = (tokens: readonly Token[], i: number): boolean =>
  [i, i - 1].every((k) => tokens[k - 1]?.capital === true && tokens[k]?.gap === ' ');

const PARTICLES = new Set('of the de von van da di la le du del al bin s'.split(' '));

/** Words of a name at most: of more, as in a text all in capitals, nobody has a name. */
const LONGEST_NAME = 40;

/** @returns behind a name that begins with a place or people, in which no other is named; else `i` */
function addNames(
  tokens: readonly Token[],
  i: number,
  names: ReadonlySet<string>,
  add: (kind: ValueKind, key: string, from: number, to: number) => void,
): number {
  if (/^\p{Lu}+$/u.test((tokens[i] as Token).surface) && isEra((tokens[i] as Token).lower)) return i;
  const isInside = isName(tokens[i - 1]) && /^[ '-]*$/.test((tokens[i] as Token).gap);
  const known = knownAt(tokens, i);
  // "Florence" of "Florence Nightingale" and "New York" of "New York Times" are no places of their own
  const isPart = known !== null && !isInside && isFollowed(tokens, known.to);
  if (known !== null && (!isPart || known.kind === 'people')) add(known.kind, known.key, i, known.to);
  if ((known !== null && !isPart) || isInside || tokens[i]?.small) return i;
  let to = i + 1;
  const end = Math.min(tokens.length, i + LONGEST_NAME);
  while (to < end && /^[ .'-]*$/.test((tokens[to] as Token).gap) && continues(tokens, to)) to++;
  while (to > i + 1 && !(tokens[to - 1] as Token).capital) to--;
  const words = tokens.slice(i, to);
  // a text of one word, as an answer may be, begins with no other
  const isAlone = tokens.length === 1;
  const [word] = words as [Token];
  const isUnsure = i === 0 && !names.has(word.surface);
  if (words.length === 1 && !isAlone && isUnsure) return i;
  add('name', sameName(foldedName(words.map(({ surface }) => surface).join(' '))), i, to);
  return isPart ? to : i;
}

const NONE: ReadonlySet<string> = new Set();

/** Words with a capital inside a sentence: one that opens a sentence is a name where a text writes it so elsewhere. */
export const namesInside = (text: string): string[] =>
  text.match(/(?<=[\p{Ll}\d,;:] )\p{Lu}\p{Ll}[\p{L}'’-]*(?<!['’]s)/gu) ?? [];

const isName = (token: Token | undefined): boolean => token?.capital === true && !token.small;

/** The place or people that is named at `i`, by its longest name. */
function knownAt(tokens: readonly Token[], i: number): { kind: ValueKind; key: string; to: number } | null {
  const first = tokens[i];
  if (first === undefined) return null;
  for (let length = opensPlace(foldedName(first.surface)) ? LONGEST_PLACE : 1; length > 0; length--) {
    const words = tokens.slice(i, i + length);
    if (words.length < length || words.slice(1).some(({ gap }) => !/^[ .'-]*$/.test(gap))) continue;
    if (!(words.at(-1) as Token).capital) continue;
    const key = foldedName(words.map(({ surface }) => surface).join(' '));
    const kind = length === 1 && isPeople(key) ? 'people' : isPlace(key) ? 'place' : null;
    if (kind === null || (kind === 'place' && isSurname(tokens, i))) continue;
    return { kind, key, to: i + length };
  }
  return null;
}

/** Whether a name goes on at `i` with a word that is no place, and nothing that stands in one: "Canterbury Cathedral" does. */
function isFollowed(tokens: readonly Token[], i: number): boolean {
  const next = tokens[i];
  const isWord = next?.gap === ' ' && next.capital && !next.small;
  return isWord && !isStructure(next) && knownAt(tokens, i) === null;
}

const isStructure = ({ surface }: Token): boolean => areOneKind('sort', foldedName(surface), 'structure');

const continues = (tokens: readonly Token[], i: number): boolean =>
  (tokens[i] as Token).capital ||
  (PARTICLES.has((tokens[i] as Token).key) && tokens[i + 1]?.capital === true);
