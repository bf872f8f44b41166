import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPONENTS, type Components } from '../../src/passage.ts';
import { weakestOf, withWeaker } from '../../src/scoring/weaker-evidence.ts';

describe('the weaker of two kinds of evidence', () => {
  it('is the least that says something', () => {
    expect(weakestOf([0.93, 1])).toBe(0.93);
    expect(weakestOf([0.93, 0])).toBe(0);
    expect(weakestOf([0.07, 1])).toBe(0.07);
  });

  it('leaves out what says nothing, and is the middle where all say nothing', () => {
    expect(weakestOf([0.5, 1])).toBe(1);
    expect(weakestOf([0.5, null])).toBe(0.5);
    expect(weakestOf([null, 1])).toBe(1);
    expect(weakestOf([null, null])).toBeNull();
  });

  it('never rises where one of them that speaks falls', () => {
    const score = fc.double({ min: 0, max: 1, noNaN: true }).filter((value) => value !== 0.5);
    fc.assert(
      fc.property(score, score, score, (one, other, lower) => {
        const before = weakestOf([Math.max(one, lower), other]) as number;
        expect(weakestOf([Math.min(one, lower), other])).toBeLessThanOrEqual(before);
      }),
    );
  });

  it('stands for both parts, and touches no other', () => {
    const none = { value: null, reason: 'disabled' } as const;
    const components = Object.fromEntries(COMPONENTS.map((name) => [name, none])) as Components;
    const given = {
      ...components,
      stated: { value: 0.93, reason: null },
      tail: { value: 0.25, reason: null },
      head: { value: 1, reason: null },
    };
    const weaker = { value: 0.25, reason: null };
    expect(withWeaker(given)).toEqual({ ...given, stated: weaker, tail: weaker });
    expect(withWeaker(components)).toEqual(components);
  });
});
