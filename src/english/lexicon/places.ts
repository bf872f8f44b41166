/**
 * Places and peoples: what a capitalised word names, and whether two names can be said of one thing.
 *
 * "Warsaw" and "Poland" do not contradict each other, since one lies in the other; nor do "English" and "British".
 */
import { memoize } from '../../common/memoize.ts';
import { PEOPLE_NAMES, PLACE_NAMES } from './place-names.ts';
import { foldedName } from '../../text/fold.ts';

/** By folded name: the places of that name, each known by its position in the list. */
const PLACES = new Map<string, number[]>();
/** By position: `land`, or the sign that the list has for waters, mountains and stars. */
const SORTS: string[] = [];
/** Folded names of the places that a place is part of. */
const WHOLES = new Map<number, string[]>();
/** By folded name of a people: its place, or itself. */
const PEOPLES = new Map<string, string>();

for (const [id, entry] of PLACE_NAMES.split('|').entries()) {
  const [names = '', ...wholes] = entry.replace(/^[~^*]/, '').split('>');
  SORTS.push(/^[~^*]/.exec(entry)?.[0] ?? 'land');
  for (const name of new Set(names.split('/').map(foldedName)))
    PLACES.set(name, [...(PLACES.get(name) ?? []), id]);
  WHOLES.set(id, wholes.map(foldedName));
}
/** Peoples and languages that no adjective of WordNet belongs to. */
const OTHER_PEOPLES =
  'Arab Berber Arabic=Arabia Hindi=India Urdu=Pakistan Swahili Zulu Maori=New_Zealand Montenegrin=Montenegro';
for (const entry of `${PEOPLE_NAMES} ${OTHER_PEOPLES}`.split(' ')) {
  const [name = '', place = name] = entry.split('=');
  const key = foldedName(name);
  if (!PEOPLES.has(key) || PEOPLES.get(key) === key) PEOPLES.set(key, foldedName(place.replaceAll('_', ' ')));
}

/** Most words a name of the list has. */
export const LONGEST_PLACE = 4;

/** First words of the places of several words. */
const OPENINGS = new Set(
  [...PLACES.keys()].flatMap((name) => (name.includes(' ') ? [name.split(' ')[0]] : [])),
);
/** Whether a place of several words may begin with this one. */
export const opensPlace = (folded: string): boolean => OPENINGS.has(folded);

export const isPlace = (folded: string): boolean => PLACES.has(folded);
export const isPeople = (folded: string): boolean => PEOPLES.has(folded);

/** Whether a name is that of a place that is neither water, nor a mountain, nor a star. */
export const isLand = (folded: string): boolean => placesOf(folded).some((id) => SORTS[id] === 'land');

/**
 * Whether a name is that of a place sooner than of a person: of land, but for what lies in a state or province of North
 * America, where towns bear the names of people ("Lincoln", "Austin"), and for a few others that do.
 */
export const isPlaceAlone = (folded: string): boolean =>
  !CALLED_AFTER_PEOPLE.has(folded) &&
  placesOf(folded).some((id) => SORTS[id] === 'land' && !(WHOLES.get(id) ?? []).some(isState));

const CALLED_AFTER_PEOPLE = new Set('darwin hamilton kennedy washington wellington'.split(' '));

const isState = (whole: string): boolean =>
  placesOf(whole).some((id) => (WHOLES.get(id) ?? []).some((outer) => NORTH_AMERICA.has(outer)));
const NORTH_AMERICA = new Set(['united states', 'canada']);

const placesOf = (folded: string): readonly number[] => PLACES.get(folded) ?? [];

/** Names of the same place. */
export function isSamePlace(one: string, other: string): boolean {
  const ids = placesOf(one);
  return one === other || placesOf(other).some((id) => ids.includes(id));
}

/** Whether two names may be those of places of one sort: a country and a sea are not given for each other. */
export const areOfOneSort = (one: string, other: string): boolean =>
  placesOf(one).some((id) => placesOf(other).some((match) => SORTS[id] === SORTS[match]));

/** The place of a people; a place is its own. */
export const homeOf = (folded: string): string => PEOPLES.get(folded) ?? folded;

/** Whether one place lies in the other, or both have one name; `steps` bounds how deep. */
export const overlaps = (one: string, other: string, steps: number): boolean =>
  isSamePlace(one, other) || liesIn(one, other, steps) || liesIn(other, one, steps);

const liesIn = (inner: string, outer: string, steps: number): boolean => {
  const around = placesAround(inner);
  return placesOf(outer).some((id) => (around.get(id) ?? Number.POSITIVE_INFINITY) <= steps);
};

/** The places that those of a name lie in, by the steps to them. */
const placesAround = memoize((name): ReadonlyMap<number, number> => {
  const own = new Set(placesOf(name));
  const around = new Map<number, number>();
  let ids = [...own];
  for (let step = 1; ids.length > 0; step++) {
    const wholes = ids.flatMap((id) => (WHOLES.get(id) ?? []).flatMap(placesOf));
    ids = wholes.filter((id) => !own.has(id) && !around.has(id));
    for (const id of ids) around.set(id, step);
  }
  return around;
});
