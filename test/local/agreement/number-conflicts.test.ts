import { expect, it } from 'vitest';
import { numberComparison } from '../../../src/local/agreement/number-conflicts.ts';
import { samplesOf, wordsOf } from './samples-of.ts';

const compare = (text: string, samples: string[], own = text) =>
  numberComparison(samplesOf(samples), () => 1)({ words: wordsOf(own), sentence: wordsOf(text) });

const RESTING = { numbers: 0.5, spread: 1 };

it('rests at ½ and 1 where the sentence holds no value', () => {
  expect(compare('Ann left Rome', ['Ann left Rome in 1912.'])).toEqual(RESTING);
});

it('counts agreeing and conflicting samples in the same place', () => {
  const samples = [
    'Ann was born in Oslo in 1912.',
    'Ann was born in Oslo in 1921.',
    'Ann was born in Oslo in 1921.',
  ];
  const { numbers, spread } = compare('Ann was born in Oslo in 1912', samples);
  // agree 1, conflict 2: K = 2.5 / 4 − 1/2
  expect(numbers).toBeCloseTo(1 - 2.5 / 4, 12);
  // entropy of {1912: 1, 1921: 2} over log 3
  const entropy = -(1 / 3) * Math.log(1 / 3) - (2 / 3) * Math.log(2 / 3);
  expect(spread).toBeCloseTo(1 - entropy / Math.log(3), 12);
});

it('leaves out samples that speak of something else or give no such value', () => {
  const samples = ['Karl left Bergen in 1921.', 'Ann was born in Oslo.', 'Ann was born in Oslo to 7 others.'];
  expect(compare('Ann was born in Oslo in 1912', samples)).toEqual(RESTING);
});

it('contradicts a day by a day', () => {
  expect(compare('Ann was born on 12 May', ['Ann was born on May 13.']).numbers).toBeLessThan(0.5);
});

it('takes the worst of several values', () => {
  const { numbers } = compare('Ann won 3 races in 1912', ['Ann won 3 races in 1913.']);
  // 3: agree 1, numbers ¾; 1912: conflict 1, numbers ¼
  expect(numbers).toBeCloseTo(0.25, 12);
});

it('lets a claim without a value take over those of its sentence', () => {
  const text = 'Ann was born in Oslo in 1912';
  const samples = ['Ann was born in Oslo in 1921.'];
  expect(compare(text, samples, 'Oslo')).toEqual(compare(text, samples, '1912'));
});
