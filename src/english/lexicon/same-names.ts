/** Names that stand for each other: "Islamic" and "Muslim", "NYC" and "New York City". */
import { memoize } from '../../common/memoize.ts';

const GROUPS =
  'muslim/islamic/moslem middle_ages/medieval/mediaeval world_war_i/first_world_war/great_war world_war_ii/second_world_war ' +
  'united_states/usa/us/america/united_states_of_america united_kingdom/uk/great_britain soviet_union/ussr european_union/eu ' +
  'united_nations/un christ/jesus bible/scripture';

const FIRST = new Map(
  GROUPS.split(' ').flatMap((group) => {
    const [first = '', ...others] = group.replaceAll('_', ' ').split('/');
    return others.map((other) => [other, first] as const);
  }),
);

/** "on Mondays" */
const WEEKDAYS = /^((?:mon|tues|wednes|thurs|fri|satur|sun)day)s$/;

/** The name that stands for all of its group. @param folded without capitals and marks */
export const sameName = (folded: string): string => FIRST.get(folded) ?? WEEKDAYS.exec(folded)?.[1] ?? folded;

const SMALL = new Set(['of', 'the', 'and', 'for', 'de', 'in']);
const initialsOf = memoize((name) =>
  name
    .split(' ')
    .flatMap((word) => (SMALL.has(word) ? [] : [word[0]]))
    .join(''),
);

/** Whether one of two names is made of the first letters of the other. */
export const areInitials = (one: string, other: string): boolean =>
  (one.length > 1 && one === initialsOf(other)) || (other.length > 1 && other === initialsOf(one));

const RUN = /\p{Lu}[\p{L}’'-]*(?:,? (?:(?:of|the|and|for|de|in) )*\p{Lu}[\p{L}’'-]*)+/gu;
const initialsIn = memoize((text): readonly string[] =>
  (text.match(RUN) ?? []).map((run) => run.replace(/\P{Lu}/gu, '')),
);

/** Whether a text has, side by side, words with the letters of an abbreviation as their initials: "UNESCO". */
export const isSpeltOut = (name: string, text: string): boolean =>
  /^\p{Lu}{3,}$/u.test(name) && initialsIn(text).some((initials) => initials.includes(name));

/** "Cmd" of "Command": its first letter, and consonants of it in order. */
export const isShortened = (short: string, name: string): boolean =>
  /^(?!.*[aeiou])\p{L}{2,4}$/u.test(short) &&
  new RegExp(`^${[...short].join('\\p{L}*')}\\p{L}*$`, 'u').test(name);
