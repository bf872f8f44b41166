/**
 * Short forms of names: a surname or given name for the full name it is part of ("Brooke" for "Rupert Brooke"),
 * and initials for the words they stand for ("UN" for "United Nations").
 *
 * Cautious on purpose: a wrong merge makes two facts look alike. A short form counts only when exactly one full
 * name of the passage can be meant; names of places and institutions ("London", "University College London",
 * "Equatorial Guinea") have no short forms, and what names a place is none ("Paris" for "Paris Hilton").
 */
import { isLand, isPlaceAlone } from '../english/lexicon/places.ts';
import { normaliseEntity } from '../english/normalise.ts';
import { isOfPlaceOrThing } from './name-words.ts';

const NAME_WORD = /^\p{Lu}[\p{L}.'’-]*$/u;

/** Whether a mention looks like the full name of a person or character: 2 to 4 capitalised words. */
function isFullName(mention: string): boolean {
  const words = mention.trim().split(/\s+/);
  return (
    words.length >= 2 &&
    words.length <= 4 &&
    words.every((word) => NAME_WORD.test(word)) &&
    !normaliseEntity(mention).split(' ').some(isOfPlaceOrThing)
  );
}

/** The keys of the short forms that a name has: its first and last word, its initials. */
function shortFormsOf(name: string): string[] {
  const words = isFullName(name) ? normaliseEntity(name).split(' ') : [];
  const [first, last] = [words[0], words.at(-1)];
  const initials = (name.match(/\p{L}+/gu) ?? [])
    .filter((word) => /^\p{Lu}/u.test(word))
    .map((word) => word[0]);
  const hasInitials = initials.length >= 2 && initials.length <= 6;
  const isLong = (word: string | undefined) => word !== undefined && word.length > 2;
  return [
    ...(isLong(first) ? [`first ${first}`] : []),
    ...(isLong(last) ? [`last ${last}`] : []),
    ...(hasInitials ? [`initials ${initials.join('')}`] : []),
  ];
}

/**
 * The keys under which a mention is looked up in case it is a short form; none for several words. Places are no first
 * names, and last names only where they are people's names as well.
 */
function keysOf(mention: string): string[] {
  const word = mention.trim();
  const name = NAME_WORD.test(word) ? normaliseEntity(word) : '';
  return [
    ...(/^\p{Lu}{2,6}$/u.test(word) ? [`initials ${word}`] : []),
    ...(name === '' || isLand(name) ? [] : [`first ${name}`]),
    ...(name === '' || isPlaceAlone(name) ? [] : [`last ${name}`]),
  ];
}

export class AliasIndex {
  readonly #names = new Map<string, Set<string>>();

  add(name: string): void {
    for (const key of shortFormsOf(name)) {
      this.#names.set(key, (this.#names.get(key) ?? new Set()).add(name));
    }
  }

  /** The one name added that `mention` can be short for, or null when there is none or more than one. */
  fullNameOf(mention: string): string | null {
    const candidates = new Set(keysOf(mention).flatMap((key) => [...(this.#names.get(key) ?? [])]));
    candidates.delete(mention);
    const [only] = candidates;
    return candidates.size === 1 && only !== undefined ? only : null;
  }
}
