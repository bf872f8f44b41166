import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SupportItem } from '../../../src/benchmark/calibrate/items.ts';
import { fitPlatt } from '../../../src/benchmark/calibrate/platt.ts';
import { probabilityOf } from '../../../src/scoring/calibration.ts';
import { labelled, someItems } from './items.ts';

/** t of Platt's paper, worked out item by item. */
function targets(items: readonly SupportItem[]): number[] {
  const positives = items.filter(({ positive }) => positive).length;
  const negatives = items.length - positives;
  return items.map(({ positive }) => (positive ? (positives + 1) / (positives + 2) : 1 / (negatives + 2)));
}

function loss(items: readonly SupportItem[], slope: number, intercept: number): number {
  const wanted = targets(items);
  return items.reduce((sum, { score }, index) => {
    const t = wanted[index] as number;
    const z = slope * score + intercept;
    return sum + t * Math.log1p(Math.exp(-z)) + (1 - t) * Math.log1p(Math.exp(z));
  }, 0);
}

describe('fitPlatt', () => {
  it('meets the mean target of each score where there are two scores', () => {
    // Targets 5/6 and 1/6; at 0: (3 · 5/6 + 1/6) / 4 = 2/3, at 1: 1/3. So intercept ln 2, slope −2 ln 2.
    const { slope, intercept } = fitPlatt(labelled({ 0: '+++-', 1: '+---' }));
    expect(intercept).toBeCloseTo(Math.log(2), 10);
    expect(slope).toBeCloseTo(-2 * Math.log(2), 10);
  });

  it('stays finite where the classes can be separated', () => {
    // Two items at two scores: targets 2/3 and 1/3.
    const { slope, intercept } = fitPlatt(labelled({ 0: '+', 1: '-' }));
    expect(intercept).toBeCloseTo(Math.log(2), 10);
    expect(slope).toBeCloseTo(-2 * Math.log(2), 10);
    const wide = fitPlatt(
      labelled({ 0: '++++++++++', 0.4: '++++++++++', 0.6: '----------', 1: '----------' }),
    );
    expect(Number.isFinite(wide.slope)).toBe(true);
    expect(probabilityOf(0.4, wide)).toBeGreaterThan(0.5);
    expect(probabilityOf(0.6, wide)).toBeLessThan(0.5);
  });

  it('gives every item the base rate where support points the wrong way or says nothing', () => {
    // Mean target of 2 of 4: (2 · 3/4 + 2 · 1/4) / 4 = 1/2.
    expect(fitPlatt(labelled({ 0: '--', 1: '++' }))).toEqual({ method: 'platt', slope: 0, intercept: 0 });
    const constant = fitPlatt(labelled({ 0.3: '+---' }));
    // Targets 2/3 and 1/5: mean (2/3 + 3/5) / 4 = 19/60.
    expect(constant.slope).toBe(0);
    expect(probabilityOf(0.9, constant)).toBeCloseTo(19 / 60, 12);
  });

  it('knows the smoothed base rate where there is one class only', () => {
    expect(probabilityOf(0.5, fitPlatt(labelled({ 0: '--', 1: '-' })))).toBeCloseTo(1 / 5, 10);
    expect(probabilityOf(0.5, fitPlatt(labelled({ 0: '++', 1: '+' })))).toBeCloseTo(4 / 5, 10);
  });

  it('is at the minimum: no line nearby has a smaller loss', () => {
    fc.assert(
      fc.property(someItems, (items) => {
        const { slope, intercept } = fitPlatt(items);
        const best = loss(items, slope, intercept);
        const spread = Math.max(...items.map(({ score }) => Math.abs(score)), 1e-3);
        for (const step of [1e-3, 1e-1]) {
          const [onSlope, onIntercept] = [(step * Math.max(1, Math.abs(slope))) / spread, step];
          expect(loss(items, slope - onSlope, intercept)).toBeGreaterThanOrEqual(best - 1e-9);
          if (slope + onSlope <= 0) {
            expect(loss(items, slope + onSlope, intercept)).toBeGreaterThanOrEqual(best - 1e-9);
          }
          expect(loss(items, slope, intercept + onIntercept)).toBeGreaterThanOrEqual(best - 1e-9);
          expect(loss(items, slope, intercept - onIntercept)).toBeGreaterThanOrEqual(best - 1e-9);
        }
      }),
    );
  });

  it('gives the mean of the targets on average, and never more risk for more support', () => {
    fc.assert(
      fc.property(someItems, (items) => {
        const calibrator = fitPlatt(items);
        const total = items.reduce((sum, { score }) => sum + (probabilityOf(score, calibrator) as number), 0);
        const wanted = targets(items).reduce((sum, target) => sum + target, 0);
        expect(total).toBeCloseTo(wanted, 5);
        expect(calibrator.slope).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('does not depend on the scale of the scores or the order of the items', () => {
    fc.assert(
      fc.property(
        someItems,
        fc.constantFrom(0.01, 3, 1000),
        fc.integer({ min: -50, max: 50 }),
        (items, factor, shift) => {
          const moved = items
            .map(({ score, positive }) => ({ score: factor * score + shift, positive }))
            .reverse();
          const [own, other] = [fitPlatt(items), fitPlatt(moved)];
          items.forEach(({ score }) => {
            const expected = probabilityOf(score, own) as number;
            expect(probabilityOf(factor * score + shift, other)).toBeCloseTo(expected, 4);
          });
        },
      ),
    );
  });
});
