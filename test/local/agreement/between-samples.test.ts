import { expect, it } from 'vitest';
import { agreementBetween } from '../../../src/local/agreement/between-samples.ts';
import { samplesOf } from './samples-of.ts';

const agreementOf = (texts: string[], topic: string[] = []) =>
  agreementBetween(
    samplesOf(texts),
    (key) => topic.includes(key),
    () => 1,
  );

it('is 1 − log(2 / 1.5) / log 4 for two equal samples', () => {
  expect(agreementOf(['Rome Oslo.', 'Rome Oslo.'])).toBeCloseTo(1 - Math.log(2 / 1.5) / Math.log(4), 12);
});

it('is 0 where the samples share nothing', () => {
  expect(agreementOf(['Rome.', 'Oslo.', 'Bergen.'])).toBeCloseTo(0, 12);
});

it('leaves the words of the topic out', () => {
  expect(agreementOf(['Ann Rome.', 'Ann Oslo.'], ['ann'])).toBeCloseTo(0, 12);
});

it('is null with one sample and with no words', () => {
  expect(agreementOf(['Rome.'])).toBeNull();
  expect(agreementOf(['The.', 'Of.'])).toBeNull();
});
