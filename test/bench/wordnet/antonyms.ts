/** Words of opposite meaning: WordNet's antonyms, and words derived from two of them by the same ending. */
import { type Synsets, wordLinks } from './read-wordnet.ts';

const PREFIXES = ['un', 'in', 'im', 'il', 'ir', 'non', 'dis', 'de', 'anti', 'counter'];
const isPlain = (word: string): boolean => /^[a-z]{2,}$/.test(word);

/** `prefix: words` for those that a prefix turns round, then `one/other`, all parted by blanks. */
export function antonymList(synsets: Synsets): string {
  const relatives = relativesIn(synsets);
  const pairs = new Set<string>();
  const add = (one: string, other: string) => {
    if (one !== other && isPlain(one) && isPlain(other)) pairs.add([one, other].sort().join('/'));
  };
  for (const [{ word: one, pos }, { word: other }] of wordLinks(synsets, '!')) {
    add(one, other);
    for (const [derived, kind] of relatives.get(`${one} ${pos}`) ?? [])
      for (const [match, itsKind] of relatives.get(`${other} ${pos}`) ?? [])
        if (kind === itsKind && endsAlike(derived, match)) add(derived, match);
  }
  const byPrefix = new Map(PREFIXES.map((prefix): [string, string[]] => [prefix, []]));
  const rest: string[] = [];
  for (const pair of [...pairs].sort()) {
    const [one, other] = pair.split('/') as [string, string];
    const prefix = PREFIXES.find((own) => one === own + other || other === own + one);
    if (prefix === undefined) rest.push(pair);
    else byPrefix.get(prefix)?.push(one === prefix + other ? other : one);
  }
  return [...[...byPrefix].map(([prefix, words]) => `${prefix}: ${words.join(' ')}`), rest.join(' ')].join(
    '|',
  );
}

/** Names of qualities are as many as rare. */
const endsAlike = (one: string, other: string): boolean =>
  one.slice(-3) === other.slice(-3) && !one.endsWith('ness');

/** By `word pos`: words derived from it, or it from them. */
function relativesIn(synsets: Synsets): Map<string, [string, string][]> {
  const relatives = new Map<string, [string, string][]>();
  const add = (key: string, word: string, pos: string) =>
    relatives.set(key, [...(relatives.get(key) ?? []), [word, pos]]);
  for (const symbol of ['+', '\\']) {
    for (const [one, other] of wordLinks(synsets, symbol)) {
      add(`${one.word} ${one.pos}`, other.word, other.pos);
      add(`${other.word} ${other.pos}`, one.word, one.pos);
    }
  }
  return relatives;
}
