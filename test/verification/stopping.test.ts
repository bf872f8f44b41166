import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TASKS, type Task } from '../../src/passage.ts';
import {
  type LabelRule,
  openDraws,
  roundsOf,
  settledTriples,
  type TaskProgress,
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
        const value = tasks[task] ?? null;
        if (value === null) continue;
        sum += WEIGHTS[task] * value;
        present += WEIGHTS[task];
      }
      return sum / present;
    },
  };
}

type Progress = Record<Task, TaskProgress>;

const at = (matching: number, judged: number, left: number): TaskProgress => ({ matching, judged, left });
const all = (one: TaskProgress): Progress => ({ head: one, relation: one, tail: one });
const opened = (progress: Progress) =>
  Object.fromEntries(TASKS.map((task) => [task, openDraws(progress[task])]));
const settles = (progress: Progress, rule: LabelRule, error = 0) =>
  settledTriples(new Map([['a', opened(progress)]]), rule, error).has('a');

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
      ['sure', opened(all(at(10, 10, 0)))],
      ['open', opened(all(at(2, 4, 6)))],
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
        const ends = ({ matching, judged, left }: TaskProgress) =>
          judged + left === 0
            ? [null]
            : Array.from({ length: left + 1 }, (_, more) => (matching + more) / (judged + left));
        for (const head of ends(own.head))
          for (const relation of ends(own.relation))
            for (const tail of ends(own.tail))
              labels.add((rule.score('a', { head, relation, tail }) as number) < 0.5);
        expect(settles(own, rule)).toBe(labels.size === 1);
      }),
    );
  });

  it('reckons in what else is open', () => {
    // All draws are made: F is .8 · .5 + .2 · C, and C may still end at 0 or at 1, so F at .4 or at .6.
    const progress = opened(all(at(5, 10, 0)));
    const rule: LabelRule = {
      ...ruleWith(0),
      score: (id, { consistency, ...tasks }) =>
        (ruleWith(0).score(id, tasks) as number) + 0.2 * (consistency ?? 0),
    };
    const consistency = (chance: number) => ({
      now: 1,
      ends: [
        { value: 0, probability: chance },
        { value: 1, probability: 1 - chance },
      ],
    });
    const isSettled = (chance: number, error: number) =>
      settledTriples(new Map([['a', { ...progress, consistency: consistency(chance) }]]), rule, error).has(
        'a',
      );
    expect([isSettled(0.02, 0), isSettled(0.02, 0.025), isSettled(0.03, 0.025)]).toEqual([
      false,
      true,
      false,
    ]);
    // The label it has now must be the likely one.
    expect(isSettled(0.98, 0.025)).toBe(false);
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
