/**
 * Numbers: the years, days and numbers of a claim against those the samples give in the same place.
 *
 * A sample speaks of a value v where one of its sentences shares at least 30 % of the words around v (idf-weighted,
 * numbers left out) and holds a value of v's kind. It agrees when such a sentence holds v itself, else it conflicts.
 *
 *   K = max_v (conflict_v + ½) / (conflict_v + agree_v + 1) − ½        numbers = ½ − K, ½ without a value
 *   H = entropy of the years the samples give in those places         spread = 1 − H / log(max(n, 2)), 1 without a year
 *
 * A claim without a value takes over the values of its sentence: what stands beside a contradicted year is in doubt
 * too. The neutral values (½ and 1) are kept rather than left out, since a dated sentence is riskier than another.
 */
import type { Word } from '../../english/content-words.ts';
import { type Alike, type AlikeSentences, alikeSentences, type YearHeld } from './alike-sentences.ts';
import { type Sample, type SampleSentence, weightHeld, weightOf } from './samples.ts';
import type { Claim } from './support.ts';
import { once, memoize, memoizeBy } from '../../common/memoize.ts';
import type { WordWeights } from '../../english/lexicon/word-weights.ts';

const LEAST_SHARE = 0.3;

interface NumberScores {
  /** 1 agree, 0 contradict, ½ where there is nothing to compare. */
  numbers: number;
  /** 1 one year or none, 0 all different. */
  spread: number;
}

/** The sentences of a sample that speak of what a claim does. */
interface Places {
  near: readonly Near[];
  holds(key: string): boolean;
}

interface Near {
  sentences: AlikeSentences;
  /** Of the weight of the claim's words. */
  share: number;
  /** Whether a group of sentences holds them as well. */
  isAgain: boolean;
}

interface AllPlaces {
  /** By sample. */
  places: readonly Places[];
  /** Of the years that stand in these places, in nats. */
  yearEntropy(): number;
}

/** Kept at most: each may name every sentence. */
const PLACES_KEPT = 50;

/** @returns by the keys of the words around the values, a line each */
function placesIn(samples: readonly Sample[], weigh: WordWeights): (keys: string) => AllPlaces {
  const years = new Map<string, number>();
  const yearOf = (key: string): number => {
    const year = years.get(key) ?? years.size;
    years.set(key, year);
    return year;
  };
  const texts = samples.map((sample) => ({ sample, alike: alikeSentences(sample, yearOf) }));
  return memoize(
    (keys) => {
      const around = keys === '' ? [] : keys.split('\n').map((key) => ({ key }));
      const places = texts.map(({ sample, alike }) => placesNear(around, sample, alike, weigh));
      return { places, yearEntropy: once(() => yearEntropy(places, years.size)) };
    },
    { texts: PLACES_KEPT },
  );
}

function placesNear(
  around: readonly Pick<Word, 'key'>[],
  { sentences, places }: Sample,
  { holding, sentenceAt, isCommon }: Alike,
  weigh: WordWeights,
): Places {
  const total = weightOf(around, weigh);
  const common = around.filter(({ key }) => isCommon(key));
  const shareOf = (words: typeof around, keys: ReadonlySet<string>) => weightHeld(words, keys, weigh) / total;
  const keysAt = (position: number) => (sentences[position] as SampleSentence).keys;
  const { groups, own } = holding(around);
  const near: Near[] = groups.map(({ held, sentences: alike }) => ({
    ...{ sentences: alike, share: shareOf(common, held), isAgain: false },
  }));
  for (const position of own)
    near.push({
      sentences: sentenceAt(position),
      share: shareOf(around, keysAt(position)),
      isAgain: shareOf(common, keysAt(position)) >= LEAST_SHARE,
    });
  const enough = near.filter(({ share }) => share >= LEAST_SHARE);
  return {
    near: enough,
    holds: (key) =>
      isCommon(key)
        ? enough.some(({ sentences: { keys } }) => keys.has(key))
        : (places.get(key) ?? []).some((position) => shareOf(around, keysAt(position)) >= LEAST_SHARE),
  };
}

/** (conflict + ½) / (conflict + agree + 1) − ½ for one value. */
function riskOf({ kind, key }: Word, { places }: AllPlaces): number {
  const given = places.filter(({ near }) => near.some(({ sentences }) => sentences.kinds.has(kind)));
  const agree = given.filter(({ holds }) => holds(key)).length;
  return (given.length - agree + 0.5) / (given.length + 1) - 0.5;
}

/**
 * Entropy in nats of the years that stand in these places; summed up in the order of the likest places that hold them.
 * A claim may be near a thousand years: they are counted by their numbers, below `most`.
 */
function yearEntropy(places: readonly Places[], most: number): number {
  const counts = new Float64Array(most);
  const isFound = new Uint8Array(most);
  const found: number[] = [];
  let total = 0;
  const add = ({ year, count }: YearHeld, isAgain: boolean) => {
    if (isFound[year] === 0) found.push(year);
    isFound[year] = 1;
    if (isAgain) return;
    counts[year] = (counts[year] as number) + count;
    total += count;
  };
  for (const { near } of places) {
    const likest = near.toSorted((one, other) => other.share - one.share);
    for (let from = 0, to = 1; from < likest.length; from = to++) {
      while (likest[to]?.share === likest[from]?.share) to += 1;
      addInOrder(likest.slice(from, to), add);
    }
  }
  let entropy = 0;
  // most years are held equally often
  const terms = memoizeBy(
    (count: number) => (count / total) * Math.log(count / total),
    (count) => count,
  );
  for (const year of found) entropy -= terms(counts[year] as number);
  return entropy;
}

/** Adds the years of places in the order in which these first hold them; of each place they are in order. */
function addInOrder(places: readonly Near[], add: (year: YearHeld, isAgain: boolean) => void): void {
  const again = new Set(places.flatMap(({ sentences, isAgain }) => (isAgain ? sentences.years : [])));
  // groups of many sentences come first
  const years = places.reduceRight<readonly YearHeld[]>(
    (later, { sentences }) => merged(sentences.years, later),
    [],
  );
  for (const year of years) add(year, again.has(year));
}

/** Both in one order, of equal places the first list's first. */
function merged(one: readonly YearHeld[], other: readonly YearHeld[]): readonly YearHeld[] {
  if (one.length === 0 || other.length === 0) return one.length === 0 ? other : one;
  const all: YearHeld[] = [];
  let next = 0;
  for (const year of one) {
    for (; (other[next]?.position ?? Number.POSITIVE_INFINITY) < year.position; next++)
      all.push(other[next] as YearHeld);
    all.push(year);
  }
  for (; next < other.length; next++) all.push(other[next] as YearHeld);
  return all;
}

/** The claim's own values, or those of its sentence where it has none. */
function valuesOf({ words, sentence }: Claim): Word[] {
  const own = words.filter(({ kind }) => kind !== 'word');
  return own.length > 0 ? own : sentence.filter(({ kind }) => kind !== 'word');
}

/** The comparison of one claim after another with the same samples. */
export function numberComparison(
  samples: readonly Sample[],
  weigh: WordWeights,
): (claim: Claim) => NumberScores {
  const placesOf = placesIn(samples, weigh);
  return (claim) => {
    const values = valuesOf(claim);
    if (values.length === 0) return { numbers: 0.5, spread: 1 };
    const around = claim.sentence.filter(({ kind, key }) => kind === 'word' && !key.startsWith('month:'));
    const places = placesOf(around.map(({ key }) => key).join('\n'));
    const hasYear = values.some(({ kind }) => kind === 'year');
    return {
      numbers: 0.5 - Math.max(...values.map((value) => riskOf(value, places))),
      spread: hasYear ? Math.max(0, 1 - places.yearEntropy() / Math.log(Math.max(samples.length, 2))) : 1,
    };
  };
}
