import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canExceed, cosine, cosineCanExceed, cosineOf, dot, measured } from '../../src/graph/cosine.ts';

const vector = (...values: number[]) => Float32Array.from(values);

describe('cosine', () => {
  it('is 24/25 for (3, 4) and (4, 3)', () => {
    expect(cosine(vector(3, 4), vector(4, 3))).toBeCloseTo(0.96, 6);
  });
  it('is −1 for opposite and 0 for orthogonal vectors', () => {
    expect(cosine(vector(1, 2), vector(-2, -4))).toBeCloseTo(-1, 6);
    expect(cosine(vector(1, 0), vector(0, 5))).toBe(0);
  });
  it('is 0 beside a zero vector and 1 for the smallest numbers alike', () => {
    expect(cosine(vector(0, 0), vector(1, 1))).toBe(0);
    expect(cosine(vector(1e-10, 0), vector(1e-10, 0))).toBeCloseTo(1, 6);
  });
  it('rejects unequal lengths', () => {
    expect(() => dot(vector(1), vector(1, 2))).toThrow(RangeError);
    expect(() => cosine(vector(1), vector(1, 2))).toThrow(RangeError);
  });
});

describe('canExceed', () => {
  const pairs = fc
    .integer({ min: 1, max: 200 })
    .chain((length) => {
      const component = fc.oneof(fc.constant(0), fc.float({ noNaN: true, min: -100, max: 100 }));
      return fc.tuple(...[0, 1].map(() => fc.array(component, { minLength: length, maxLength: length })));
    })
    .map(([one, other]) => [measured(vector(...(one ?? []))), measured(vector(...(other ?? [])))] as const);

  it('denies no dot product and no cosine above a threshold', () => {
    fc.assert(
      fc.property(pairs, fc.double({ min: 0, max: 2, noNaN: true }), ([one, other], share) => {
        const product = dot(one.vector, other.vector);
        const least = product * share - (1 - share);
        if (product > least) expect(canExceed(one, other, least)).toBe(true);
        const threshold = 2 * share - 1.5;
        if (cosineOf(one, other) > threshold) expect(cosineCanExceed(one, other, threshold)).toBe(true);
      }),
    );
  });

  it('denies what the first components tell, and what all of them do', () => {
    const unit = (place: number) =>
      measured(Float32Array.from({ length: 384 }, (_, k) => Number(k === place)));
    expect(canExceed(unit(3), unit(5), 0.5)).toBe(false);
    expect(canExceed(unit(383), unit(382), 0.5)).toBe(false);
    expect(canExceed(unit(3), unit(3), 0.5)).toBe(true);
    expect(canExceed(unit(3), unit(3), Number.POSITIVE_INFINITY)).toBe(false);
  });
});
