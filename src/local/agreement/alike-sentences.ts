/**
 * Groups a sample's sentences by their common words ("Ann 1 died in 1900", "Ann 2 died in 1907"), so that a look-up
 * visits each group once and each sentence with a rare word once.
 */
import { groupBy } from '../../common/group-by.ts';
import { memoize, once } from '../../common/memoize.ts';
import type { Word, WordKind } from '../../english/content-words.ts';
import type { Sample, SampleSentence } from './samples.ts';

/** A word in more sentences than this is common. */
const FEW = 50;
/** Memoised groupings per sample: each may list every year. */
const GROUPINGS_KEPT = 500;

/** Words and years of one sentence, or of several with the same common words. */
export interface AlikeSentences {
  /** For several sentences, the common ones only. */
  keys: ReadonlySet<string>;
  kinds: ReadonlySet<WordKind>;
  /** In order. */
  years: readonly YearHeld[];
}

export interface YearHeld {
  /** The number of its key. */
  year: number;
  /** How many of the sentences hold it. */
  count: number;
  /** Of the first of them. */
  position: number;
}

export interface Found {
  /** With each group, the words looked for that it holds. */
  groups: readonly { held: ReadonlySet<string>; sentences: AlikeSentences }[];
  /** Positions of the sentences that hold a rare word; they are in a group as well. */
  own: Iterable<number>;
}

export interface Alike {
  sentenceAt(position: number): AlikeSentences;
  /** The sentences that hold any of the words. */
  holding(words: readonly Pick<Word, 'key'>[]): Found;
  isCommon(key: string): boolean;
}

/** @param yearOf the number of a year's key */
export function alikeSentences({ sentences, places }: Sample, yearOf: (key: string) => number): Alike {
  const placesOf = (key: string) => places.get(key) ?? [];
  const common = new Set<string>();
  for (const [key, { length }] of places) if (length > FEW) common.add(key);
  const isCommon = (key: string) => common.has(key);
  const at = (position: number) => sentences[position] as SampleSentence;
  const single = sentences.map((sentence, position) =>
    once(() => ({ ...contentsOf([position], at, yearOf), keys: sentence.keys })),
  );
  const groupsOf = memoize(
    (text): Found['groups'] => {
      const keys = text === '' ? [] : text.split('\n');
      const positions = [...new Set(keys.flatMap(placesOf))].sort((one, other) => one - other);
      const heldBy = (position: number) => keys.filter((key) => at(position).keys.has(key));
      return [...groupBy(positions, (position) => heldBy(position).join('\n'))].map(([held, alike]) => {
        const all = new Set<string>();
        for (const position of alike) for (const key of at(position).keys) if (common.has(key)) all.add(key);
        return {
          held: new Set(held.split('\n')),
          sentences: { ...contentsOf(alike, at, yearOf), keys: all },
        };
      });
    },
    { texts: GROUPINGS_KEPT },
  );
  return {
    isCommon,
    sentenceAt: (position) => (single[position] as () => AlikeSentences)(),
    holding(words) {
      const keys = words.map(({ key }) => key);
      return {
        groups: groupsOf(keys.filter(isCommon).join('\n')),
        own: new Set(keys.flatMap((key) => (isCommon(key) ? [] : placesOf(key)))),
      };
    },
  };
}

function contentsOf(
  positions: readonly number[],
  at: (position: number) => SampleSentence,
  yearOf: (key: string) => number,
) {
  const kinds = new Set<WordKind>();
  const years = new Map<string, YearHeld>();
  for (const position of positions) {
    for (const { key, kind } of at(position).words) {
      kinds.add(kind);
      if (kind !== 'year') continue;
      const year = years.get(key);
      if (year === undefined) years.set(key, { year: yearOf(key), count: 1, position });
      else year.count += 1;
    }
  }
  return { kinds, years: [...years.values()] };
}
