import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitLogistic, type LogisticRow } from '../../src/statistics/logistic-regression.ts';

const value = fc.double({ min: -5, max: 5, noNaN: true });
const rowsOf = fc.array(
  fc.record({ x: fc.tuple(value, value, value), target: fc.double({ min: 0, max: 1, noNaN: true }) }),
  {
    maxLength: 30,
  },
);

function loss(rows: readonly LogisticRow[], ridge: readonly number[], weights: readonly number[]): number {
  const ofRidge = weights.reduce(
    (sum, weight, index) => sum + ((ridge[index] as number) * weight ** 2) / 2,
    0,
  );
  return rows.reduce((sum, { x, target }) => {
    const z = x.reduce((total, own, index) => total + own * (weights[index] as number), 0);
    return sum + Math.log1p(Math.exp(z)) - target * z;
  }, ofRidge);
}

describe('fitLogistic', () => {
  it('meets the share of a group without a ridge to speak of', () => {
    // ln(3) for a share of 3/4
    const rows = [1, 1, 1, 0].map((target) => ({ x: [1], target }));
    expect(fitLogistic(rows, [1e-12])[0]).toBeCloseTo(Math.log(3), 9);
    expect(fitLogistic([{ x: [1], target: 0.75 }], [1e-12], [5])[0]).toBeCloseTo(Math.log(3), 9);
  });

  it('is at the minimum: no weights nearby have a smaller loss', () => {
    const ridge = [0.001, 1, 1];
    fc.assert(
      fc.property(rowsOf, (rows) => {
        const weights = fitLogistic(rows, ridge);
        const best = loss(rows, ridge, weights);
        for (const index of weights.keys())
          for (const step of [1e-3, -1e-3, 0.1, -0.1])
            expect(
              loss(rows, ridge, weights.with(index, (weights[index] as number) + step)),
            ).toBeGreaterThanOrEqual(best - 1e-9);
      }),
    );
  });

  it('is zero without rows', () => {
    expect(fitLogistic([], [1, 1])).toEqual([0, 0]);
  });
});
