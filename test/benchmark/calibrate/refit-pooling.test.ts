import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitPooling, refitPooling } from '../../../src/benchmark/calibrate/refit-pooling.ts';
import {
  type Component,
  EMPTY_TRACE,
  type PassageVerdict,
  type Triple,
  type TripleVerdict,
} from '../../../src/passage.ts';
import { triples } from '../../support/records.ts';
import { components, plainScoring } from '../../support/scoring.ts';
import { type Case, labelled, verdict } from '../cases.ts';

const fact = (judged: number, stated: number): TripleVerdict => ({
  triple: triples('original', [['Mara Quint', 'was born in', 'Leith']])[0] as Triple,
  score: judged * stated,
  ...{ label: 'factual', probability: null, reasons: [], evidence: [] },
  components: components({ judged, stated }),
});

/** Of verdicts on passages of which every third is wrong. */
function refitted(
  count: number,
  partOf: (isRight: boolean, index: number) => Pick<PassageVerdict, 'triples'> & Partial<PassageVerdict>,
  agreed: Partial<Record<Component, number>> = {},
) {
  const all = Array.from({ length: count }, (_, index) => {
    const isRight = index % 3 > 0;
    const own: Case = { id: `p${index}`, positive: !isRight, support: 0.5 };
    return { labelled: labelled(own), verdict: { ...verdict(own), ...partOf(isRight, index) } };
  });
  return refitPooling(
    all.map((one) => one.labelled),
    all.map((one) => one.verdict),
    plainScoring({ judged: 1, stated: 1, ...agreed }),
  );
}

/** Samples know; the judge says what it says of all of them. */
const run = (count: number, judged: (isRight: boolean, index: number) => number) =>
  refitted(count, (isRight, index) => ({
    triples: [fact(0.98, 0.98), fact(judged(isRight, index), isRight === index % 10 > 0 ? 0.9 : 0.1)],
  }));

describe('refitPooling', () => {
  it('takes nearly all weight from a judge that tells nothing, by the least supported fact of each passage', () => {
    const fitted = run(60, (_, index) => (index % 2 === 0 ? 0.9 : 0.1));
    expect(fitted).toMatchObject({ items: 60, passages: 60 });
    expect(fitted?.weights.stated).toBeGreaterThan(0.5);
    expect(fitted?.weights.judged).toBeLessThan(0.15);
    expect(fitted?.weights.head).toBe(0);
  });

  it('keeps the weight of a judge that knows', () => {
    const fitted = run(60, (isRight) => (isRight ? 0.95 : 0.05));
    expect(fitted?.weights.judged).toBeGreaterThan(fitted?.weights.stated ?? 1);
  });

  it('fits nothing to fewer than 30 labelled passages', () => {
    expect(run(29, () => 0.9)).toBeNull();
  });
});

describe('refitPooling of sentences that a judge rates', () => {
  const rated = (count: number, says: (isRight: boolean) => number) =>
    refitted(count, (isRight, index) => {
      const [first, second] = [fact(0.5, 0.98), fact(0.5, index % 2 > 0 ? 0.9 : 0.1)];
      const value = says(isRight);
      return {
        triples: [first, { ...second, triple: { ...second.triple, id: 'original/2' } }],
        sentences: [
          {
            ...{ span: { start: 0, end: 29 }, score: value, label: 'factual', probability: null },
            ...{ source: 'triples', tripleIds: ['original/1', 'original/2'] },
          },
        ],
        trace: {
          ...EMPTY_TRACE,
          judgement: { judge: 'judge', sentences: [{ value, reason: null }], facts: [] },
        },
      };
    });

  it('fits one weight for what samples agree on, shared out as the parts of it were weighed', () => {
    const agreeing = (knows: boolean) =>
      refitted(
        60,
        (isRight, index) => {
          const none = { value: null, reason: 'not-applicable' } as const;
          const support = { value: (knows ? isRight : index % 2 > 0) ? 0.7 : 0.3, reason: null };
          const own = { support, numbers: none, spread: none, unsupported: [], held: null };
          return {
            triples: [fact(0.5, 0.5)],
            sentences: [
              {
                ...{ span: { start: 0, end: 29 }, score: 0.5, label: 'factual', probability: null },
                ...{ source: 'triples', tripleIds: ['original/1'] },
              },
            ],
            trace: {
              ...EMPTY_TRACE,
              agreement: {
                ...{ agreement: none, commonGround: none },
                mutual: { support: { value: 0.6, reason: null }, numbers: none, spread: none },
                ...{ triples: {}, sentences: [own], claims: [] },
              },
            },
          };
        },
        { support: 0.6, numbers: 0.4 },
      );
    const { support = 0, numbers = 0, judged } = agreeing(true)?.weights ?? {};
    // log odds of ±2.97 tell all sixty apart
    expect(support).toBeGreaterThan(0.5);
    expect(numbers).toBeCloseTo((support * 2) / 3, 2);
    expect(judged).toBe(0);
    expect(agreeing(false)).toBeNull();
  });

  it('fits the weight of the judge to its word on sentences, whatever it says of the facts', () => {
    const fitted = rated(60, (isRight) => (isRight ? 0.95 : 0.05));
    expect(fitted?.weights.judged).toBeGreaterThan(0.5);
    // the least supported fact says as much of right sentences as of wrong ones
    expect(fitted?.weights.stated).toBeLessThan(0.3);
    expect(rated(60, () => 0.5)).toBeNull();
  });
});

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
