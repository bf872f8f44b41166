import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitPooling } from '../../src/scoring/fit-pooling.ts';

const repeated = (odds: number[], isRight: boolean, count: number) =>
  Array.from({ length: count }, () => ({ odds, isRight }));

describe('fitPooling', () => {
  it('gives a part that states the true odds about weight 1', () => {
    // odds of 3 to 1, true in three of four
    const said = Math.log(3);
    const facts = [
      ...repeated([said], true, 750),
      ...repeated([said], false, 250),
      ...repeated([-said], true, 250),
      ...repeated([-said], false, 750),
    ];
    const { weights, prior } = fitPooling(facts, 1);
    expect(weights[0]).toBeCloseTo(1, 2);
    expect(prior).toBeCloseTo(0, 6);
  });

  it('gives no weight to a part that says the contrary, and next to none to one that tells nothing', () => {
    const facts = [
      ...repeated([2, -2, 1], true, 40),
      ...repeated([2, -2, -1], true, 40),
      ...repeated([-2, 2, 1], false, 20),
      ...repeated([-2, 2, -1], false, 20),
    ];
    const { weights } = fitPooling(facts, 3);
    expect(weights[0]).toBeGreaterThan(1);
    expect(weights[1]).toBe(0);
    expect(weights[2]).toBeCloseTo(0, 6);
  });

  it('is finite where all facts have one label, and where there is none', () => {
    for (const facts of [repeated([1], true, 9), []]) {
      const { weights, prior } = fitPooling(facts, 1);
      expect([...weights, prior].every(Number.isFinite)).toBe(true);
    }
  });

  it('never weighs a part below 0', () => {
    const odds = fc.double({ min: -4, max: 4, noNaN: true });
    const fact = fc.record({ odds: fc.tuple(odds, odds, odds), isRight: fc.boolean() });
    fc.assert(
      fc.property(fc.array(fact, { maxLength: 40 }), (facts) => {
        const { weights, prior } = fitPooling(facts, 3);
        expect(weights.every((weight) => weight >= 0 && Number.isFinite(weight))).toBe(true);
        expect(Number.isFinite(prior)).toBe(true);
      }),
    );
  });
});

it('leaves out a part of a weight below .1', () => {
  // with 2k + 1 facts on each side, k + 1 of them told rightly: 2(k + 1) − 2(2k + 1)σ(w) = w
  const facts = (k: number) =>
    [1, -1].flatMap((side) =>
      Array.from({ length: 2 * k + 1 }, (_, index) => ({ odds: [side], isRight: index <= k === side > 0 })),
    );
  expect(fitPooling(facts(5), 1).weights[0]).toBeCloseTo(0.1541, 3);
  // .0465
  expect(fitPooling(facts(20), 1).weights).toEqual([0]);
});
