import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { weightedSum, withContext } from '../../src/scoring/weighted-sum.ts';
import { components, weights } from '../support/scoring.ts';

const paper = weights({ head: 0.7, relation: 0.1, tail: 0.1, consistency: 0.1 });

describe('weightedSum (Eq. 3)', () => {
  it('is .7·.8 + .1·.5 + .1·1 + .1·3 = 1.01 with raw C = 3', () => {
    const parts = components({ head: 0.8, relation: 0.5, tail: 1, consistency: 3 });
    expect(weightedSum(parts, paper, 'raw')).toBeCloseTo(1.01, 12);
  });

  it('gives the weight of a missing part to the others in proportion where all have one range', () => {
    const tasks = weights({ head: 0.7, relation: 0.1, tail: 0.2 });
    // (.1·.5 + .2·1) / .3
    expect(weightedSum(components({ relation: 0.5, tail: 1 }), tasks, 'raw')).toBeCloseTo(0.25 / 0.3, 12);
  });

  it('keeps the range of Eq. 3 without C: S = .8 stands at .8 of its range, so C would be 6 of −10..10', () => {
    const parts = components({ head: 0.8, relation: 0.8, tail: 0.8 });
    // .9·.8 + .1·6
    expect(weightedSum(parts, paper, 'raw')).toBeCloseTo(1.32, 12);
    // .9·.8 + .1·.6, with C / n of −1..1
    expect(weightedSum(parts, paper, 'mean')).toBeCloseTo(0.78, 12);
  });

  it('keeps it without an S: the others stand at (.1·.5 + .1·1 + .1·13) / (.1 + .1 + 2) of theirs', () => {
    const parts = components({ relation: 0.5, tail: 1, consistency: 3 });
    const standing = 1.45 / 2.2;
    // S_h is given the same standing: .7·u + .1·u + .1·u + .1·(−10 + 20·u)
    expect(weightedSum(parts, paper, 'raw')).toBeCloseTo(2.9 * standing - 1, 12);
  });

  it('is null when only parts without weight are present, never 0', () => {
    expect(weightedSum(components({ support: 0.9 }), paper, 'mean')).toBeNull();
    expect(weightedSum(components({}), paper, 'mean')).toBeNull();
  });

  it('takes weights as relative: (3·1 + 1·.2) / 4 = .8, as of .75 and .25', () => {
    const parts = components({ support: 1, reference: 0.2 });
    for (const own of [weights({ support: 3, reference: 1 }), weights({ support: 0.75, reference: 0.25 })]) {
      expect(weightedSum(parts, own, 'mean')).toBeCloseTo(0.8, 12);
    }
  });

  it('of parts that stand alike in their ranges is the same, whatever is missing', () => {
    const standing = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        standing,
        fc.subarray(['head', 'relation', 'tail', 'consistency'] as const, { minLength: 1 }),
        (u, names) => {
          const partOf = (name: string) => (name === 'consistency' ? 20 * u - 10 : u);
          const parts = components(Object.fromEntries(names.map((name) => [name, partOf(name)])));
          expect(weightedSum(parts, paper, 'raw')).toBeCloseTo(0.9 * u + 0.1 * (20 * u - 10), 9);
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
