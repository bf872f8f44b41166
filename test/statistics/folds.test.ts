import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stratifiedFolds } from '../../src/statistics/folds.ts';

const items = fc.array(fc.record({ unit: fc.nat(12), positive: fc.boolean() }), {
  minLength: 1,
  maxLength: 60,
});
const foldCount = fc.integer({ min: 2, max: 6 });

const count = <T>(values: readonly T[], value: T) => values.filter((one) => one === value).length;

describe('stratifiedFolds', () => {
  it('keeps the items of a unit together, in folds that differ by one unit at most', () => {
    fc.assert(
      fc.property(items, foldCount, fc.integer(), (list, folds, seed) => {
        const foldOf = stratifiedFolds(list, { seed, folds });
        const foldsOfUnit = new Map<number, Set<number>>();
        list.forEach(({ unit }, index) => {
          const own = foldsOfUnit.get(unit) ?? new Set();
          foldsOfUnit.set(unit, own.add(foldOf[index] as number));
        });
        const units = [...foldsOfUnit.values()].map((own) => {
          expect(own.size).toBe(1);
          return [...own][0] as number;
        });
        const sizes = Array.from({ length: folds }, (_, fold) => count(units, fold));
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('gives every fold its part of each class where units are single items', () => {
    const list = Array.from({ length: 50 }, (_, unit) => ({ unit, positive: unit % 5 === 0 }));
    const foldOf = stratifiedFolds(list, { seed: 3, folds: 5 });
    for (let fold = 0; fold < 5; fold++) {
      const inside = list.filter((_item, index) => foldOf[index] === fold);
      expect(inside.map(({ positive }) => positive).sort()).toEqual([...Array(8).fill(false), true, true]);
    }
  });

  it('deals out units by their share of positives, not by their number', () => {
    // shares 0, .25, .5 and 1 of units of 4, 4, 2 and 1 items: in this order they are dealt out
    const unit = (number: number, marks: string) =>
      [...marks].map((mark) => ({ unit: number, positive: mark === '+' }));
    const list = [...unit(0, '----'), ...unit(1, '+---'), ...unit(2, '+-'), ...unit(3, '+')];
    for (let seed = 0; seed < 10; seed++) {
      const foldOf = stratifiedFolds(list, { seed, folds: 3 });
      expect([0, 4, 8, 10].map((index) => foldOf[index])).toEqual([0, 1, 2, 0]);
    }
  });

  it('depends on the seed and on nothing else', () => {
    const list = Array.from({ length: 30 }, (_, unit) => ({ unit, positive: unit % 2 === 0 }));
    const run = (seed: number) => stratifiedFolds(list, { seed, folds: 5 });
    expect(run(1)).toEqual(run(1));
    expect(run(1)).not.toEqual(run(2));
  });
});
