/** Signals that were tried and left out, each a function of a claim of a passage; null where it has no value. */
import {
  type Claim,
  supportOfWords,
  supportScore,
  type WordSupport,
} from '../../../../src/consistency/agreement/support.ts';
import { compareNumbers } from '../../../../src/consistency/agreement/number-conflicts.ts';
import { type WordWeights, wordWeight } from '../../../../src/consistency/agreement/word-weights.ts';
import { localAgreement, weightsByAgreement } from './between-samples.ts';
import { isName, namesAgree } from './names.ts';
import type { ReadClaim, Reading } from './reading.ts';
import { supportBy } from './support-by.ts';
import { inPairs, pairWeight, sampleInPairs } from './word-pairs.ts';

/** In [0, 1], high = supported. Only asked of passages with samples. */
export type Signal = (reading: Reading) => (claim: ReadClaim) => number | null;

/** Support of the capitalised words alone. */
export const supportOfNames: Signal =
  ({ samples }) =>
  (claim) => {
    const names = supportOfWords(claim, samples, wordWeight).filter(({ word }) => isName(word));
    return supportScore(names, samples.length, wordWeight);
  };

export const agreementOfNames: Signal =
  ({ samples, isTopic }) =>
  (claim) =>
    namesAgree(claim, samples, { isTopic, weigh: wordWeight });

/** Support by pairs of neighbouring words. */
export const supportOfPairs: Signal = ({ samples, isTopic }) => {
  const inPairsToo = samples.map((sample) => sampleInPairs(sample, isTopic));
  const weigh = pairWeight(wordWeight);
  return (claim) =>
    supportScore(supportOfWords(inPairs(claim, isTopic), inPairsToo, weigh), samples.length, weigh);
};

/** Support with samples weighted by how far they agree with the others. */
export const supportBySampleWeight: Signal = (reading) => {
  const sampleWeights = weightsByAgreement(reading.samples, { ...reading, weigh: wordWeight });
  return supportWith(reading, { lambda: Math.min(1, 5 / reading.samples.length), sampleWeights });
};

/** Support with another λ. @param lambdaOf by the number of samples */
export const supportByLambda =
  (lambdaOf: (n: number) => number): Signal =>
  (reading) =>
    supportWith(reading, {
      lambda: lambdaOf(reading.samples.length),
      sampleWeights: reading.samples.map(() => 1),
    });

const supportWith =
  ({ samples }: Reading, options: { lambda: number; sampleWeights: readonly number[] }) =>
  (claim: Claim): number | null => {
    const found: WordSupport[] = supportBy(claim, samples, { ...options, weigh: wordWeight });
    return supportScore(found, samples.length, wordWeight);
  };

const flat: WordWeights = () => 1;

/** Support with all words weighing the same. */
export const supportByFlatWeights: Signal =
  ({ samples }) =>
  (claim) =>
    supportScore(supportOfWords(claim, samples, flat), samples.length, flat);

export const agreementNearby: Signal = ({ samples, isTopic }) => {
  const agreement = localAgreement(samples, { isTopic, weigh: wordWeight });
  return ({ words }) => agreement(words);
};

/** Logarithm of a sample long enough to be sure of its topic, about 660 content words. */
const LONG = 6.5;

/** log(1 + mean number of content words of a sample) / 6.5, at most 1; one number a passage. */
export const lengthOfSamples: Signal = ({ samples }) => {
  const words = samples.flatMap(({ sentences }) => sentences.map((sentence) => sentence.words.length));
  const perSample = words.reduce((sum, count) => sum + count, 0) / samples.length;
  const score = Math.min(1, Math.log(1 + perSample) / LONG);
  return () => score;
};

/** `numbers` with the mean over the values of a claim in place of the worst of them. */
export const meanOfNumbers: Signal =
  ({ samples }) =>
  (claim) => {
    const own = claim.words.filter(({ kind }) => kind !== 'word');
    const values = own.length > 0 ? own : claim.sentence.filter(({ kind }) => kind !== 'word');
    if (values.length === 0) return compareNumbers(claim, samples, wordWeight).numbers;
    const each = values.map(
      (value) => compareNumbers({ ...claim, words: [value] }, samples, wordWeight).numbers,
    );
    return each.reduce((sum, value) => sum + value, 0) / each.length;
  };
