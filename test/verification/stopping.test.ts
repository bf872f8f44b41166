import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomFor } from '../../src/random.ts';
import {
  betaBinomial,
  type LabelRule,
  type Progress,
  roundsOf,
  settledTriples,
  type TaskScores,
} from '../../src/verification/stopping.ts';

const WEIGHTS = { head: 0.4, relation: 0.2, tail: 0.2 };

/** F with .2 for a consistency that is known; the weight of a missing task goes to the others. */
function ruleWith(consistency: number, { threshold = 0.5 as number | null, context = 0 } = {}): LabelRule {
  return {
    threshold,
    context,
    score: (_, tasks) => {
      let [sum, present] = [0.2 * consistency, 0.2];
      for (const task of ['head', 'relation', 'tail'] as const) {
        const value = tasks[task];
        if (value === null) continue;
        sum += WEIGHTS[task] * value;
        present += WEIGHTS[task];
      }
      return sum / present;
    },
  };
}

const at = (matching: number, judged: number, left: number) => ({ matching, judged, left });
const all = (one: Progress['head']): Progress => ({ head: one, relation: one, tail: one });
const settles = (progress: Progress, rule: LabelRule, error = 0) =>
  settledTriples(new Map([['a', progress]]), rule, error).has('a');

describe('betaBinomial', () => {
  it('is uniform for a uniform prior, and follows what was seen', () => {
    expect(betaBinomial(2, 1, 1)).toEqual([1 / 3, 1 / 3, 1 / 3].map((one) => expect.closeTo(one, 12)));
    expect(betaBinomial(1, 3, 1)).toEqual([0.25, 0.75]);
    // Γ-function form: C(2, x) B(x + 2, 3 − x) / B(2, 1) with B(2, 1) = 1/2, B(2, 3) = 1/12, B(3, 2) = 1/12, B(4, 1) = 1/4
    expect(betaBinomial(2, 2, 1)).toEqual([1 / 6, 1 / 3, 1 / 2].map((one) => expect.closeTo(one, 12)));
    expect(betaBinomial(0, 5, 2)).toEqual([1]);
  });
});

describe('settledTriples', () => {
  it('lets a triple go when no further draw can change its label', () => {
    // 4 of 10 draws match in every task: F is at least .8 · .4 + .2 = .52 with all samples behind it, at least .32 with none.
    expect(settles(all(at(4, 4, 6)), ruleWith(1))).toBe(true);
    expect(settles(all(at(4, 4, 6)), ruleWith(0))).toBe(false);
    // None matches: F is at most .8 · .6 = .48.
    expect(settles(all(at(0, 4, 6)), ruleWith(0))).toBe(true);
    expect(settles(all(at(0, 4, 6)), ruleWith(1))).toBe(false);
  });

  it('settles nothing while the threshold is not known or nothing has a value', () => {
    expect(settles(all(at(4, 4, 6)), ruleWith(1, { threshold: null }))).toBe(false);
    const nothing: LabelRule = { threshold: 0.5, context: 0, score: () => null };
    expect(settles(all(at(4, 4, 6)), nothing)).toBe(false);
  });

  it('takes account of what the rest of the passage can still do to a mean', () => {
    const rule = ruleWith(1, { context: 0.2 });
    const progress = new Map([
      ['sure', all(at(10, 10, 0))],
      ['open', all(at(2, 4, 6))],
    ]);
    // F of "sure" is 1; the mean is at least (1 + .36) / 2 = .68, so F' is at least .936; F' of "open" is at least
    // .8 · .36 + .2 · .68 = .424, at most .856.
    expect([...settledTriples(progress, rule, 0)]).toEqual(['sure']);
    // With a threshold of .95 the mean decides on "sure", and it is not known yet.
    expect([...settledTriples(progress, { ...rule, threshold: 0.95 }, 0)]).toEqual(['open']);
  });

  it('agrees with trying every outcome', () => {
    const progress = fc
      .record({
        judged: fc.nat({ max: 4 }),
        left: fc.nat({ max: 3 }),
        share: fc.double({ min: 0, max: 1, noNaN: true }),
      })
      .map(({ judged, left, share }) => at(Math.round(judged * share), judged, left));
    const arbitrary = fc.record({ head: progress, relation: progress, tail: progress });
    fc.assert(
      fc.property(arbitrary, fc.double({ min: 0, max: 1, noNaN: true }), (own, consistency) => {
        const rule = ruleWith(consistency);
        const labels = new Set<boolean>();
        const ends = ({ matching, judged, left }: Progress['head']) =>
          judged + left === 0
            ? [null]
            : Array.from({ length: left + 1 }, (_, more) => (matching + more) / (judged + left));
        for (const head of ends(own.head))
          for (const relation of ends(own.relation))
            for (const tail of ends(own.tail))
              labels.add((rule.score('a', { head, relation, tail } as TaskScores) as number) < 0.5);
        expect(settles(own, rule)).toBe(labels.size === 1);
      }),
    );
  });

  it('keeps the stated error rate over all looks, for rates as the prior has them', () => {
    const random = randomFor('stopping-test');
    const rule = ruleWith(0.5);
    const error = 0.05;
    let [wrong, early] = [0, 0];
    const runs = 600;
    for (let run = 0; run < runs; run++) {
      const draws = Object.keys(WEIGHTS).map(() => {
        const rate = random();
        return Array.from({ length: 10 }, () => random() < rate);
      });
      const progressAt = (count: number): Progress => {
        const [head, relation, tail] = draws.map((own) =>
          at(own.slice(0, count).filter(Boolean).length, count, 10 - count),
        );
        return { head, relation, tail } as Progress;
      };
      const isBelow = (count: number) => {
        const { head, relation, tail } = progressAt(count);
        const value = ({ matching, judged }: Progress['head']) => matching / judged;
        const scores = { head: value(head), relation: value(relation), tail: value(tail) };
        return (rule.score('a', scores) as number) < 0.5;
      };
      const stop = [4, 7].find((count) => settles(progressAt(count), rule, error / 2));
      if (stop === undefined) continue;
      early += 1;
      if (isBelow(stop) !== isBelow(10)) wrong += 1;
    }
    expect(early).toBeGreaterThan(runs / 4);
    expect(wrong / runs).toBeLessThanOrEqual(error);
  });
});

describe('roundsOf', () => {
  it('makes all draws, in three rounds or in one', () => {
    expect(roundsOf(10, true)).toEqual([4, 3, 3]);
    expect(roundsOf(10, false)).toEqual([10]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), (draws) => {
        const rounds = roundsOf(draws, true);
        expect(rounds.reduce((sum, one) => sum + one, 0)).toBe(draws);
        expect(rounds.every((one) => one >= 0)).toBe(true);
      }),
    );
  });
});
