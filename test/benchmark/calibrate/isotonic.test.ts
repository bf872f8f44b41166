import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitIsotonic } from '../../../src/benchmark/calibrate/isotonic.ts';
import type { SupportItem } from '../../../src/benchmark/calibrate/items.ts';
import { probabilityOf } from '../../../src/scoring/calibration.ts';
import { labelled, someItems } from './items.ts';

/** min over s ≤ i of max over t ≥ i of the share of hallucinated items with scores from s to t, for a falling fit. */
function minMaxFormula(items: readonly SupportItem[], at: number): number {
  const scores = [...new Set(items.map(({ score }) => score))];
  const share = (from: number, to: number) => {
    const inside = items.filter(({ score }) => score >= from && score <= to);
    return inside.filter(({ positive }) => positive).length / inside.length;
  };
  const best = scores
    .filter((from) => from <= at)
    .map((from) => Math.max(...scores.filter((to) => to >= at).map((to) => share(from, to))));
  return Math.min(...best);
}

describe('fitIsotonic', () => {
  it('pools what does not fall and keeps both ends of a block', () => {
    // Shares 1, 0, 1, 0 at .1 .2 .3 .4: the middle two are pooled to 1/2.
    expect(fitIsotonic(labelled({ 0.1: '+', 0.2: '-', 0.3: '+', 0.4: '-' }))).toEqual({
      method: 'isotonic',
      scores: [0.1, 0.2, 0.3, 0.4],
      probabilities: [1, 0.5, 0.5, 0],
    });
  });

  it('needs no point inside a block', () => {
    const { scores, probabilities } = fitIsotonic(
      labelled({ 0.1: '-', 0.2: '-', 0.3: '+', 0.4: '+', 0.5: '-' }),
    );
    expect(scores).toEqual([0.1, 0.4, 0.5]);
    expect(probabilities).toEqual([0.5, 0.5, 0]);
  });

  it('takes equal scores together', () => {
    const { scores, probabilities } = fitIsotonic(labelled({ 0.5: '+++-' }));
    expect({ scores, probabilities }).toEqual({ scores: [0.5], probabilities: [0.75] });
  });

  it('agrees with the min-max formula at every score', () => {
    fc.assert(
      fc.property(someItems, (items) => {
        const calibrator = fitIsotonic(items);
        for (const { score } of items) {
          expect(probabilityOf(score, calibrator)).toBeCloseTo(minMaxFormula(items, score), 12);
        }
      }),
    );
  });

  it('keeps the base rate, falls, stays in [0, 1], and its scores rise', () => {
    fc.assert(
      fc.property(someItems, (items) => {
        const { scores, probabilities, ...rest } = fitIsotonic(items);
        const fitted = items.map(
          ({ score }) => probabilityOf(score, { scores, probabilities, ...rest }) as number,
        );
        const positives = items.filter(({ positive }) => positive).length;
        expect(fitted.reduce((sum, value) => sum + value, 0)).toBeCloseTo(positives, 9);
        expect(probabilities).toEqual([...probabilities].sort((one, other) => other - one));
        expect(Math.min(...probabilities)).toBeGreaterThanOrEqual(0);
        expect(Math.max(...probabilities)).toBeLessThanOrEqual(1);
        expect(scores).toEqual([...new Set(scores)].sort((one, other) => one - other));
      }),
    );
  });

  it('depends on nothing but the order of the scores', () => {
    fc.assert(
      fc.property(someItems, (items) => {
        const moved = items.map(({ score, positive }) => ({ score: score ** 3 - 7, positive })).reverse();
        expect(fitIsotonic(moved).probabilities).toEqual(fitIsotonic(items).probabilities);
      }),
    );
  });
});
