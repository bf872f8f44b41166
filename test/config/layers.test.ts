import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeValues, nest, valueAt } from '../../src/config/layers.ts';

describe('mergeValues', () => {
  it('merges objects and replaces everything else', () => {
    const lower = { a: { x: 1, y: [1, 2] }, b: 1 };
    expect(mergeValues(lower, { a: { y: [3] }, c: 2 })).toEqual({ a: { x: 1, y: [3] }, b: 1, c: 2 });
  });

  it('keeps the lower value where the upper one is undefined', () => {
    expect(mergeValues({ a: 1 }, { a: undefined })).toEqual({ a: 1 });
  });

  it('replaces an object of another rule as a whole', () => {
    const fixed = { rule: 'fixed', triple: 0.5, passage: 0.5 };
    expect(mergeValues(fixed, { rule: 'meanPlusVariance', k: 1 })).toEqual({
      rule: 'meanPlusVariance',
      k: 1,
    });
    const platt = { method: 'platt', slope: -1, intercept: 0 };
    const evidence = { method: 'evidence', slope: -2, intercept: 1, disputed: 0.5 };
    expect(mergeValues({ fact: evidence }, { fact: platt })).toEqual({ fact: platt });
    expect(mergeValues(fixed, { rule: 'fixed', passage: 0.4 })).toEqual({ ...fixed, passage: 0.4 });
    expect(mergeValues(fixed, { passage: 0.4 })).toEqual({ ...fixed, passage: 0.4 });
  });

  it('leaves its arguments and the prototype of all objects alone', () => {
    fc.assert(
      fc.property(fc.object(), fc.object(), (lower, upper) => {
        const before = JSON.stringify([lower, upper]);
        mergeValues(lower, upper);
        expect(JSON.stringify([lower, upper])).toBe(before);
      }),
    );
    mergeValues({}, nest(['__proto__', 'polluted'], true));
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('nest and valueAt', () => {
  it('are inverse for any path, odd names included', () => {
    const name = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString'));
    fc.assert(
      fc.property(fc.array(name, { minLength: 1 }), fc.integer(), (path, value) => {
        expect(valueAt(nest(path, value), path)).toBe(value);
      }),
    );
  });

  it('finds nothing that an object merely inherits', () => {
    expect(valueAt({}, ['toString'])).toBeUndefined();
  });
});
