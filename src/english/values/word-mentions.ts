/**
 * Words that can be held against each other like values: what someone is ("was a chemist"), sorts of things ("made of copper"),
 * words that have an opposite ("rose", "less dense"), and words that a text denies ("did not win") or that another denies.
 */
import { isUntil } from '../lexicon/prepositions.ts';
import type { ValueKind } from '../../passage.ts';
import { hasAlternatives } from '../lexicon/alternatives.ts';
import { baseForms } from '../lexicon/base-forms.ts';
import { fold } from '../../text/fold.ts';
import { ordinalOf } from './number-words.ts';
import { formsWithOpposite } from '../lexicon/opposites.ts';
import type { Mention } from './mentions.ts';
import { isNounOf } from '../lexicon/noun-trees.ts';
import type { Token } from '../sentence-words.ts';

/** Of the small words these have an opposite of weight. */
const SMALL = new Set(['before', 'after', 'above', 'below']);
const DENIALS = new Set([
  'not',
  'never',
  'cannot',
  'without',
  'no',
  'nobody',
  'none',
  'nothing',
  'neither',
  'nor',
]);
const COMPARATIVES = /^(?:more|less|fewer)$/;
/** What may stand between a denial and the word that it denies. */
const BETWEEN = 2;

/** @param denied keys of the words that one of the texts denies */
export function wordMentionsOf(
  tokens: readonly Token[],
  text: string,
  denied: ReadonlySet<string>,
): Mention[] {
  const found: Mention[] = [];
  const add = (kind: ValueKind, key: string, from: number, to = from + 1, textTo = to) => {
    const [first, last] = [tokens[from] as Token, tokens[textTo - 1] as Token];
    const words = text.slice(first.start, last.end);
    found.push({ kind, key, text: words, unit: '', measure: null, bound: '', from, to });
  };
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    if (token.capital || token.digit || deniesBefore(token)) continue;
    const word = fold(token.surface);
    if (denied.has(token.key)) {
      const denial = denialBefore(tokens, i);
      if (denial === null ? isAlternative(tokens, i) || isInDenial(tokens, i) : isDelayed(tokens)) continue;
      if (isNoStatement(tokens, denial ?? i)) continue;
      const sign = denial === null ? '+' : '-';
      const isNoun = tokens[denial ?? i]?.lower === 'no' || isCountedOrNamed(tokens, i);
      const from = isNoun ? (denial ?? i) : withAuxiliary(tokens, denial ?? i);
      add('negation', sign + token.key, from, i + 1, isNoun ? endOfNouns(tokens, i) : i + 1);
      continue;
    }
    const compared = tokens[i + 1];
    const told = tokens[i - 1];
    // "you need less"
    const isBare = compared === undefined || compared.gap !== ' ' || compared.lower === 'when';
    if (COMPARATIVES.test(word) && isBare && told?.small === false && token.gap === ' ') {
      add('negation', `${word === 'more' ? '+' : '-'}more behind ${told.key}`, i - 1, i + 1);
      continue;
    }
    if (COMPARATIVES.test(word) && compared?.gap === ' ' && !compared.small && !compared.digit) {
      add('negation', `${word === 'more' ? '+' : '-'}more ${compared.key}`, i, i + 2);
      continue;
    }
    const opposites = token.small && !SMALL.has(word) ? '' : formsWithOpposite(word);
    if (opposites !== '' && ordinalOf(word) === undefined && !isTurned(tokens, i) && !isOfNumber(tokens, i))
      add('opposite', opposites, i);
    if (token.small || (isModifier(tokens, i) && !hasAlternatives(word))) continue;
    const isSaid = isPredicate(tokens, i) || isOwned(tokens, i);
    if (isSaid && isNounOf('role', word)) add('role', word, i);
    // what has an opposite ("rose") may be no noun
    else if ((isSaid || opposites === '') && isNounOf('sort', word)) add('sort', word, i);
  }
  return found;
}

/** "above 130 percent", "fifteen years old": the number is what is told. */
const isOfNumber = (tokens: readonly Token[], i: number): boolean =>
  /^(?:above|below)$/.test(tokens[i]?.lower ?? '')
    ? tokens[i + 1]?.digit === true
    : tokens[i]?.lower === 'old' && /^(?:years?|months?|weeks?|days?)$/.test(tokens[i - 1]?.lower ?? '');

/** "was not evacuated until noon": it was, then; but not "did not serve from 1921 until 1934". */
function isDelayed(tokens: readonly Token[]): boolean {
  const at = tokens.findIndex(({ lower }) => isUntil(lower));
  return at >= 0 && !tokens.slice(0, at).some(({ lower }) => lower === 'from');
}

/** "No land mammal has a longer neck": what is denied is that one has more of it. */
const ranks = (tokens: readonly Token[]): boolean =>
  tokens[0]?.surface === 'No' && tokens.some(({ lower }) => lower === 'than');

/** "does not need a visa", "needs no visa": neither the act nor its object is told of by itself. */
function isInDenial(tokens: readonly Token[], i: number): boolean {
  const next = tokens[i + 1];
  if (next?.gap === ' ' && /^(?:no|nothing|nobody|none)$/.test(next.lower)) return true;
  for (let k = i - 1; k >= Math.max(0, i - 1 - BETWEEN); k--) {
    if (/[,;:.()]/.test((tokens[k + 1] as Token).gap)) return false;
    if (!(tokens[k] as Token).small) return denialBefore(tokens, k) !== null;
  }
  return false;
}

const DENIAL = new RegExp(
  `(?<![a-z])(?:${[...DENIALS].join('|')}|instead)(?![a-z\\d])|['’]t|-(?:less|free)`,
  'i',
);
/** Whether a text has what may be a denial: else it need not be read for one. */
export const mayDeny = (text: string): boolean => DENIAL.test(text);

/** Keys of the words that a text denies. */
export const deniedIn = (tokens: readonly Token[]): string[] =>
  ranks(tokens) || isDelayed(tokens)
    ? []
    : tokens.flatMap((token, i) =>
        token.small || token.capital || token.digit || denialBefore(tokens, i) === null ? [] : [token.key],
      );

/** How far behind "who" the denial of its clause stands. */
const RELATIVE_REACH = 3;

/** "if it is not paid", "who are not members", "days not taken", "promised that it would come": what is told of may not be so. */
function isNoStatement(tokens: readonly Token[], at: number): boolean {
  const [before, own] = [tokens[at - 1], tokens[at]];
  if (own?.lower === 'not' && own.gap === ' ' && before?.small === false && !/.ly$/.test(before.lower))
    return true;
  for (let k = at; k >= 0; k--) {
    const { lower, gap } = tokens[k] as Token;
    if (/^(?:if|unless|whenever)$/.test(lower)) return true;
    if (lower === 'that' && before?.lower === 'would') return true;
    if (/^(?:who|which)$/.test(lower)) return at - k <= RELATIVE_REACH && !gap.includes(',');
    if (/[,;:.()]/.test(gap)) return false;
  }
  return false;
}

/** "pedal-less", "sugar-free" */
const deniesBefore = (token: Token | undefined): boolean =>
  token?.gap === '-' && /^(?:less|free)$/.test(token.lower);

/** The place of the denial that is about the content word at `i`: the nearest before, with small words between. */
function denialBefore(tokens: readonly Token[], i: number): number | null {
  if (deniesBefore(tokens[i + 1])) return i;
  let first = Math.max(0, i - 1 - BETWEEN);
  for (let k = i - 1; k >= first; k--) {
    const token = tokens[k] as Token;
    // "has not been widely adopted"
    const isManner = /.ly$/.test(token.surface);
    if (isManner) first = Math.max(0, first - 1);
    if (/[,;:.()]/.test((tokens[k + 1] as Token).gap)) return null;
    const isShort = token.surface === 't' && /['’]$/.test(token.gap);
    const isNoLonger = token.surface === 'longer' && tokens[k - 1]?.lower === 'no';
    if (isShort || isNoLonger) return k - 1;
    const isInstead = token.lower === 'instead' && tokens[k + 1]?.lower === 'of';
    if (isInstead || DENIALS.has(token.lower)) return k;
    if (!token.small && !isManner) return null;
  }
  return null;
}

/** "may not be in check, pass through it or end there": the word at `i` may be denied together with one before. */
function isAlternative(tokens: readonly Token[], i: number): boolean {
  const denial = tokens.slice(0, i).findLastIndex(({ lower }) => DENIALS.has(lower));
  if (denial < 0) return false;
  const isBroken = tokens.slice(denial + 1, i + 1).some(({ gap }) => /[;:.()]/.test(gap));
  return !isBroken && tokens.slice(denial + 1).some(({ lower }) => lower === 'or' || lower === 'nor');
}

/** Verbs under which another says that it was not so. */
const TURNING = new Set(
  'avoid ban bar cease decline deter fail forbid hinder prevent prohibit refuse stop'.split(' '),
);
/** How far before a verb that stands under it one of these may stand. */
const TURNING_REACH = 6;

/** "forbade them to keep", "failed to win", "prevented it from rising": the verb at `i` is what was not done. */
function isTurned(tokens: readonly Token[], i: number): boolean {
  const first = Math.max(0, i - TURNING_REACH);
  const link = tokens.slice(first, i).findLastIndex(({ key }) => key === 'to' || key === 'from');
  return (
    link > 0 &&
    i - first - link <= 2 &&
    tokens
      .slice(first, first + link)
      .some(({ small, surface }) => !small && baseForms(fold(surface)).some((form) => TURNING.has(form)))
  );
}

/** "did not win", "was founded": the place of the auxiliary right before. */
const withAuxiliary = (tokens: readonly Token[], from: number): number => {
  const before = tokens[from - 1];
  return before?.small &&
    /^(?:do|does|did|is|was|are|were|has|have|had|ca|could|would)$/i.test(before.surface)
    ? from - 1
    : from;
};

/** "a red card", "3 red cards": what follows is a noun, with others before it. */
const isCountedOrNamed = (tokens: readonly Token[], i: number): boolean => {
  const before = tokens[i - 1];
  return (
    before !== undefined && (before.digit || /^(?:an?|the|one|any|his|her|its|their)$/i.test(before.surface))
  );
};

/** Behind the words that stand right behind the one at `i`: "no red card" denies the card. */
function endOfNouns(tokens: readonly Token[], i: number): number {
  const isOn = ({ gap, small, digit }: Token) => gap === ' ' && !small && !digit;
  let to = i + 1;
  while (to < tokens.length && isOn(tokens[to] as Token)) to++;
  return to;
}

/** How far before a noun the words stand that make it say what something is. */
const REACH = 6;
const LINKS = /^(?:is|was|are|were|be|been|being|became|become|becomes|as|remains|remained)$/;

/** Whether the noun at `i` says what something is: "was a Polish chemist", ", an early novelist,". */
function isPredicate(tokens: readonly Token[], i: number): boolean {
  for (let k = i - 1; k >= Math.max(0, i - REACH); k--) {
    const { surface, gap } = tokens[k] as Token;
    if (/^(?:a|an|the|his|her|their|its)$/i.test(surface))
      return LINKS.test(tokens[k - 1]?.lower ?? '') || /[,–-]/.test(gap);
    const isListed = /^(?:and|or)$/.test(surface) || !(tokens[k] as Token).small;
    if (!isListed || /[;:()]/.test((tokens[k + 1] as Token).gap)) return false;
  }
  return false;
}

/** "her brother", "Berg's brother": what someone is to another. */
const isOwned = (tokens: readonly Token[], i: number): boolean =>
  /^(?:his|her|their|s)$/i.test(tokens[i - 1]?.surface ?? '');

/** "film director": a noun right before another says less than that one. */
function isModifier(tokens: readonly Token[], i: number): boolean {
  const next = tokens[i + 1];
  if (next === undefined || next.small || next.capital || next.digit) return false;
  return (
    /^[ -]$/.test(next.gap) && !/(?:ed|ing|born|known|built|made|written|found|located)$/.test(next.surface)
  );
}
