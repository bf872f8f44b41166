/**
 * What stands beside a value and says how it is meant: as one of several, as another name, as near or at least so much; and
 * what it is of.
 */
import type { Mention } from './mentions.ts';
import { foldedName } from '../../text/fold.ts';
import type { Token } from '../sentence-words.ts';

/** Words after which some of several are named. */
const OF_SEVERAL =
  /\b(?:such as|includ(?:e|es|ed|ing)|like|for example|for instance|e g|examples?|among(?: others)?|particularly|especially|notably)\b/;
/** "Say a repair costs $900": the first words of a sentence that makes up a case, with values of its own. */
const MADE_UP = /^(?:suppose|supposing|say|imagine|assume|assuming|let s say|for example|for instance|e g)\b/;
/** Words that such a list may go on for. */
const LIST = 15;

/** Whether a value is one of several that a sentence picks out, as another text may others; how many of a thing there are is none. */
export function oneOfSeveralIn(
  tokens: readonly Token[],
): (mention: Pick<Mention, 'from' | 'unit'>) => boolean {
  const words = tokens.map(({ lower }) => lower);
  const sentence = words.join(' ');
  if (MADE_UP.test(sentence)) return () => true;
  // most sentences have none of these words
  if (!OF_SEVERAL.test(sentence)) return () => false;
  return ({ from, unit }) => {
    if (unit !== '') return false;
    const first = Math.max(0, from - LIST);
    const start = tokens.slice(first, from).findLastIndex(({ gap }) => /[;:.]\s/.test(gap));
    return OF_SEVERAL.test(words.slice(first + Math.max(0, start), from).join(' '));
  };
}

/** Whether two numbers with this between them are the ends of a range: "15 to 30", "between 15 and about 30", "9 a.m. to 5 p.m.". */
export const joinsRange = (between: string): boolean =>
  /^\.?\s*(?:and|to|or|-|–|—)\s*(?:(?:about|around|roughly)\s+)?$/u.test(between);

/** Whether nothing but other names and numbers stands in a text, as between two of one list. */
export const isOfList = (between: string): boolean =>
  between.split(/[\s,;&]+/u).every((word) => /^(?:[\p{Lu}\d]|(?:and|or|the)?$)/u.test(word));

/** Whether what follows such words is the last of a list: "Leith, Perth and Oban", but not "Leith, Scotland". */
export const endsList = (between: string): boolean => /\b(?:and|or)\b|&/u.test(between);

/** Whether a value alone stands in parentheses: "(MDA)" is another name for what comes before. */
export const isParenthetical = (tokens: readonly Token[], from: number, to: number): boolean =>
  /\($/.test(tokens[from]?.gap ?? '') && /^\)/.test(tokens[to]?.gap ?? ')');

/** What a value is of, which alone tells its place: the day of a year, the noun behind a measure. */
export interface Anchor {
  /** Equal keys are the same. */
  key: string;
  /** As written. */
  text: string;
}

/** By the place behind them: of dates that end in one place the first. */
export const datesByEnd = (mentions: readonly Mention[]): Map<number, Mention> =>
  new Map(mentions.flatMap((one) => (one.kind === 'date' ? [[one.to, one] as const] : [])).reverse());

/** "25 May 2018" is of that day, "300 g of arborio rice" of rice, "5 percent of its value" of value. */
export function anchorOf(
  tokens: readonly Token[],
  { kind, from, to, measure }: Mention,
  dates: ReadonlyMap<number, Mention>,
): Anchor | null {
  if (kind === 'year') {
    const date = dates.get(from);
    return date?.key.includes('-') ? date : null;
  }
  const first = measure === null ? -1 : nounAfter(tokens, to + measure.tokens);
  if (first < 0) return null;
  let last = first;
  while (tokens[last + 1]?.gap === ' ' && isContent(tokens[last + 1] as Token)) last++;
  const { key, surface } = tokens[last] as Token;
  return { key, text: surface };
}

const isContent = ({ small, digit }: Token): boolean => !small && !digit;

/** Behind "of" and a determiner; -1 where no noun follows. */
function nounAfter(tokens: readonly Token[], i: number): number {
  let at = i;
  if (tokens[at]?.key === 'of') at++;
  if (at > i && /^(?:the|its|their|his|her|all)$/.test(tokens[at]?.key ?? '')) at++;
  const isNext = tokens.slice(i, at + 1).every(({ gap }) => gap === ' ');
  return isNext && tokens[at] !== undefined && isContent(tokens[at] as Token) ? at : -1;
}

/** The name right behind a noun that tells what its bearer is to someone: "her brother Ivo Lind", "Berg's brother Ivo"; else empty. */
export function titleOf(tokens: readonly Token[], { from, to }: { from: number; to: number }): string {
  if (!/^(?:his|her|their|its|s)$/i.test(tokens[from - 1]?.surface ?? '')) return '';
  let last = to;
  while (tokens[last]?.gap === ' ' && tokens[last]?.capital) last++;
  return foldedName(
    tokens
      .slice(to, last)
      .map(({ surface }) => surface)
      .join(' '),
  );
}
