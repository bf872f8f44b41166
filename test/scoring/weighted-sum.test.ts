import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mean, weightedSum, withContext } from '../../src/scoring/weighted-sum.ts';
import { components, weights } from '../support/scoring.ts';

const paper = weights({ head: 0.7, relation: 0.1, tail: 0.1, consistency: 0.1 });

describe('weightedSum (Eq. 3)', () => {
  it('is .7·.8 + .1·.5 + .1·1 + .1·3 = 1.01 with raw C = 3', () => {
    expect(weightedSum(components({ head: 0.8, relation: 0.5, tail: 1, consistency: 3 }), paper)).toBeCloseTo(
      1.01,
      12,
    );
  });

  it('gives the weight of a missing part to the others in proportion', () => {
    // (.1·.5 + .1·1 + .1·0) / .3 · 1
    expect(weightedSum(components({ relation: 0.5, tail: 1, consistency: 0 }), paper)).toBeCloseTo(0.5, 12);
  });

  it('is null when only parts without weight are present, never 0', () => {
    expect(weightedSum(components({ support: 0.9 }), paper)).toBeNull();
    expect(weightedSum(components({}), paper)).toBeNull();
  });

  it('takes weights as relative: (3·1 + 1·.2) / 4 = .8, as of .75 and .25', () => {
    const parts = components({ support: 1, reference: 0.2 });
    for (const own of [weights({ support: 3, reference: 1 }), weights({ support: 0.75, reference: 0.25 })]) {
      expect(weightedSum(parts, own)).toBeCloseTo(0.8, 12);
    }
  });

  it('of equal parts is that value, whatever is missing', () => {
    const value = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        value,
        fc.subarray(['head', 'relation', 'tail', 'consistency'] as const, { minLength: 1 }),
        (v, names) => {
          const parts = components(Object.fromEntries(names.map((name) => [name, v])));
          expect(weightedSum(parts, paper)).toBeCloseTo(v, 9);
        },
      ),
    );
  });
});

describe('withContext', () => {
  it('mixes in the mean of the scored triples', () => {
    // mean of 1 and .2 is .6
    expect(withContext([1, null, 0.2], 0.5)).toEqual([0.8, null, 0.4]);
  });
  it('leaves scores alone at 0 and makes them equal at 1', () => {
    expect(withContext([1, 0.5], 0)).toEqual([1, 0.5]);
    expect(withContext([1, 0.5], 1)).toEqual([0.75, 0.75]);
  });
});

describe('mean', () => {
  it('skips what is missing and is null for nothing', () => {
    expect(mean([1, null, 0])).toBe(0.5);
    expect(mean([null])).toBeNull();
    expect(mean([])).toBeNull();
  });
});
