/** Verbs of one meaning, and the nouns for what they tell: "establish/found", "death" for "die". */
import { type Senses, type Synsets, wordLinks } from './read-wordnet.ts';

/** Meanings of a verb that count, in order of use; rarer ones join what nobody takes for the same. */
const MOST_SENSES = 4;
/** Files of nouns for acts, events and processes. */
const EVENTS = new Set([4, 11, 22]);

/** Verbs of one synset by `/`, synsets by blanks; particles behind `_`. */
export function verbGroups(synsets: Synsets, senses: Senses): string {
  const groups = [...synsets.values()]
    .filter(({ pos }) => pos === 'v')
    .map(({ id, words }) =>
      words.map((word) => word.toLowerCase()).filter((word) => isUsed(senses, word, id)),
    )
    .filter(({ length }) => length > 1);
  return [...new Set(groups.map((words) => words.sort().join('/')))].sort().join(' ');
}

function isUsed(senses: Senses, word: string, id: string): boolean {
  const own = senses.get(`${word} v`) ?? [];
  const place = own.findIndex((sense) => sense.id === id);
  return (
    /^[a-z]+(?:_[a-z]+)?$/.test(word) && place >= 0 && place < MOST_SENSES && own.some(({ uses }) => uses > 0)
  );
}

/** A noun for what a verb tells, by `=` the verbs, parted by `/`; nouns by blanks. */
export function eventNouns(synsets: Synsets, senses: Senses): string {
  const verbs = new Map<string, Set<string>>();
  for (const [{ word: noun, ...own }, { word: verb, ...other }] of wordLinks(synsets, '+')) {
    if (own.pos !== 'n' || !EVENTS.has(own.file) || other.pos !== 'v') continue;
    const [name, act] = [noun.toLowerCase(), verb.toLowerCase()];
    if (!/^[a-z]+$/.test(name + act)) continue;
    if (!isOften(senses, `${name} n`, own.id) || !isOften(senses, `${act} v`, other.id)) continue;
    verbs.set(name, (verbs.get(name) ?? new Set()).add(act));
  }
  return [...verbs]
    .map(([noun, own]) => `${noun}=${[...own].sort().join('/')}`)
    .sort()
    .join(' ');
}

function isOften(senses: Senses, word: string, id: string): boolean {
  const place = (senses.get(word) ?? []).findIndex((sense) => sense.id === id);
  return place >= 0 && place < MOST_SENSES && (senses.get(word)?.[place]?.uses ?? 0) > 0;
}
