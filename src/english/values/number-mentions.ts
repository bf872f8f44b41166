/** Dates, years and other numbers among the words of a sentence. */
import type { ValueKind } from '../../passage.ts';
import { DAY, isAlsoWord, monthName, monthNumber, isEra, YEAR } from './dates.ts';
import { cardinalOf, type NumberWord, ordinalOf, readCardinal } from './number-words.ts';
import { wordKey } from '../content-words.ts';
import { formsWithOpposite } from '../lexicon/opposites.ts';
import { MEASURE_OF } from './units.ts';
import type { Token } from '../sentence-words.ts';

const monthOf = (token: Token | undefined): number => (token?.capital ? (monthNumber(token.lower) ?? 0) : 0);
const dayOf = (token: Token | undefined): number => Number(DAY.exec(token?.surface ?? '')?.[1] ?? 0);

/** A month with its day, where one stands at `i`: its key `month` or `month-day`. */
export function dateAt(tokens: readonly Token[], i: number): { key: string; to: number } | null {
  const [one, two, three] = [tokens[i], tokens[i + 1], tokens[i + 2]];
  const month = monthOf(one);
  if (month > 0) {
    const day = dayOf(two);
    if (day > 0) return { key: `${month}-${day}`, to: i + 2 };
    // "May" and "March" begin sentences and name people
    const name = monthName(month) as string;
    return i === 0 && isAlsoWord(name) ? null : { key: `${month}`, to: i + 1 };
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
  /** Key of what is counted or of a unit, and how many tokens behind the number name it. */
  unit: string;
  unitTokens: number;
}

/**
 * A year, decade, century, ordinal or quantity that stands at `i`.
 *
 * @param ranked words of `rankedIn` of the texts compared: "the deepest" is the first where another says "the second deepest"
 */
export function numberAt(
  tokens: readonly Token[],
  i: number,
  ranked: ReadonlySet<string>,
): NumberFound | null {
  const token = tokens[i] as Token;
  const { lower } = token;
  // "π/2"
  if (token.gap === '/' && tokens[i - 1]?.digit === false) return null;
  const composed = shareAt(tokens, i) ?? clockAt(tokens, i);
  if (composed !== null) return composed;
  const ordinal = ordinalAt(tokens, i);
  if (ordinal !== null) {
    const { value, to } = ordinal;
    if (/^centur/.test(tokens[to]?.key ?? ''))
      return { kind: 'century', key: String(value), to: to + 1, ...NO_UNIT };
    // "the 6th or 7th century"
    const joined = /^(?:or|and|to)$/.test(tokens[to]?.lower ?? '') ? ordinalAt(tokens, to + 1) : null;
    if (joined !== null && /^centur/.test(tokens[joined.to]?.key ?? ''))
      return { kind: 'century', key: String(value), to, ...NO_UNIT };
    const superlative = superlativeAt(tokens, to);
    return { ...{ kind: 'ordinal', key: String(value), to }, ...(superlative ?? unitAfter(tokens, to)) };
  }
  if (OF_ONE.test(tokens[i - 1]?.surface ?? '')) {
    const superlative = ranked.size > 0 ? superlativeAt(tokens, i) : null;
    if (superlative !== null && ranked.has(superlative.unit))
      return { kind: 'ordinal', key: '1', ...superlative };
    const unit = /^(?:last|final)$/.test(lower) ? unitAfter(tokens, i + 1) : NO_UNIT;
    if (unit.unit !== '') return { kind: 'ordinal', key: LAST, to: i + 1, ...unit };
  }
  const decade = /^(\d{2,4}0)s$/.exec(lower)?.[1];
  if (decade !== undefined) return { kind: 'decade', key: decade, to: i + 1, ...NO_UNIT };
  if (
    (YEAR.test(token.surface) ||
      (SHORT_OR_LATE.test(token.surface) && isDated(tokens, i)) ||
      (EARLY.test(token.surface) && isEra(tokens[i + 1]?.lower ?? ''))) &&
    !isCounted(tokens, i)
  ) {
    return { kind: 'year', key: token.surface, to: i + 1, ...NO_UNIT };
  }
  if (lower === 'one' && /^(?:of|another)$/.test(tokens[i + 1]?.key ?? '')) return null;
  if (lower === 'a' && tokens[i + 1]?.surface === 'fortnight')
    return { kind: 'quantity', key: '1', to: i + 1, ...unitAfter(tokens, i + 1) };
  const power = token.digit && tokens[i + 1]?.gap === '^' ? Number(tokens[i + 1]?.surface) : Number.NaN;
  if (!Number.isNaN(power))
    return {
      kind: 'quantity',
      key: String(Number(lower) ** power),
      to: i + 2,
      ...countedAfter(tokens, i + 2),
    };
  const number = readCardinal(numberWordsOf(tokens), i);
  if (number === null || Number.isNaN(number.value)) return null;
  const { value, to } = number;
  // "seven extra zones": how many there are in all is not told
  if (/^(?:extra|more|other|further|additional)$/.test(tokens[to]?.lower ?? '')) return null;
  const times = timesAt(tokens, to);
  if (times !== null) return { kind: 'quantity', key: String(value), to, ...times };
  const signed = [token, tokens[to - 1]].find((one) => one?.unit)?.unit;
  const unit = isAge(tokens, i)
    ? { unit: 'year', unitTokens: 0 }
    : signed === undefined
      ? unitOf(tokens, to)
      : { unit: wordKey(signed), unitTokens: 0 };
  return { kind: 'quantity', key: String(value), to, ...unit };
}

/** "17 times as massive as", "four times the size": how many times is told with what is compared. */
function timesAt(tokens: readonly Token[], to: number): Unit | null {
  if (tokens[to]?.lower !== 'times' || !/^(?:as|the|more|less)$/.test(tokens[to + 1]?.lower ?? ''))
    return null;
  const { unit } = unitAfter(tokens, to + 2);
  return unit === '' ? null : { unit: `times ${unit}`, unitTokens: 1 };
}

/** What it counts; of the lower end of a range what the upper one does. */
function unitOf(tokens: readonly Token[], to: number): Unit {
  const own = countedAfter(tokens, to);
  if (own.unit !== '') return own;
  const isDashed = /^[–-]$/.test(tokens[to]?.gap ?? '') && tokens[to]?.digit === true;
  const isJoined = /^(?:to|and|or)$/.test(tokens[to]?.lower ?? '');
  const from = isDashed ? to : to + 1;
  if (!isDashed && !isJoined) return own;
  const upper = readCardinal(numberWordsOf(tokens), from);
  if (upper === null) return own;
  const { unit } = countedAfter(tokens, upper.to);
  return { unit, unitTokens: 0 };
}

/**
 * "11:40 pm", "11.40 p.m.", "9 am", "2:29:19", "noon": its key is the time in seconds on a clock of twelve hours, since half of the texts
 * do not say which half of the day is meant.
 */
function clockAt(tokens: readonly Token[], i: number): NumberFound | null {
  const { lower = '', digit = false } = tokens[i] ?? {};
  if (lower === 'noon' || lower === 'midnight')
    return { kind: 'quantity', key: '0', to: i + 1, unit: 'clock', unitTokens: 0 };
  const [, hour = '', minute, glued] = (digit && CLOCK_TIME.exec(lower)) || [];
  if (hour === '') return null;
  const parts = [hour, ...(minute === undefined ? [] : [minute])];
  let to = i + 1;
  while (parts.length < 3 && tokens[to]?.gap === ':' && /^[0-5]\d$/.test(tokens[to]?.lower ?? ''))
    parts.push(tokens[to++]?.lower ?? '');
  const half = glued === undefined ? halfOfDayAt(tokens, to) : 0;
  const isTime = half > 0 || glued !== undefined || (minute === undefined && parts.length > 1);
  if (!isTime) return null;
  const [hours = 0, minutes = 0, seconds = 0] = parts.map(Number);
  const key = String((hours * 3600 + minutes * 60 + seconds) % HALF_A_DAY);
  return { kind: 'quantity', key, to: to + half, unit: 'clock', unitTokens: 0 };
}

const CLOCK_TIME = /^([01]?\d|2[0-4])(?:\.([0-5]\d))?([ap]m)?$/;
/** In seconds. */
const HALF_A_DAY = 43_200;

/** Whether a time of day is said to be before or after noon; empty where it is not said. */
export function halfOfDay(text: string): 'a' | 'p' | '' {
  const said = /([ap])\.?m\b/i.exec(text)?.[1]?.toLowerCase();
  if (said === 'a' || text === 'midnight') return 'a';
  return said === 'p' || text === 'noon' || /^(?:1[3-9]|2\d)\D/.test(text) ? 'p' : '';
}

/** How many tokens say "am" or "p.m.". */
function halfOfDayAt(tokens: readonly Token[], i: number): number {
  const [one, two] = [tokens[i]?.lower ?? '', tokens[i + 1]];
  if (/^[ap]m$/.test(one) && /^ ?$/.test(tokens[i]?.gap ?? '')) return 1;
  return /^[ap]$/.test(one) && two?.lower === 'm' && two.gap === '.' ? 2 : 0;
}

/** "21st", "first", "twenty-first". */
function ordinalAt(tokens: readonly Token[], i: number): { value: number; to: number } | null {
  const word = (place: number): string => tokens[place]?.lower ?? '';
  const own = ordinalOf(word(i)) ?? 0;
  if (own > 0) return { value: own, to: i + 1 };
  const [tens, ones] = [cardinalOf(word(i)) ?? 0, ordinalOf(word(i + 1)) ?? 0];
  const isOne = tens >= 20 && ones > 0 && ones < 10 && /^[ -]$/.test(tokens[i + 1]?.gap ?? '');
  return isOne ? { value: tens + ones, to: i + 2 } : null;
}

const numberWordsOf =
  (tokens: readonly Token[]) =>
  (place: number): NumberWord | undefined => {
    const token = tokens[place];
    return (
      token && {
        word: token.lower.replaceAll(',', ''),
        isNear: /^[ -]?$/.test(token.gap),
        isGlued: token.gap === '',
      }
    );
  };

/** The key of what is last of all, however many there are. */
export const LAST = '-1';
const OF_ONE = /^(?:the|its|his|her|their|s)$/i;

/** Of "second deepest" and "third most populous": what they are ranked by. */
export const rankedIn = (tokens: readonly Token[]): string[] =>
  tokens.flatMap(({ lower }, i) => {
    const superlative = ordinalOf(lower) === undefined ? null : superlativeAt(tokens, i + 1);
    return superlative === null ? [] : [superlative.unit];
  });

/** "deepest", "most populous"; what else has that form is never ranked. */
function superlativeAt(tokens: readonly Token[], i: number): (Unit & { to: number }) | null {
  const [token, next] = [tokens[i], tokens[i + 1]];
  if (token === undefined || token.capital || !/^[\s-]*$/.test(token.gap)) return null;
  const word = token.lower;
  if (word === 'most')
    return next === undefined || next.small || next.digit
      ? null
      : { unit: `most ${next.key}`, unitTokens: 0, to: i + 2 };
  const forms = word.endsWith('est') ? formsWithOpposite(word).split(' ') : [''];
  return forms.includes('') || forms.includes(word) ? null : { unit: word, unitTokens: 0, to: i + 1 };
}

/** "aged 40", "at the age of 40": years, as in "40 years old". */
const isAge = (tokens: readonly Token[], i: number): boolean =>
  /(?:^| )(?:aged|age|age of) $/.test(
    tokens
      .slice(Math.max(0, i - 2), i)
      .map(({ lower }) => `${lower} `)
      .join(''),
  );

/** What only words of time make a year. */
const SHORT_OR_LATE = /^[1-9]\d{2,3}$/;
/** The same, where it says from when it is counted: "36 BC". */
const EARLY = /^[1-9]\d?$/;
/** "in 722", "May 896", "480 BCE": a short number that time words make a year; "to" and "and" do so behind another ("722 to 741"). */
const isDated = (tokens: readonly Token[], i: number): boolean => {
  const [first, before, next] = [tokens[i - 2], tokens[i - 1], tokens[i + 1]];
  const follows =
    before !== undefined &&
    (/^(in|from|until|since|by|between|circa|around|after|before|c|ad)$/i.test(before.surface) ||
      (/^(to|and)$/.test(before.key) && SHORT_OR_LATE.test(first?.surface ?? '')) ||
      monthOf(before) > 0 ||
      SHORT_OR_LATE.test(before.surface));
  return (next !== undefined && isEra(next.lower)) || (follows && unitAfter(tokens, i + 1).unit === '');
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

type Unit = Pick<NumberFound, 'unit' | 'unitTokens'>;
const NO_UNIT: Unit = { unit: '', unitTokens: 0 };
const SCALES_OF_DEGREES: ReadonlyMap<string, string> = new Map([
  ['C', 'celsius'],
  ['F', 'fahrenheit'],
]);

/** Words between a number and what it counts. */
const ADJECTIVES = 3;
const PLURAL = /(?:[^suio]s|men|people|children)$/;

/** What a number counts: the unit right behind it, else the first plural ("15 electoral votes"), else the next word. */
function countedAfter(tokens: readonly Token[], i: number): Unit {
  const next = unitAfter(tokens, i);
  // "eight 500 mg tablets", "two 12-hour shifts"
  const isSized = tokens[i]?.digit === true && MEASURE_OF.has(tokens[i + 1]?.lower ?? '');
  if (isSized && PLURAL.test(tokens[i + 2]?.surface ?? ''))
    return { unit: unitAfter(tokens, i + 2).unit, unitTokens: 0 };
  if (next.unitTokens !== 1 || MEASURE_OF.has(tokens[i]?.lower ?? '')) return next;
  for (let k = i; k <= i + ADJECTIVES; k++) {
    const { unit } = unitAfter(tokens, k);
    if (unit === '') break;
    if (PLURAL.test(tokens[k]?.surface ?? '')) return { unit, unitTokens: k - i + 1 };
  }
  return next;
}

/** The next word that can be counted, or the scale of degrees. */
function unitAfter(tokens: readonly Token[], i: number): Unit {
  const next = tokens[i];
  if (next === undefined) return NO_UNIT;
  if (next.lower === 'per' && tokens[i + 1]?.lower === 'cent')
    return { unit: wordKey('percent'), unitTokens: 2 };
  // "290 billion US dollars"
  if (COUNTRIES.test(next.surface) && tokens[i + 1]?.gap === ' ') {
    const { unit, unitTokens } = unitAfter(tokens, i + 1);
    if (/^dollar/.test(unit)) return { unit, unitTokens: unitTokens + 1 };
  }
  const sign = /^\s?°\s?$/.test(next.gap) && SCALES_OF_DEGREES.get(next.surface);
  if (sign) return { unit: wordKey(sign), unitTokens: 1 };
  // "m" and "s" else are what is left of "I'm" and "it's"
  const isWord = !next.small || /^[ms]$/.test(next.surface);
  if (!isWord || next.digit || !/^[\s-]*$/.test(next.gap)) return NO_UNIT;
  const scale = /^degrees?$/.test(next.surface) ? tokens[i + 1] : undefined;
  if (scale !== undefined && /^(?:celsius|fahrenheit)$/i.test(scale.surface))
    return { unit: scale.key, unitTokens: 2 };
  return { unit: next.key, unitTokens: 1 };
}

/** Whose dollars are meant where no other country is named. */
const COUNTRIES = /^(?:US|American)$/;

const DENOMINATORS: ReadonlyMap<string, number> = new Map([
  ['third', 3],
  ['quarter', 4],
  ['fifth', 5],
  ['sixth', 6],
  ['eighth', 8],
  ['tenth', 10],
]);
const SHARES_OF = /^(?:of|the|its|their|his|her|all|that)$/;
const DETERMINERS = /^(?:the|an?|this|that|each|every|its|his|her|their|other)$/;
const NEARLY = /^(?:about|around|approximately|roughly|nearly|almost|only|just|by)$/;

/** "half of", "two thirds", "a quarter of"; of "half as much" and "twice" how many times. */
function shareAt(tokens: readonly Token[], i: number): NumberFound | null {
  const word = (place: number): string => tokens[place]?.lower ?? '';
  const found = (key: number, to: number, unit = 'fraction'): NumberFound => ({
    ...{ kind: 'quantity', key: String(key), to, unit: wordKey(unit), unitTokens: 0 },
  });
  if (word(i) === 'twice') return found(2, i + 1, 'times');
  if (word(i) === 'half') {
    if (word(i + 1) === 'as') return found(1 / 2, i + 1, 'times');
    // "the first half of the year"
    const isPart = [i - 1, i - 2].some((place) => DETERMINERS.test(word(place)));
    const isShare = SHARES_OF.test(word(i + 1)) || (NEARLY.test(word(i - 1)) && !/^an?$/.test(word(i + 1)));
    return isShare && !isPart ? found(1 / 2, i + 1) : null;
  }
  const count = /^(?:a|one)$/.test(word(i)) ? 1 : (cardinalOf(word(i)) ?? 0);
  if (count === 0 || count > 9) return null;
  const name = word(i + 1);
  const parts = DENOMINATORS.get(count === 1 ? name : name.replace(/s$/, '')) ?? 0;
  const isPlural = name.endsWith('s');
  if (parts <= count || isPlural !== count > 1) return null;
  const next = tokens[i + 2];
  // "a third album", "one third man"
  const isOfNothing = next === undefined || /[,;:.)]/.test(next.gap);
  return count > 1 || isOfNothing || SHARES_OF.test(word(i + 2)) ? found(count / parts, i + 2) : null;
}
