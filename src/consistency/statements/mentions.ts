/**
 * Values in a sentence: years, dates, quantities, ordinals, places, peoples and names, each with the words it is made of.
 * Only values of one kind can be held against each other.
 */
import type { ValueKind } from '../../passage.ts';
import { isPeople, isPlace, LONGEST_PLACE } from './places.ts';
import { foldedName, type Token } from './tokens.ts';

export interface Mention {
  kind: ValueKind;
  /** Equal keys are equal values. */
  key: string;
  /** As written. */
  text: string;
  /** Of a quantity: what is counted. */
  unit: string;
  /** Tokens [from, to) of the sentence. */
  from: number;
  to: number;
}

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const NUMBERS = new Map<string, number>([
  ...UNITS.map((word, value): [string, number] => [word, value]),
  ...TENS.map((word, index): [string, number] => [word, 10 * (index + 2)]),
]);
const ORDINALS = new Map(
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'
    .split(' ')
    .map((word, index): [string, number] => [word, index + 1]),
);
const SCALES = new Map([
  ['hundred', 1e2],
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
]);
const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const monthOf = (token: Token | undefined): number =>
  token === undefined || !token.capital ? 0 : MONTHS.indexOf(token.surface.toLowerCase()) + 1;
const dayOf = (token: Token | undefined): number => {
  const day = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(token?.surface ?? '')?.[1];
  return day !== undefined && Number(day) >= 1 && Number(day) <= 31 ? Number(day) : 0;
};

export function mentionsOf(tokens: readonly Token[], text: string, from = 0): Mention[] {
  const found: Mention[] = [];
  const add = (kind: ValueKind, key: string, start: number, to: number, unit = '') => {
    const last = tokens[to - 1] as Token;
    const first = tokens[start] as Token;
    found.push({ kind, key, unit, from: start, to, text: text.slice(first.start - from, last.end - from) });
  };
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    const date = dateAt(tokens, i);
    if (date !== null) {
      add('date', date.key, i, date.to);
      i = date.to - 1;
      continue;
    }
    const number = numberAt(tokens, i);
    if (number !== null) {
      add(number.kind, number.key, i, number.to, number.unit);
      i = number.to - 1;
    } else if (token.capital) addNames(tokens, i, add);
  }
  return found;
}

function dateAt(tokens: readonly Token[], i: number): { key: string; to: number } | null {
  const [one, two, three] = [tokens[i], tokens[i + 1], tokens[i + 2]];
  const month = monthOf(one);
  if (month > 0) {
    const day = dayOf(two);
    if (day > 0) return { key: `${month}-${day}`, to: i + 2 };
    // "May" and "March" begin sentences and name people
    const name = MONTHS[month - 1] as string;
    return i === 0 && ['may', 'march', 'august'].includes(name) ? null : { key: `${month}`, to: i + 1 };
  }
  const day = dayOf(one);
  if (day > 0 && monthOf(two) > 0) return { key: `${monthOf(two)}-${day}`, to: i + 2 };
  if (day > 0 && two?.key === 'of' && monthOf(three) > 0)
    return { key: `${monthOf(three)}-${day}`, to: i + 3 };
  return null;
}

interface NumberFound {
  kind: ValueKind;
  key: string;
  to: number;
  unit: string;
}

function numberAt(tokens: readonly Token[], i: number): NumberFound | null {
  const token = tokens[i] as Token;
  const lower = token.surface.toLowerCase();
  const ordinal = ORDINALS.get(lower) ?? Number(/^(\d+)(?:st|nd|rd|th)$/.exec(lower)?.[1] ?? 0);
  if (ordinal > 0) {
    if (/^centur/.test(tokens[i + 1]?.key ?? ''))
      return { kind: 'century', key: String(ordinal), to: i + 2, unit: '' };
    return { kind: 'ordinal', key: String(ordinal), to: i + 1, unit: unitAfter(tokens, i + 1) };
  }
  const decade = /^(\d{2,4}0)s$/.exec(lower)?.[1];
  if (decade !== undefined) return { kind: 'decade', key: decade, to: i + 1, unit: '' };
  if (
    YEAR.test(token.surface) &&
    !isCounted(tokens, i) &&
    (token.surface.length === 4 || isDated(tokens, i))
  ) {
    return { kind: 'year', key: token.surface, to: i + 1, unit: '' };
  }
  let value = token.digit ? Number(lower.replaceAll(',', '')) : NUMBERS.get(lower);
  if (value === undefined || Number.isNaN(value)) return null;
  let to = i + 1;
  const next = NUMBERS.get(tokens[to]?.surface.toLowerCase() ?? '');
  if (!token.digit && TENS.includes(lower) && next !== undefined && next < 10) {
    value += next;
    to++;
  }
  for (let scale = SCALES.get(tokens[to]?.surface.toLowerCase() ?? ''); scale !== undefined; ) {
    value *= scale;
    to++;
    scale = SCALES.get(tokens[to]?.surface.toLowerCase() ?? '');
  }
  return { kind: 'quantity', key: String(value), to, unit: unitAfter(tokens, to) };
}

const YEAR = /^(1\d{3}|20\d{2}|[1-9]\d{2})$/;
const ERAS = new Set(['ad', 'bc', 'bce', 'ce']);
/** "in 722", "May 896", "480 BCE": a short number that time words make a year. */
const isDated = (tokens: readonly Token[], i: number): boolean => {
  const [before, next] = [tokens[i - 1], tokens[i + 1]];
  const follows =
    before !== undefined &&
    (/^(in|from|until|since|to|by|between|and|circa|around|after|before|c|ad)$/i.test(before.surface) ||
      monthOf(before) > 0 ||
      YEAR.test(before.surface));
  return (
    (next !== undefined && ERAS.has(next.surface.toLowerCase())) ||
    (follows && unitAfter(tokens, i + 1) === '')
  );
};

/** "1200 people": a number with a plural noun right behind is no year. */
const isCounted = (tokens: readonly Token[], i: number): boolean => {
  const [before, next] = [tokens[i - 1], tokens[i + 1]];
  return (
    next !== undefined &&
    next.gap === ' ' &&
    !next.small &&
    !next.capital &&
    /[^s]s$/.test(next.surface) &&
    !/^(in|by|since|until|from|of)$/.test(before?.key ?? '')
  );
};

/** The next word that can be counted. */
function unitAfter(tokens: readonly Token[], i: number): string {
  const next = tokens[i];
  if (next === undefined || next.small || next.digit || !/^[\s-]*$/.test(next.gap)) return '';
  return next.key;
}

/** The last of three or more words of a name ("Whistler Sliding Centre") names no place of its own. */
const isSurname = (tokens: readonly Token[], i: number): boolean =>
  [i, i - 1].every((k) => tokens[k - 1]?.capital === true && tokens[k]?.gap === ' ');

const PARTICLES = new Set([
  'of',
  'the',
  'de',
  'von',
  'van',
  'da',
  'di',
  'la',
  'le',
  'du',
  'del',
  'al',
  'bin',
  'and',
  's',
]);

function addNames(
  tokens: readonly Token[],
  i: number,
  add: (kind: ValueKind, key: string, from: number, to: number) => void,
): void {
  for (let length = LONGEST_PLACE; length > 0; length--) {
    const words = tokens.slice(i, i + length);
    if (words.length < length || words.slice(1).some(({ gap }) => !/^[ .'-]*$/.test(gap))) continue;
    if (!(words.at(-1) as Token).capital) continue;
    const name = foldedName(words.map(({ surface }) => surface).join(' '));
    const kind = length === 1 && isPeople(name) ? 'people' : isPlace(name) ? 'place' : null;
    if (kind === null || (kind === 'place' && isSurname(tokens, i))) continue;
    add(kind, name, i, i + length);
    return;
  }
  const previous = tokens[i - 1];
  if (tokens[i]?.small) return;
  if (previous?.capital && /^[ '-]*$/.test((tokens[i] as Token).gap)) return;
  let to = i + 1;
  while (to < tokens.length && /^[ .'-]*$/.test((tokens[to] as Token).gap) && continues(tokens, to)) to++;
  while (to > i + 1 && !(tokens[to - 1] as Token).capital) to--;
  const words = tokens.slice(i, to);
  if (words.length === 1 && (i === 0 || (words[0] as Token).small)) return;
  add('name', foldedName(words.map(({ surface }) => surface).join(' ')), i, to);
}

const continues = (tokens: readonly Token[], i: number): boolean =>
  (tokens[i] as Token).capital ||
  (PARTICLES.has((tokens[i] as Token).key) &&
    (tokens[i] as Token).key !== 'and' &&
    tokens[i + 1]?.capital === true);
