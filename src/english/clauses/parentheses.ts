/**
 * What stands in brackets after a name: life dates, "born ...", another name.
 */

import type { Token } from '../tokens.ts';
import { dateLength, dateRange } from './date-phrases.ts';
import type { Phrase } from './phrases.ts';

/** Of another name of what it stands behind. */
export const ALIAS = 'is also known as';

/** A relation and its tail; the head is the phrase before the brackets. */
interface BracketFact {
  relation: string;
  tail: string;
  start: number;
  end: number;
}

const VERBS: ReadonlyMap<string, string> = new Map([
  ['born', 'was born'],
  ['b.', 'was born'],
  ['died', 'died'],
  ['d.', 'died'],
]);
const DATE = String.raw`(?:\d{1,2}(?:st|nd|rd|th)? \p{L}+,? \d{4}|\p{Lu}\p{L}+(?: \d{1,2}(?:st|nd|rd|th)?,)? \d{4}|\d{4})`;
const NAME = String.raw`\p{Lu}[^\s,;\d]*(?: (?:\p{Lu}[^\s,;\d]*|de|del|la|von|van|der|den|di|da|dos|bin|ibn|al|el|y))*`;
/** "born Ann Mary Berg, 2 May 1970 in Oslo, Norway": each part may be missing. */
const BORN = new RegExp(
  `^(?:[^;]*[,;] )?(?:born|b\\.)(?: (?<name>${NAME}))??(?:[,;]?(?: on| in)? (?<date>${DATE})(?: ?[–—-] ?(?<death>${DATE}))?)?(?:,? in (?<place>\\p{Lu}[^;\\d]*))?$`,
  'u',
);

const preposition = (date: string): string => (/^\D*\d{3,4}s?\D*$/.test(date) ? 'in' : 'on');

/**
 * The facts of one pair of brackets.
 *
 * @param person whether the phrase before them is a person: "(1708–1794)" is then birth and death.
 */
export function readParenthesis(
  text: string,
  tokens: readonly Token[],
  phrase: Phrase,
  person: boolean,
): BracketFact[] {
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (!first || !last) return [];
  const place = { start: first.start, end: last.end };
  const whole = text
    .slice(first.start, last.end)
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\s+/g, ' ');
  const life = BORN.exec(whole)?.groups ?? {};
  if (life.name || life.date || life.place) return lifeFacts(life).map((fact) => ({ ...fact, ...place }));
  const inner = whole.split(';').at(-1)?.trim() ?? '';
  const range = dateRange(inner);
  if (range !== null && range.from.length < 30 && range.to.length < 30) {
    const [from, to] = person ? ['was born', 'died'] : ['began', 'ended'];
    return [
      { relation: `${from} ${preposition(range.from)}`, tail: range.from, ...place },
      { relation: `${to} ${preposition(range.to)}`, tail: range.to, ...place },
    ];
  }
  const event = /^(born|died|b\.|d\.|founded|established|released)(?: on| in)? (.{4,30})$/i.exec(inner);
  if (event?.[1] && event[2]) {
    const verb = VERBS.get(event[1].toLowerCase()) ?? `was ${event[1].toLowerCase()}`;
    return [{ relation: `${verb} ${preposition(event[2])}`, tail: event[2], ...place }];
  }
  if (dateLength(tokens, 0) === tokens.length) return [{ relation: 'dates from', tail: inner, ...place }];
  const abbreviation = tokens.length <= 3 && /^[A-Z][A-Za-z.-]*[A-Z.]/.test(inner) && phrase.kind === 'noun';
  return abbreviation ? [{ relation: ALIAS, tail: inner, ...place }] : [];
}

const lifeFacts = ({ name, date, death, place }: Record<string, string | undefined>) => [
  ...(name ? [{ relation: 'was born', tail: name }] : []),
  ...(date ? [{ relation: `was born ${preposition(date)}`, tail: date }] : []),
  ...(place ? [{ relation: 'was born in', tail: place }] : []),
  ...(death ? [{ relation: `died ${preposition(death)}`, tail: death }] : []),
];
