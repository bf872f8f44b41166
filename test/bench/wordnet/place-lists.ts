/** Places, what they are part of, and the peoples and languages named after them. */
import { type Synset, type Synsets, wordLinks } from './read-wordnet.ts';

/** Lexicographer's files: locations and natural objects, groups. */
const OF_PLACES = [15, 17];
const OF_PERSONS = 18;
/** Names of places that are mostly other words. */
const WORDS = new Set(
  'East West North South Orient Occident Strand Man Male Bend Independence Village Acre Mobile Bath Natal'.split(
    ' ',
  ),
);
/** Of what is no country, town or other land: a sign before the entry, by a word of the synsets above it. */
const SORTS: Readonly<Record<string, string>> = {
  body_of_water: '~',
  natural_elevation: '^',
  celestial_body: '*',
  star: '*',
};
/** Figures in the sky bear names of everything. */
const LEFT_OUT = ['constellation', 'sign_of_the_zodiac', 'asterism'];

const isName = (word: string): boolean => /^[A-Z]..*[^.]$/.test(word) && !WORDS.has(word);
const namesOf = ({ words }: Synset): string[] =>
  words.filter(isName).map((word) => word.replaceAll('_', ' '));

export function placeList(synsets: Synsets): string {
  const places = [...synsets.values()].filter(
    (synset) =>
      synset.pos === 'n' &&
      OF_PLACES.includes(synset.file) &&
      synset.pointers.some(({ symbol }) => symbol === '@i') &&
      !hypernyms(synset, synsets).some(({ words }) => LEFT_OUT.includes(words[0] as string)) &&
      namesOf(synset).length > 0,
  );
  const nameOf = new Map(places.map((synset) => [synset.id, namesOf(synset)[0] as string]));
  return places
    .map((synset) => {
      const wholes = synset.pointers
        .filter(({ symbol }) => symbol === '#p' || symbol === '#m')
        .flatMap(({ target }) => nameOf.get(target) ?? []);
      return [`${sortOf(synset, synsets)}${namesOf(synset).join('/')}`, ...wholes].join('>');
    })
    .sort()
    .join('|');
}

function sortOf(synset: Synset, synsets: Synsets): string {
  const above = hypernyms(synset, synsets).flatMap(({ words }) => words);
  return SORTS[Object.keys(SORTS).find((word) => above.includes(word)) ?? ''] ?? '';
}

export function hypernyms(synset: Synset, synsets: Synsets, seen = new Set<string>()): Synset[] {
  return synset.pointers.flatMap(({ symbol, target }) => {
    const above = synsets.get(target);
    if (!/^@i?$/.test(symbol) || above === undefined || seen.has(target)) return [];
    seen.add(target);
    return [above, ...hypernyms(above, synsets, seen)];
  });
}

/** Adjectives that belong to a place, a people or a language; peoples, and languages without an adjective. */
export function peopleList(synsets: Synsets): string {
  const nouns = [...synsets.values()].filter(({ pos, words }) => pos === 'n' && words.some(isName));
  const below = (word: string) =>
    nouns.filter(
      (noun) =>
        noun.pointers.every(({ symbol }) => symbol !== '@i') &&
        hypernyms(noun, synsets).some(({ words }) => words[0] === word),
    );
  const peoples = below('inhabitant').filter(({ file }) => file === OF_PERSONS);
  const known = new Set([...peoples, ...below('natural_language')].flatMap(({ words }) => words));
  const homes = new Map<string, string>();
  // capitalised adjectives with the noun that they belong to
  for (const [{ word, pos }, noun] of wordLinks(synsets, '\\')) {
    if (pos !== 'a' || noun.pos !== 'n' || !isPlain(word) || homes.has(word)) continue;
    const isPlace = OF_PLACES.includes(noun.file);
    if (isPlace || known.has(noun.word)) homes.set(word, isPlace ? noun.word : '');
  }
  for (const { words } of peoples)
    for (const word of words) if (isPlain(word) && !homes.has(word)) homes.set(word, '');
  return [...homes]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, home]) => (home === '' ? name : `${name}=${home}`))
    .join(' ');
}

const isPlain = (word: string): boolean => isName(word) && !word.includes('_');
