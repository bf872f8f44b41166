import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countLabels,
  LABELS,
  majorLabel,
  mergeChecks,
  mergeLabels,
  referenceRates,
  scalarOf,
  softShares,
  strictLabel,
} from '../../src/reference/aggregate.ts';

const [E, N, C] = LABELS;

describe('the aggregators', () => {
  it.each([
    [[E, N, C], C],
    [[E, E], E],
    [[E, N], N],
    [[N], N],
    [[E, null], E],
    [[null], null],
    [[], null],
  ])('strict: %j gives %j', (labels, expected) => {
    expect(strictLabel(labels)).toBe(expected);
  });

  it.each([
    [[E, E, C], E],
    [[E, C], C],
    [[E, N], N],
    [[N, N, C, C, E], C],
    [[E, null, null], E],
    [[null], null],
  ])('major: %j gives %j, the gravest of equals', (labels, expected) => {
    expect(majorLabel(labels)).toBe(expected);
  });

  it('soft: the share of each label', () => {
    expect(softShares([E, E, N, C])).toEqual({ entailment: 0.5, neutral: 0.25, contradiction: 0.25 });
    expect(softShares([E, null])).toEqual({ entailment: 1, neutral: 0, contradiction: 0 });
    expect(softShares([null])).toBeNull();
  });

  it('scalar: 1, 0, -1', () => {
    expect(LABELS.map(scalarOf)).toEqual([1, 0, -1]);
  });

  it('rates: each response counts once, those without triplets only as abstaining', () => {
    // shares of contradiction 1/2 and 0, of neutral 0 and 1, of entailment 1/2 and 0
    const rates = referenceRates([[E, C], [], [N, N, N], [null]]);
    expect(rates).toEqual({
      responses: 4,
      abstainRate: 1 / 4,
      rates: { entailment: 1 / 4, neutral: 1 / 2, contradiction: 1 / 4 },
      scalar: 0,
      strict: { entailment: 0, neutral: 1, contradiction: 1 },
      major: { entailment: 0, neutral: 1, contradiction: 1 },
    });
    expect(referenceRates([])).toMatchObject({ responses: 0, abstainRate: null, rates: null, scalar: null });
  });

  it('agree on responses of one label', () => {
    const label = fc.constantFrom(...LABELS);
    fc.assert(
      fc.property(label, fc.integer({ min: 1, max: 9 }), (one, count) => {
        const labels = new Array(count).fill(one);
        expect([strictLabel(labels), majorLabel(labels), mergeLabels(labels)]).toEqual([one, one, one]);
        expect(softShares(labels)?.[one as typeof E]).toBe(1);
      }),
    );
    fc.assert(
      fc.property(fc.array(label, { minLength: 1 }), (labels) => {
        const shares = softShares(labels);
        const sum = LABELS.reduce((total, one) => total + (shares?.[one] ?? 0), 0);
        expect(sum).toBeCloseTo(1, 12);
        expect(countLabels(labels)[majorLabel(labels) as typeof E]).toBe(
          Math.max(...Object.values(countLabels(labels))),
        );
      }),
    );
  });
});

describe('merging', () => {
  it.each([
    [[C, E, N], E],
    [[C, N], C],
    [[N, N], N],
    [[null, E], E],
    [[null, C], null],
    [[], null],
  ])('%j gives %j', (labels, expected) => {
    expect(mergeLabels(labels)).toBe(expected);
  });

  it('keeps the evidence of what decided, and the greatest support', () => {
    const check = (label: (typeof LABELS)[number] | null, value: number | null, note: string) => ({
      ...{ label, value, note },
      reason: label === null ? ('refused' as const) : null,
      evidence: null,
    });
    const merged = mergeChecks([check(N, 0.4, 'n'), check(C, 0.1, 'weak'), check(C, 0.02, 'strong')]);
    expect(merged).toEqual(check(C, 0.4, 'strong'));
    expect(mergeChecks([check(E, 0.6, 'a'), check(null, null, 'x'), check(E, 0.9, 'b')])).toEqual(
      check(E, 0.9, 'b'),
    );
    expect(mergeChecks([check(C, 0.1, 'c'), check(null, null, 'x')])).toEqual(check(null, null, 'x'));
  });
});
