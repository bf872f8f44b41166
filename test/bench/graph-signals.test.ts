import { expect, it } from 'vitest';
import { centralityOf, coverageOf, passedBetween } from './graph-signals.ts';

it('weighs samples by the principal eigenvector', () => {
  // AᵀA = [[2, 1], [1, 1]], whose eigenvector is (φ, 1): weights of .618 and .382
  const golden = (Math.sqrt(5) - 1) / 2;
  const [first, second] = centralityOf([
    [1, 1],
    [1, 0],
  ]);
  expect(first).toBeCloseTo(1, 9);
  expect(second).toBeCloseTo(golden, 9);
  expect(centralityOf([[0, 0]])).toEqual([0]);
});

it('counts the content words of a claim that a sample holds', () => {
  expect(coverageOf(['Marlow taught botany'], ['She taught.', 'Marlow taught botany in Leeds.'])).toEqual([
    [1 / 3, 1],
  ]);
});

it('passes scores between claims that share a name which not all have', () => {
  const claims = ['Dr Marlow met Brandt.', 'The pier that Marlow saw Brandt build.', 'The house of Marlow.'];
  // Marlow stands in all of them
  expect(passedBetween(claims, [0.2, 0.6, 0.9])).toEqual([0.4, 0.4, 0.9]);
});
