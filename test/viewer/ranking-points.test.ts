import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { averagePrecision, rocAuc } from '../../src/statistics/ranking.ts';
import { precisionRecall, rocPoints } from '../../src/viewer/ranking-points.ts';

const row = (score: number | null, gold: boolean | null) => ({ score, gold });

// Most suspicious first: an error; an error and a factual passage of equal score; a factual passage.
const ROWS = [
  row(0.1, true),
  row(0.4, true),
  row(0.4, false),
  row(0.9, false),
  row(null, true),
  row(0.2, null),
];

describe('curves against gold labels', () => {
  it('ROC: steps of equal scores are taken at once', () => {
    expect(rocPoints(ROWS)).toEqual([
      [0, 0],
      [0, 0.5],
      [0.5, 1],
      [1, 1],
    ]);
  });

  it('precision and recall', () => {
    expect(precisionRecall(ROWS)).toEqual([
      [0.5, 1],
      [1, 2 / 3],
      [1, 0.5],
    ]);
  });

  it('hold the areas that the benchmark reports', () => {
    const rows = fc.array(fc.tuple(fc.nat(5), fc.boolean()), { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(rows, (pairs) => {
        const labelled = pairs.map(([score, gold]) => row(score / 5, gold));
        const golds = pairs.map(([, gold]) => gold);
        fc.pre(golds.includes(true) && golds.includes(false));
        const items = pairs.map(([score, gold]) => ({ score: 1 - score / 5, positive: gold }));
        const area = rocPoints(labelled).reduce(
          (sum, [x, y], at, all) => sum + ((x - (all[at - 1]?.[0] ?? 0)) * (y + (all[at - 1]?.[1] ?? 0))) / 2,
          0,
        );
        expect(area).toBeCloseTo(rocAuc(items).value as number, 12);
        const precision = precisionRecall(labelled).reduce(
          (sum, [recall, value], at, all) => sum + (recall - (all[at - 1]?.[0] ?? 0)) * value,
          0,
        );
        expect(precision).toBeCloseTo(averagePrecision(items).value as number, 12);
      }),
    );
  });

  it('say nothing where one kind is missing', () => {
    expect(rocPoints([row(0.1, false)])).toEqual([]);
    expect(precisionRecall([row(0.1, true)])).toEqual([]);
  });
});
