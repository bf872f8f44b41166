/**
 * Places and peoples: what a capitalised word names, and whether two names can be told of one thing.
 *
 * "Warsaw" and "Poland" do not contradict each other, since one lies in the other; nor do "English" and "British".
 */
import { PEOPLE_NAMES, PLACE_NAMES } from './place-names.ts';
import { foldedName } from './sentence-words.ts';

/** By folded name: the places of that name, each known by its position in the list. */
const PLACES = new Map<string, number[]>();
/** Folded names of the places that a place is part of. */
const WHOLES = new Map<number, string[]>();
/** By folded name of a people: its place, or itself. */
const PEOPLES = new Map<string, string>();

for (const [id, entry] of PLACE_NAMES.split('|').entries()) {
  const [names = '', ...wholes] = entry.split('>');
  for (const name of new Set(names.split('/').map(foldedName)))
    PLACES.set(name, [...(PLACES.get(name) ?? []), id]);
  WHOLES.set(id, wholes.map(foldedName));
}
for (const entry of PEOPLE_NAMES.split(' ')) {
  const [name = '', place = name] = entry.split('=');
  const key = foldedName(name);
  if (!PEOPLES.has(key) || PEOPLES.get(key) === key) PEOPLES.set(key, foldedName(place.replaceAll('_', ' ')));
}

/** Most words a name of the list has. */
export const LONGEST_PLACE = 4;

export const isPlace = (folded: string): boolean => PLACES.has(folded);
export const isPeople = (folded: string): boolean => PEOPLES.has(folded);
const placesOf = (folded: string): readonly number[] => PLACES.get(folded) ?? [];

/** Names of the same place. */
export function isSamePlace(one: string, other: string): boolean {
  const ids = placesOf(one);
  return one === other || placesOf(other).some((id) => ids.includes(id));
}

/** The place of a people; a place is its own. */
export const homeOf = (folded: string): string => PEOPLES.get(folded) ?? folded;

/** Whether one place lies in the other, or both have one name; `steps` bounds how deep. */
export const overlaps = (one: string, other: string, steps: number): boolean =>
  isSamePlace(one, other) || liesIn(one, other, steps) || liesIn(other, one, steps);

function liesIn(inner: string, outer: string, steps: number): boolean {
  const wanted = new Set(placesOf(outer));
  const seen = new Set(placesOf(inner));
  let ids = [...seen];
  for (let step = 0; step < steps && ids.length > 0; step++) {
    ids = ids.flatMap((id) => (WHOLES.get(id) ?? []).flatMap(placesOf)).filter((id) => !seen.has(id));
    for (const id of ids) seen.add(id);
    if (ids.some((id) => wanted.has(id))) return true;
  }
  return false;
}
