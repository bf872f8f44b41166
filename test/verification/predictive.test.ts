import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { betaBinomial, dirichletMultinomial } from '../../src/verification/predictive.ts';

describe('betaBinomial', () => {
  it('is uniform for a uniform prior, and follows what was seen', () => {
    expect(betaBinomial(2, 1, 1)).toEqual([1 / 3, 1 / 3, 1 / 3].map((one) => expect.closeTo(one, 12)));
    expect(betaBinomial(1, 3, 1)).toEqual([0.25, 0.75]);
    // Γ-function form: C(2, x) B(x + 2, 3 − x) / B(2, 1) with B(2, 1) = 1/2, B(2, 3) = 1/12, B(3, 2) = 1/12, B(4, 1) = 1/4
    expect(betaBinomial(2, 2, 1)).toEqual([1 / 6, 1 / 3, 1 / 2].map((one) => expect.closeTo(one, 12)));
    expect(betaBinomial(0, 5, 2)).toEqual([1]);
  });
});

const close = (value: number) => expect.closeTo(value, 12);
const byCounts = (n: number, parameters: readonly number[]) =>
  new Map(dirichletMultinomial(n, parameters).map(({ counts, probability }) => [counts.join(), probability]));

describe('dirichletMultinomial', () => {
  it('is uniform over all counts for a uniform prior', () => {
    // C(2 + 2, 2) = 6 ways to share 2 among 3 kinds
    expect([...byCounts(2, [1, 1, 1])]).toEqual(
      ['0,0,2', '0,1,1', '0,2,0', '1,0,1', '1,1,0', '2,0,0'].map((counts) => [counts, close(1 / 6)]),
    );
  });

  it('follows what was seen', () => {
    // one more: a_k ÷ Σ a
    expect([...byCounts(1, [3, 1, 2])]).toEqual([
      ['0,0,1', close(2 / 6)],
      ['0,1,0', close(1 / 6)],
      ['1,0,0', close(3 / 6)],
    ]);
    // n! / Π x! · Π_k a_k^(x_k) / A^(n) with rising factorials: P(1, 0, 1) = 2 · 3 · 2 / (6 · 7), P(2, 0, 0) = 3 · 4 / 42
    const two = byCounts(2, [3, 1, 2]);
    expect([two.get('1,0,1'), two.get('2,0,0'), two.get('0,2,0')]).toEqual([
      close(12 / 42),
      close(12 / 42),
      close(2 / 42),
    ]);
  });

  it('is beta-binomial for two kinds, and certain for one or for none to come', () => {
    expect(dirichletMultinomial(4, [2, 3]).map(({ probability }) => probability)).toEqual(
      betaBinomial(4, 2, 3),
    );
    expect(dirichletMultinomial(4, [2])).toEqual([{ counts: [4], probability: 1 }]);
    expect(dirichletMultinomial(0, [2, 5, 1])).toEqual([{ counts: [0, 0, 0], probability: 1 }]);
  });

  it('is what drawing one after another gives', () => {
    const parameters = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.nat({ max: 5 }), parameters, (n, prior) => {
        const naive = enumerated(n, prior);
        const counts = byCounts(n, prior);
        expect([...counts.keys()].sort()).toEqual([...naive.keys()].sort());
        for (const [key, probability] of naive) expect(counts.get(key)).toBeCloseTo(probability, 10);
      }),
    );
  });
});

/** Every sequence of n draws, each of kind k with probability a_k ÷ Σ a (Pólya's urn), summed by its counts. */
function enumerated(n: number, parameters: readonly number[]): Map<string, number> {
  const chances = new Map<string, number>();
  const visit = (urn: readonly number[], drawn: number, probability: number): void => {
    if (drawn === n) {
      const key = urn.map((one, kind) => one - (parameters[kind] as number)).join();
      chances.set(key, (chances.get(key) ?? 0) + probability);
      return;
    }
    const total = urn.reduce((sum, one) => sum + one, 0);
    for (const [kind, one] of urn.entries()) {
      visit(urn.with(kind, one + 1), drawn + 1, (probability * one) / total);
    }
  };
  visit(parameters, 0, 1);
  return chances;
}
