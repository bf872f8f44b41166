import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CERTAINTY,
  type FactOdds,
  factOdds,
  logit,
  probabilityOfOdds,
  sentenceOdds,
  weighedOdds,
} from '../../src/scoring/log-odds.ts';

/** P of a fact. */
const pooled = (parts: Parameters<typeof weighedOdds>[0], prior = 0): number | null => {
  const odds = factOdds({ judged: weighedOdds(parts), others: null }, prior);
  return odds === null ? null : probabilityOfOdds(odds);
};

const part = (value: number | null, weight = 1) => ({ value, weight });

describe('weighedOdds', () => {
  it('is Bayes’ rule for independent parts of weight 1', () => {
    // odds 4 and 3 multiply to 12
    expect(pooled([part(0.8), part(0.75)])).toBeCloseTo(12 / 13, 12);
    // odds 9, and the root of 1/4
    expect(pooled([part(0.9), part(0.2, 0.5)])).toBeCloseTo(4.5 / 5.5, 12);
    expect(pooled([part(0.8)], Math.log(2))).toBeCloseTo(8 / 9, 12);
  });

  it('leaves out what is missing, has no weight or says nothing', () => {
    expect(pooled([part(0.8), part(null), part(0.1, 0), part(0.5)])).toBeCloseTo(0.8, 12);
    expect(pooled([part(null), part(0.9, 0)])).toBeNull();
  });

  it('lets no single part be certain', () => {
    expect(pooled([part(1)])).toBeCloseTo(CERTAINTY, 12);
    expect(pooled([part(0)])).toBeCloseTo(1 - CERTAINTY, 12);
    expect(logit(0)).toBeCloseTo(-logit(1), 12);
  });

  it('lies in (0, 1), rises with every part, and does not depend on their order', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const parts = fc.array(fc.record({ value: fc.option(share), weight: share }), { maxLength: 8 });
    fc.assert(
      fc.property(parts, share, share, (others, one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const withLow = pooled([...others, part(low)]) as number;
        const withHigh = pooled([part(high), ...others]) as number;
        expect(withLow).toBeGreaterThan(0);
        expect(withHigh).toBeLessThan(1);
        expect(withHigh).toBeGreaterThanOrEqual(withLow - 1e-12);
      }),
    );
  });
});

describe('sentenceOdds', () => {
  const facts: FactOdds[] = [
    { judged: 3, others: -0.5 },
    { judged: -1, others: 2 },
    { judged: 2, others: null },
  ];

  it('adds the least of the other evidence to what the judge states of the sentence', () => {
    expect(sentenceOdds(facts, 1.5)).toBe(1);
    // a fact without other evidence counts as 0
    expect(sentenceOdds(facts.slice(1), 1.5)).toBe(1.5);
    expect(sentenceOdds([], 1.5, 0.25)).toBe(1.75);
  });

  it('counts facts that the judge cannot tell by their other evidence, and by no favourable guess', () => {
    const untold: FactOdds = { judged: 0, others: -0.75 };
    expect(sentenceOdds([untold], 1.5)).toBe(-0.75);
    expect(sentenceOdds([untold], 1.5, 0.25)).toBe(-0.5);
    // the judge calls the sentence wrong
    expect(sentenceOdds([untold], -1.5)).toBe(-2.25);
    // beside a fact that it tells, the less probable of both
    expect(sentenceOdds([untold, { judged: 3, others: -0.5 }], 1.5)).toBe(-0.75);
    expect(
      sentenceOdds(
        [
          { ...untold, others: 4 },
          { judged: 3, others: -0.5 },
        ],
        1.5,
      ),
    ).toBe(1);
    // nothing at all is known of some facts, or of all
    expect(
      sentenceOdds(
        [
          { judged: 0, others: null },
          { judged: 3, others: -0.5 },
        ],
        1.5,
      ),
    ).toBe(1);
    expect(sentenceOdds([{ judged: 0, others: null }], 1.5)).toBe(0);
    expect(sentenceOdds([{ judged: null, others: 0 }], -1.5)).toBe(-1.5);
  });

  it('is that of the least probable fact where the judge states nothing', () => {
    // 2.5, 1 and 2
    expect(sentenceOdds(facts, null)).toBe(1);
    expect(sentenceOdds(facts, null, 0.5)).toBe(1.5);
    expect(sentenceOdds([{ judged: null, others: null }], null)).toBeNull();
    expect(sentenceOdds([], null)).toBeNull();
  });
});
