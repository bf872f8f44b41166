import fc from 'fast-check';
import { expect, it } from 'vitest';
import { commonGroundOf } from '../../../src/local/agreement/common-ground.ts';
import { samplesOf } from './samples-of.ts';

const commonGround = (texts: string[], { topic = [] as string[], weight = 1 } = {}) =>
  commonGroundOf(
    samplesOf(texts),
    (key) => topic.includes(key),
    () => weight,
  );

it('counts the words of at least half of the samples by their share', () => {
  // rome in 3 of 4, oslo in 2 of 4, bergen in 1: G = 4 · (3/4 + 2/4)
  const texts = ['Rome Oslo.', 'Rome Oslo.', 'Rome.', 'Bergen.'];
  expect(commonGround(texts, { weight: 4 })).toBeCloseTo(Math.log(6) / Math.log(201), 12);
});

it('needs two holders, however few samples there are', () => {
  expect(commonGround(['Rome.', 'Oslo.'])).toBe(0);
  expect(commonGround(['Rome.', 'Rome.'])).toBeCloseTo(Math.log(2) / Math.log(201), 12);
});

it('leaves the words of the topic out', () => {
  expect(commonGround(['Ann.', 'Ann.'], { topic: ['ann'] })).toBe(0);
});

it('is at most 1, and null with one sample', () => {
  expect(commonGround(['Rome.', 'Rome.'], { weight: 1000 })).toBe(1);
  expect(commonGround(['Rome.'])).toBeNull();
});

it('never falls when a word is added to every sample', () => {
  const sample = fc.array(fc.constantFrom('rome', 'oslo', 'bergen', 'prize'), { maxLength: 4 });
  fc.assert(
    fc.property(fc.array(sample, { minLength: 2, maxLength: 6 }), (samples) => {
      const before = commonGround(samples.map((words) => `${words.join(' ')}.`)) as number;
      const after = commonGround(samples.map((words) => `${[...words, 'harbour'].join(' ')}.`)) as number;
      expect(after).toBeGreaterThan(before);
    }),
  );
});
