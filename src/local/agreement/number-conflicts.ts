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
 * too. The values at rest (½ and 1) are kept rather than left out, since a dated sentence is riskier than another.
 */
import type { Word, WordKind } from '../../english/content-words.ts';
import { type Sample, type SampleSentence, sharingAtLeast } from './samples.ts';
import type { Claim } from './support.ts';
import { once, memoize } from '../../common/memoize.ts';
import type { WordWeights } from '../../english/lexicon/word-weights.ts';

const LEAST_SHARE = 0.3;
/** More than sums in another order differ by. */
const ROUNDING = 1e-9;

export interface ValueComparison {
  /** 1 agree, 0 contradict, ½ where there is nothing to compare. */
  numbers: number;
  /** 1 one year or none, 0 all different. */
  spread: number;
}

/** The sentences that speak of what a claim does, by sample, the likest first. */
interface Places {
  /** Those with a value of a kind, by sample that has any. */
  speaking(kind: WordKind): readonly SampleSentence[][];
  /** Of the years that stand in these places, in nats. */
  yearEntropy(): number;
}

/** Kept at most: each may name every sentence. */
const PLACES_KEPT = 50;

/** @returns by the keys of the words around the values, a line each */
function placesIn(samples: readonly Sample[], weigh: WordWeights): (keys: string) => Places {
  return memoize(
    (keys) => {
      const around = keys === '' ? [] : keys.split('\n').map((key) => ({ key }));
      const total = around.reduce((sum, { key }) => sum + weigh(key), 0);
      const places = samples.map((sample) => {
        const near = [...sharingAtLeast(LEAST_SHARE * total - ROUNDING, around, sample, weigh)]
          .map(({ position, weight }) => ({ place: position, share: weight / total }))
          .filter(({ share }) => share >= LEAST_SHARE)
          .sort((left, right) => right.share - left.share || left.place - right.place);
        return near.map(({ place }) => sample.sentences[place] as SampleSentence);
      });
      const speaking = new Map<WordKind, readonly SampleSentence[][]>();
      return {
        speaking(kind) {
          const known = speaking.get(kind) ?? speakingOf(kind, places);
          speaking.set(kind, known);
          return known;
        },
        yearEntropy: once(() => yearEntropy(places)),
      };
    },
    { texts: PLACES_KEPT },
  );
}

const speakingOf = (kind: WordKind, places: readonly SampleSentence[][]): SampleSentence[][] =>
  places
    .map((sentences) => sentences.filter(({ words }) => words.some((word) => word.kind === kind)))
    .filter(({ length }) => length > 0);

/** (conflict + ½) / (conflict + agree + 1) − ½ for one value. */
function riskOf(value: Word, { speaking }: Places): number {
  const given = speaking(value.kind);
  const agree = given.filter((sentences) => sentences.some(({ keys }) => keys.has(value.key))).length;
  return (given.length - agree + 0.5) / (given.length + 1) - 0.5;
}

/** Entropy in nats of the years that stand in these places. */
function yearEntropy(places: readonly SampleSentence[][]): number {
  const counts = new Map<string, number>();
  let total = 0;
  for (const sentences of places) {
    for (const { words } of sentences) {
      for (const word of words) {
        if (word.kind !== 'year') continue;
        counts.set(word.key, (counts.get(word.key) ?? 0) + 1);
        total++;
      }
    }
  }
  let entropy = 0;
  for (const count of counts.values()) entropy -= (count / total) * Math.log(count / total);
  return entropy;
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
): (claim: Claim) => ValueComparison {
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
