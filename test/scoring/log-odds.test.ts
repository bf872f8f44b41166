import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CERTAINTY, logit, pooled, pooledText } from '../../src/scoring/log-odds.ts';

const part = (value: number | null, weight = 1) => ({ value, weight });

describe('pooled', () => {
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

describe('pooledText', () => {
  const stated = (value: number | null, weight = 1) => ({ value, weight });

  it('is that of the least probable part, less where the judge doubts the whole more', () => {
    expect(pooledText([0.9, 0.6, null], stated(null))).toBe(0.6);
    expect(pooledText([0.9, 0.6], stated(0.95))).toBe(0.6);
    // odds 1.5 and 1/9: the root of 1/6
    const root = Math.sqrt(1 / 6);
    expect(pooledText([0.9, 0.6], stated(0.1))).toBeCloseTo(root / (1 + root), 12);
    // odds 1.5, and the root of 1/9
    const half = Math.sqrt(1.5 / 3);
    expect(pooledText([0.9, 0.6], stated(0.1, 0.5))).toBeCloseTo(half / (1 + half), 12);
    expect(pooledText([0.9, 0.6], stated(0.1, 0))).toBe(0.6);
  });

  it('is that of the judge where no part has one, and nothing without either', () => {
    expect(pooledText([null], stated(0.2))).toBeCloseTo(0.2, 12);
    // odds 1/4 by the root, twice as probable by the prior
    expect(pooledText([], { ...stated(0.2, 0.5), prior: Math.log(2) })).toBeCloseTo(0.5, 12);
    expect(pooledText([null], stated(0.2, 0))).toBeNull();
    expect(pooledText([], stated(null))).toBeNull();
  });

  it('is never more probable than a part, and does not fall when part or statement rises', () => {
    const share = fc.double({ min: 0.001, max: 0.999, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(share, { minLength: 1, maxLength: 5 }),
        share,
        share,
        share,
        (parts, one, other, w) => {
          const [low, high] = [Math.min(one, other), Math.max(one, other)];
          const by = (value: number, part: number) =>
            pooledText([...parts, part], stated(value, w)) as number;
          expect(by(low, low)).toBeLessThanOrEqual(Math.min(...parts, low));
          expect(by(high, low)).toBeGreaterThanOrEqual(by(low, low) - 1e-12);
          expect(by(low, high)).toBeGreaterThanOrEqual(by(low, low) - 1e-12);
        },
      ),
    );
  });
});
