/** The samples of a passage, read once: sentence by sentence, each as the set of its content words. */
import { addTo } from '../../common/group-by.ts';
import type { ResponseId } from '../../passage.ts';
import { contentWords, distinctWords, type Word } from '../../english/content-words.ts';
import { readStatements } from '../../english/statements.ts';
import type { WordWeights } from '../../english/lexicon/word-weights.ts';

export interface SampleSentence {
  text: string;
  words: readonly Word[];
  keys: ReadonlySet<string>;
}

export interface Sample {
  id: ResponseId;
  sentences: readonly SampleSentence[];
  /** Every key of the sample. */
  keys: ReadonlySet<string>;
  /** By key: positions of the sentences that hold it, ascending. */
  places: ReadonlyMap<string, readonly number[]>;
}

export const readSample = (id: ResponseId, text: string): Sample =>
  indexSample(
    id,
    readStatements(text).map((one) => ({ text: one.text, words: distinctWords(contentWords(one.text)) })),
  );

/** @param read its sentences in order, of each the distinct words */
export function indexSample(id: ResponseId, read: readonly Omit<SampleSentence, 'keys'>[]): Sample {
  const sentences = read.map(
    ({ text, words }): SampleSentence => ({ text, words, keys: new Set(words.map(({ key }) => key)) }),
  );
  const places = new Map<string, number[]>();
  for (const [position, { keys }] of sentences.entries()) {
    for (const key of keys) addTo(places, key, position);
  }
  return { id, sentences, keys: new Set(places.keys()), places };
}

/** A sentence of a sample by its position, and the weight of those words that it holds. */
interface Sharing {
  position: number;
  weight: number;
  /** No sentence that comes later has more. */
  most: number;
}

/** So many sentences are sooner looked at all than rarest first. */
const FEW = 50;

/** The sentences that hold any of `words`, first those with the rarest: who needs the best ones need not ask for all. */
export function* rarestFirst(
  words: readonly Pick<Word, 'key'>[],
  { places, sentences }: Sample,
  weigh: WordWeights,
): Generator<Sharing> {
  const weighIn = (keys: ReadonlySet<string>) => weightHeld(words, keys, weigh);
  const rest = new Set(words.map(({ key }) => key).filter((key) => places.has(key)));
  const placesOf = (key: string) => places.get(key) as readonly number[];
  const seen = new Set<number>();
  for (const key of [...rest].sort((one, other) => placesOf(one).length - placesOf(other).length)) {
    const most = weighIn(rest);
    for (const position of placesOf(key)) {
      if (seen.has(position)) continue;
      seen.add(position);
      yield { position, weight: weighIn((sentences[position] as SampleSentence).keys), most };
    }
    rest.delete(key);
  }
}

/** Those that hold at least this weight of `words`, and how much they hold. */
export function* sharingAtLeast(
  least: number,
  ...[words, sample, weigh]: Parameters<typeof rarestFirst>
): Generator<Omit<Sharing, 'most'>> {
  if (sample.sentences.length <= FEW) {
    for (const [position, weight] of sharedWeights(words, sample, weigh))
      if (weight >= least) yield { position, weight };
    return;
  }
  for (const { position, weight, most } of rarestFirst(words, sample, weigh)) {
    if (most < least) return;
    if (weight >= least) yield { position, weight };
  }
}

export const weightOf = (words: readonly Pick<Word, 'key'>[], weigh: WordWeights): number =>
  words.reduce((sum, { key }) => sum + weigh(key), 0);

/** The share of the weight of `words` that a sample holds: half of it anywhere, half together in one sentence; null without words. */
export function coverageOf(...[words, sample, weigh]: Parameters<typeof rarestFirst>): number | null {
  const total = weightOf(words, weigh);
  if (total === 0) return null;
  return (weightHeld(words, sample.keys, weigh) + mostTogether(words, sample, weigh)) / 2 / total;
}

/** The weight of those of `words` that are among the keys. */
export const weightHeld = (
  words: readonly Pick<Word, 'key'>[],
  keys: ReadonlySet<string>,
  weigh: WordWeights,
): number => words.reduce((sum, { key }) => (keys.has(key) ? sum + weigh(key) : sum), 0);

/** The most of the weight of `words` that one sentence holds. */
export function mostTogether(...[words, sample, weigh]: Parameters<typeof rarestFirst>): number {
  if (sample.sentences.length <= FEW) return Math.max(0, ...sharedWeights(words, sample, weigh).values());
  let best = 0;
  for (const { weight, most } of rarestFirst(words, sample, weigh)) {
    best = Math.max(best, weight);
    if (best >= most) break;
  }
  return best;
}

/** Weight of those of `words` that a sentence of the sample holds, by its position; only where it holds any. */
export function sharedWeights(
  words: readonly Pick<Word, 'key'>[],
  { places }: Sample,
  weigh: WordWeights,
): ReadonlyMap<number, number> {
  const shared = new Map<number, number>();
  for (const { key } of words) {
    const weight = weigh(key);
    for (const place of places.get(key) ?? []) shared.set(place, (shared.get(place) ?? 0) + weight);
  }
  return shared;
}
