import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cosine, dot, dotWith } from '../../src/graph/cosine.ts';

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

it('the dot product with many is that with each, whatever components are 0', () => {
  const component = fc.oneof(fc.constant(0), fc.float({ min: -1, max: 1, noNaN: true }));
  const pair = fc.array(fc.tuple(component, component), { maxLength: 40 });
  fc.assert(
    fc.property(pair, (components) => {
      const [left, right] = [0, 1].map((side) => vector(...components.map((both) => both[side] as number)));
      expect(dotWith(left as Float32Array)(right as Float32Array) + 0).toBe(
        dot(left as Float32Array, right as Float32Array) + 0,
      );
    }),
  );
});
