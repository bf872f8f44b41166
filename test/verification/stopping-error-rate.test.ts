/**
 * Stopping by the sequential test against all draws and samples, for success rates and shares of votes as the uniform
 * priors have them: how often the label is another one. Seeded, and without a model.
 */
import { describe, expect, it } from 'vitest';
import { configSchema } from '../../src/config/schema.ts';
import { TASKS, type Task } from '../../src/passage.ts';
import { type Random, randomFor } from '../../src/random.ts';
import { openVotes } from '../../src/scoring/open-votes.ts';
import { weightedSum } from '../../src/scoring/weighted-sum.ts';
import {
  type LabelRule,
  type OpenParts,
  openDraws,
  roundsOf,
  settledTriples,
} from '../../src/verification/stopping.ts';
import { components, weights } from '../support/scoring.ts';

const { scoring } = configSchema.parse({});
const WEIGHTS = weights({ head: 0.4, relation: 0.2, tail: 0.2, consistency: 0.2 });
const THRESHOLD = 0.5;
const ID = 'original/1';

/** What a triple would get: every draw of its tasks, and the vote of every sample. */
interface Triple {
  draws: Record<Task, readonly boolean[]>;
  votes: readonly (-1 | 0 | 1)[];
}

function tripleOf(random: Random, { draws, samples }: { draws: number; samples: number }): Triple {
  const drawn = () => {
    const rate = random();
    return Array.from({ length: draws }, () => random() < rate);
  };
  const [low, high] = [random(), random()].sort((a, b) => a - b) as [number, number];
  const vote = (at: number) => (at < low ? 1 : at < high ? -1 : 0);
  return {
    draws: { head: drawn(), relation: drawn(), tail: drawn() },
    votes: Array.from({ length: samples }, () => vote(random())),
  };
}

/** Its parts after so many draws and samples, with so many to come. */
function openAfter(
  { draws, votes }: Triple,
  drawn: { made: number; left: number },
  sampled: { made: number; left: number },
): OpenParts {
  const task = (name: Task) => {
    const judged = draws[name].slice(0, drawn.made);
    return openDraws({ matching: judged.filter(Boolean).length, judged: drawn.made, left: drawn.left });
  };
  const cast = votes.slice(0, sampled.made).map((vote) => ({
    ...{ responseId: 'sample-1', repeated: vote === 1, risk: vote === -1, conflict: false },
    ...{ tripleId: null, tailSimilarity: null },
  }));
  return {
    ...Object.fromEntries(TASKS.map((name) => [name, task(name)])),
    consistency: openVotes(cast, sampled.left, scoring),
  };
}

const RULE: LabelRule = {
  threshold: THRESHOLD,
  context: 0,
  score: (_, open) => weightedSum(components(open as Record<Task, number>), WEIGHTS),
};

const isHallucinated = (open: OpenParts): boolean => {
  const now = Object.fromEntries(Object.entries(open).map(([name, part]) => [name, part.now]));
  return (RULE.score(ID, now) as number) < THRESHOLD;
};

/** Looks again only at what was not looked at yet: there are few different states. */
function settledBefore(): (open: OpenParts, error: number) => boolean {
  const known = new Map<string, boolean>();
  return (open, error) => {
    const key = JSON.stringify([open, error]);
    const settled = known.get(key) ?? settledTriples(new Map([[ID, open]]), RULE, error).has(ID);
    known.set(key, settled);
    return settled;
  };
}

/** How many are made by the end of each round. */
const endsOf = (count: number): number[] =>
  roundsOf(count, true).map((_, round, sizes) => sizes.slice(0, round + 1).reduce((a, b) => a + b, 0));

/** The first end after which it is settled; all of them where it never is. */
function stopAt(ends: readonly number[], isSettled: (made: number) => boolean): number {
  return ends.slice(0, -1).find(isSettled) ?? (ends.at(-1) as number);
}

interface Rates {
  /** Share of triples that stopped before the last round. */
  early: number;
  /** Share of triples whose label is another than that of all draws and samples. */
  other: number;
}

function ratesOf(runs: number, one: (run: number) => { early: boolean; other: boolean }): Rates {
  const all = Array.from({ length: runs }, (_, run) => one(run));
  const share = (name: 'early' | 'other') => all.filter((each) => each[name]).length / runs;
  return { early: share('early'), other: share('other') };
}

/** Three standard deviations above ε. */
const bound = (error: number, runs: number) => error + 3 * Math.sqrt((error * (1 - error)) / runs);

describe('draws', () => {
  it.each([0.01, 0.05, 0.2])('keep the error of %d', (error) => {
    const random = randomFor('draws', error);
    const isSettled = settledBefore();
    const ends = endsOf(10);
    const runs = 4000;
    const { early, other } = ratesOf(runs, () => {
      const triple = tripleOf(random, { draws: 10, samples: 2 });
      const at = (made: number) => openAfter(triple, { made, left: 10 - made }, { made: 2, left: 0 });
      const stop = stopAt(ends, (made) => isSettled(at(made), error / (ends.length - 1)));
      return { early: stop < 10, other: isHallucinated(at(stop)) !== isHallucinated(at(10)) };
    });
    expect(early).toBeGreaterThan(0.4);
    expect(other).toBeLessThanOrEqual(bound(error, runs));
  });
});

describe('draws and samples together', () => {
  it.each([0.05, 0.2])('keep the sum of their errors of %d each', (error) => {
    const random = randomFor('both', error);
    const isSettled = settledBefore();
    const [draws, samples] = [7, 5];
    const [drawEnds, sampleEnds] = [endsOf(draws), endsOf(samples)];
    const runs = 4000;
    const { early, other } = ratesOf(runs, () => {
      const triple = tripleOf(random, { draws, samples });
      const at = (drawn: number, sampled: number, open: { draws: boolean }) =>
        openAfter(
          triple,
          { made: drawn, left: open.draws ? draws - drawn : 0 },
          { made: sampled, left: samples - sampled },
        );
      // Draws are made once, over the samples of the first round.
      const first = sampleEnds[0] as number;
      const drawn = stopAt(drawEnds, (made) =>
        isSettled(at(made, first, { draws: true }), error / (drawEnds.length - 1)),
      );
      const sampled = stopAt(sampleEnds, (made) =>
        isSettled(at(drawn, made, { draws: false }), error / (sampleEnds.length - 1)),
      );
      const [label, whole] = [at(drawn, sampled, { draws: false }), at(draws, samples, { draws: false })];
      return {
        early: drawn < draws && sampled < samples,
        other: isHallucinated(label) !== isHallucinated(whole),
      };
    });
    expect(early).toBeGreaterThan(0.2);
    expect(other).toBeGreaterThan(0);
    expect(other).toBeLessThanOrEqual(bound(2 * error, runs));
  });
});
