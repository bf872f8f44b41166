import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Token } from '../../src/passage.ts';
import { tokenEntropy } from '../../src/uncertainty/entropy.ts';

const entropyOf = (probabilities: readonly number[]): number =>
  probabilities.reduce((sum, p) => sum - (p > 0 ? p * Math.log(p) : 0), 0);

const tokenOf = (chosen: [string, number], top: Record<string, number>): Token => ({
  text: chosen[0],
  logprob: Math.log(chosen[1]),
  top: Object.entries(top).map(([text, p]) => ({ text, logprob: Math.log(p) })),
});

describe('the bounds of an entropy', () => {
  it('meet where all tokens are known', () => {
    const bounds = tokenEntropy(tokenOf(['a', 0.5], { a: 0.5, b: 0.25, c: 0.25 }), 3);
    // ½ ln 2 + 2 · ¼ ln 4 = 1.5 ln 2
    expect(bounds?.lower).toBeCloseTo(1.5 * Math.LN2, 12);
    expect(bounds?.upper).toBeCloseTo(1.5 * Math.LN2, 12);
  });

  it('put the rest on few tokens below, on all others above', () => {
    // Known .6 and .15; of the rest .25 one token can hold .15 and another .10; of 12 tokens 10 are left.
    const bounds = tokenEntropy(tokenOf(['a', 0.6], { a: 0.6, b: 0.15 }), 12);
    expect(bounds?.lower).toBeCloseTo(entropyOf([0.6, 0.15, 0.15, 0.1]), 12);
    expect(bounds?.upper).toBeCloseTo(entropyOf([0.6, 0.15, ...new Array<number>(10).fill(0.025)]), 12);
  });

  it('count the token itself where it is not among the alternatives', () => {
    const bounds = tokenEntropy(tokenOf(['z', 0.05], { a: 0.7, b: 0.2 }), 100);
    expect(bounds?.lower).toBeCloseTo(entropyOf([0.7, 0.2, 0.05, 0.05]), 12);
  });

  it('are not known without alternatives', () => {
    expect(tokenEntropy({ text: 'a', logprob: -1 }, 100)).toBeNull();
    expect(tokenEntropy({ text: 'a', logprob: -1, top: [] }, 100)).toBeNull();
  });

  it('stand what services round: a mass above 1, a probability of nothing', () => {
    const over = tokenEntropy(tokenOf(['a', 0.7], { a: 0.7, b: 0.3001 }), 10);
    expect(over?.lower).toBe(over?.upper);
    const sure = tokenEntropy(
      {
        text: 'a',
        logprob: 0,
        top: [
          { text: 'a', logprob: 0 },
          { text: 'b', logprob: -9999 },
        ],
      },
      10,
    );
    expect(sure).toEqual({ lower: 0, upper: 0 });
  });

  it('hold for every distribution of which the likeliest tokens are known', () => {
    const weights = fc.array(fc.double({ min: 0.001, max: 1, noNaN: true }), { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(weights, fc.nat(), fc.nat(), fc.nat(40), (values, a, b, more) => {
        const total = values.reduce((sum, value) => sum + value, 0);
        const all = values.map((value) => value / total).sort((x, y) => y - x);
        const k = 1 + (a % all.length);
        const chosen = b % all.length;
        const token: Token = {
          text: `t${chosen}`,
          logprob: Math.min(0, Math.log(all[chosen] as number)),
          top: all.slice(0, k).map((p, index) => ({ text: `t${index}`, logprob: Math.min(0, Math.log(p)) })),
        };
        const bounds = tokenEntropy(token, all.length + more);
        expect(bounds?.lower).toBeLessThanOrEqual(entropyOf(all) + 1e-9);
        expect(bounds?.upper).toBeGreaterThanOrEqual(entropyOf(all) - 1e-9);
      }),
    );
  });

  it('are met: no division of the rest on a fine grid goes beyond them', () => {
    // .5 known, .2 the least of the alternatives; the rest of .3 on three tokens, none above .2, in steps of .01.
    const bounds = tokenEntropy(tokenOf(['a', 0.5], { a: 0.5, b: 0.2 }), 5);
    const entropies: number[] = [];
    for (let x = 0; x <= 20; x++) {
      for (let y = 0; y <= 20; y++) {
        const z = 30 - x - y;
        if (z >= 0 && z <= 20) entropies.push(entropyOf([0.5, 0.2, x / 100, y / 100, z / 100]));
      }
    }
    expect(Math.min(...entropies)).toBeCloseTo(bounds?.lower as number, 9);
    expect(Math.max(...entropies)).toBeCloseTo(bounds?.upper as number, 9);
  });
});
