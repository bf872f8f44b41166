import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bootstrapIntervals } from '../../src/statistics/bootstrap.ts';
import type { DecidedItem } from '../../src/benchmark/level-metrics.ts';
import { pairedDifferences } from '../../src/benchmark/paired-bootstrap.ts';
import { rocAuc, rocAucStatistic } from '../../src/statistics/ranking.ts';
import { randomFor } from '../../src/common/random.ts';

const decided = (score: number, positive: boolean, unit: number): DecidedItem => ({
  ...{ score, positive, unit, position: 0, gold: null, probability: null, flagged: null },
  predicted: score > 0,
});

const both = fc
  .array(fc.tuple(fc.integer({ min: -4, max: 4 }), fc.boolean()), { minLength: 2, maxLength: 20 })
  .map((list) => list.map(([score, positive], unit) => decided(score, positive, unit)));

const options = { seed: 1, resamples: 50 };

describe('pairedDifferences', () => {
  it('is exactly 0 between equal methods', () => {
    fc.assert(
      fc.property(both, (items) => {
        for (const { difference, interval } of pairedDifferences(items, items, options)) {
          expect([0, null]).toContain(difference);
          if (interval) expect(interval).toEqual([0, 0]);
        }
      }),
    );
  });

  it('turns round with the order of the methods', () => {
    fc.assert(
      fc.property(both, fc.infiniteStream(fc.integer({ min: -4, max: 4 })), (items, scores) => {
        const other = items.map((item) => ({ ...item, score: scores.next().value as number }));
        const forth = pairedDifferences(items, other, options);
        const back = pairedDifferences(other, items, options);
        forth.forEach(({ difference, interval }, index) => {
          const turned = back[index];
          if (difference !== null) expect(turned?.difference).toBeCloseTo(-difference, 12);
          if (interval) expect(turned?.interval?.[0]).toBeCloseTo(-interval[1], 12);
        });
      }),
    );
  });

  it('compares on the items both score', () => {
    const own = [decided(3, true, 0), decided(1, false, 1), null, decided(2, true, 3)];
    const other = [decided(1, true, 0), decided(2, false, 1), decided(9, false, 2), decided(3, true, 3)];
    // on items 0, 1 and 3: AUC 1 against 1/2
    const [first] = pairedDifferences(own, other, options);
    expect(first).toMatchObject({ metric: 'rocAuc', n: 3, difference: 0.5 });
    expect(pairedDifferences([null], [decided(1, true, 0)], options)).toEqual([]);
  });

  it('compares correlations only where gold shares of error are known', () => {
    const items = [decided(1, true, 0), decided(2, false, 1)];
    const metrics = (list: readonly DecidedItem[]) =>
      pairedDifferences(list, list, options).map(({ metric }) => metric);
    expect(metrics(items)).toEqual([
      ...['rocAuc', 'averagePrecision', 'factualAveragePrecision', 'f1', 'balancedAccuracy'],
    ]);
    expect(metrics(items.map((item) => ({ ...item, gold: item.unit / 2 })))).toContain('pearson');
  });

  it('resamples both methods alike: narrower than two independent intervals', () => {
    const random = randomFor('paired');
    const own = Array.from({ length: 80 }, (_, unit) => {
      const positive = unit % 2 === 0;
      return decided(random() + (positive ? 0.3 : 0), positive, unit);
    });
    const other = own.map((item) => ({ ...item, score: item.score + random() / 10 }));
    const [auc] = pairedDifferences(own, other, { seed: 1 });
    expect(auc?.difference).toBeCloseTo((rocAuc(own).value ?? 0) - (rocAuc(other).value ?? 0), 12);
    const { alone } = bootstrapIntervals({ alone: rocAucStatistic(own) }, { seed: 1, itemCount: 80 });
    const width = (interval: readonly [number, number] | null | undefined) =>
      interval ? interval[1] - interval[0] : Number.NaN;
    expect(width(auc?.interval)).toBeLessThan(width(alone) / 2);
  });
});
