/** Rounds of samples with looks that are made up: each triple has the votes it is given, and tasks that are known. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { resolveConfig } from '../src/config/resolve.ts';
import type { ConfigInput } from '../src/config/schema.ts';
import { ModelCallError } from '../src/errors.ts';
import { ZERO_USAGE } from '../src/models/budget/usage.ts';
import type { SampleSource } from '../src/models/complete-passage.ts';
import type { Abstention, SampleVote, Trace, TripleVerification } from '../src/passage.ts';
import { type Random, randomFor } from '../src/random.ts';
import { type Look, lookInRounds } from '../src/sampling-rounds.ts';
import { judge } from '../src/scoring/verdict.ts';
import { noResult } from '../src/verification/task-result.ts';
import { segmentation } from './support/records.ts';

/** +1, −1 or 0, as Eq. 2 counts them. */
type Vote = -1 | 0 | 1;

/** A passage: for each triple what every sample would say, and S_h, S_r and S_t, all three the same. */
interface Made {
  votes: readonly (readonly Vote[])[];
  tasks?: readonly number[];
}

const PASSAGE = { id: 'p', prompt: 'q', response: 'A is b. A is c. A is d. A is e.' };
const SENTENCES = [...PASSAGE.response.matchAll(/A is .\.\s?/g)].map(({ 0: text, index }) => ({
  start: index,
  end: index + text.length,
}));

function traceOf({ votes, tasks = [] }: Made, samples: number): Trace {
  const original = segmentation(
    'original',
    votes.map((_, index) => ['A', 'is', `${index}`] as const),
  );
  const triples = original.triples.map((triple, index) => ({ ...triple, span: SENTENCES[index] ?? null }));
  const vote = (cast: Vote, index: number): SampleVote => ({
    ...{ responseId: `sample-${index + 1}`, repeated: cast === 1, risk: cast === -1, conflict: false },
    ...{ tripleId: null, tailSimilarity: null },
  });
  const verified = (tripleId: string, value: number | undefined): TripleVerification => {
    const result = value === undefined ? noResult('disabled') : { ...noResult('disabled'), value };
    return { tripleId, inFactFilter: false, head: result, relation: result, tail: result };
  };
  return {
    segmentations: [{ ...original, triples }],
    identity: { entities: [], relations: [] },
    consistency: triples.map(({ id }, index) => ({
      tripleId: id,
      votes: (votes[index] ?? []).slice(0, samples).map(vote),
    })),
    verification: triples.map(({ id }, index) => verified(id, tasks[index])),
    agreement: null,
  };
}

const ONLY_VOTES = { weights: { head: 0, relation: 0, tail: 0, consistency: 1 } };
const AT_ZERO = { ...ONLY_VOTES, threshold: { rule: 'fixed', triple: 0, passage: 0 } } as const;

function configWith(
  sampling: NonNullable<ConfigInput['sampling']>,
  scoring: NonNullable<ConfigInput['scoring']> = AT_ZERO,
) {
  return resolveConfig({ sampling, scoring });
}

const sourceOf = (count: number): SampleSource => ({
  count,
  take: async ({ first, count: taken }) =>
    Array.from({ length: taken }, (_, index) => `sample ${first + index + 1}`),
});

interface Setting {
  source?: SampleSource;
  config?: ReturnType<typeof configWith>;
  abstention?: (samples: number) => Abstention | null;
}

/** The last look, the samples at each look, and how often further ones were announced. */
async function looked(
  made: Made,
  { source, config = configWith({ stopping: 'certain' }), ...own }: Setting = {},
) {
  const { abstention = () => null } = own;
  const looks: { samples: number; left: number; before: number }[] = [];
  const onRound = vi.fn();
  const last = await lookInRounds<Look>({
    ...{ passage: PASSAGE, config, onRound },
    source: source ?? sourceOf(made.votes[0]?.length ?? 0),
    look: async (passage, { before, left }) => {
      const samples = passage.samples.length;
      looks.push({ samples, left, before: before?.passage.samples.length ?? 0 });
      const trace = traceOf(made, samples);
      return { passage, sentences: SENTENCES, trace, abstention: abstention(samples) };
    },
  });
  return { last, looks, rounds: onRound.mock.calls.length };
}

const savedBy = async (made: Made, setting: Setting = {}) => {
  const { last } = await looked(made, setting);
  return 'trace' in last ? last.trace.sampling?.saved : undefined;
};

const all = (vote: Vote, count = 10): Vote[] => Array<Vote>(count).fill(vote);

describe('without stopping', () => {
  it('looks once, at all samples, and records nothing of rounds', async () => {
    const { last, looks, rounds } = await looked({ votes: [all(1)] }, { config: configWith({}) });
    expect(looks).toEqual([{ samples: 10, left: 0, before: 0 }]);
    expect(rounds).toBe(0);
    expect(last).not.toHaveProperty('trace.sampling');
  });

  it('is what a threshold from the data set comes to, since no label can be told', async () => {
    const config = configWith(
      { stopping: 'sequential' },
      { ...ONLY_VOTES, threshold: { rule: 'meanPlusVariance', k: 0 } },
    );
    expect((await looked({ votes: [all(1)] }, { config })).looks).toHaveLength(1);
  });

  it('looks once where there is no sample', async () => {
    const { looks, last } = await looked({ votes: [[]] });
    expect(looks).toEqual([{ samples: 0, left: 0, before: 0 }]);
    expect(last).toMatchObject({ trace: { sampling: { used: 0, saved: 0 } } });
  });
});

describe('certain', () => {
  it('stops once no vote to come can change a label', async () => {
    // All for it: after 4 of 10, C may still end at (4 − 6) / 10 < 0; after 7 at (7 − 3) / 10 at least.
    const { last, looks, rounds } = await looked({ votes: [all(1)] });
    expect(looks).toEqual([
      { samples: 4, left: 6, before: 0 },
      { samples: 7, left: 3, before: 4 },
    ]);
    expect(rounds).toBe(1);
    expect(last).toMatchObject({
      passage: { samples: expect.objectContaining({ length: 7 }) },
      trace: { sampling: { used: 7, saved: 3 } },
    });
  });

  it('waits for the last triple', async () => {
    const open: Vote[] = [1, -1, 1, -1, 1, -1, 1, -1, 1, -1];
    expect(await savedBy({ votes: [all(1), open] })).toBe(0);
  });

  it('waits for the label of the passage, which `sequential` does not', async () => {
    const scoring = { ...AT_ZERO, threshold: { rule: 'fixed', triple: 0, passage: 0.5 } } as const;
    const stopping = (way: 'certain' | 'sequential') => ({
      config: configWith({ stopping: way }, scoring),
    });
    // After 7 the triple is settled, but the passage may end at .4 or at 1.
    expect(await savedBy({ votes: [all(1)] }, stopping('certain'))).toBe(0);
    expect(await savedBy({ votes: [all(1)] }, stopping('sequential'))).toBe(6);
  });

  it('needs no further sample where votes have no weight', async () => {
    const scoring = { weights: { head: 1, relation: 0, tail: 0, consistency: 0 } };
    const config = configWith({ stopping: 'certain' }, scoring);
    expect(await savedBy({ votes: [all(1)], tasks: [0.7] }, { config })).toBe(6);
  });

  it('never comes to other labels than all samples', async () => {
    const vote = fc.constantFrom<Vote>(-1, 0, 1);
    const made = fc.integer({ min: 1, max: 4 }).chain((triples) =>
      fc.record({
        votes: fc.array(fc.array(vote, { minLength: 10, maxLength: 10 }), {
          minLength: triples,
          maxLength: triples,
        }),
        tasks: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
          minLength: triples,
          maxLength: triples,
        }),
      }),
    );
    const scorings = fc.record({
      consistency: fc.constantFrom('mean' as const, 'raw' as const),
      context: fc.constantFrom(0, 0.3),
      passage: fc.constantFrom('mean' as const, 'min' as const, 'flaggedShare' as const),
      passageOf: fc.constantFrom('triples' as const, 'sentences' as const),
      threshold: fc.record({
        rule: fc.constant('fixed' as const),
        triple: fc.constantFrom(0.3, 0.5),
        passage: fc.constantFrom(0.4, 0.6),
      }),
    });
    let saved = 0;
    await fc.assert(
      fc.asyncProperty(made, scorings, async (own, scoring) => {
        const config = resolveConfig({ sampling: { stopping: 'certain' }, scoring });
        const { last } = await looked(own, { config });
        if (!('trace' in last)) throw new Error('a look has a trace');
        saved += last.trace.sampling?.saved ?? 0;
        const labels = (trace: Trace) => {
          const input = {
            passage: PASSAGE,
            sentences: SENTENCES,
            trace,
            usage: ZERO_USAGE,
            abstention: null,
          };
          const { label, triples } = judge(input, config.scoring);
          return [label, ...triples.map((triple) => triple.label)];
        };
        expect(labels(last.trace)).toEqual(labels(traceOf(own, 10)));
      }),
      { numRuns: 300, seed: 4 },
    );
    expect(saved).toBeGreaterThan(0);
  });
});

describe('sequential', () => {
  it('stops once other votes are unlikely enough, with ε divided over two looks', async () => {
    // 4 for it, C < 0 needs 5 or 6 against and none for: with a prior of (5, 1, 1) and 7 · 8 · 9 · 10 · 11 · 12 =
    // 665280, P = (6 · 5! + 6!) / 665280 = .00216.
    const saved = (stoppingError: number) =>
      savedBy({ votes: [all(1)] }, { config: configWith({ stopping: 'sequential', stoppingError }) });
    expect(await saved(0.0044)).toBe(6);
    expect(await saved(0.0043)).toBe(3);
  });
});

describe('a passage that is not judged', () => {
  const because = (reason: Abstention['reason']) => ({ reason, detail: '' });

  it('takes no further samples where its response cannot be read', async () => {
    const { last, looks } = await looked({ votes: [all(1)] }, { abstention: () => because('refusal') });
    expect(looks).toHaveLength(1);
    expect(last).toMatchObject({
      abstention: { reason: 'refusal' },
      trace: { sampling: { used: 4, saved: 6 } },
    });
  });

  it('takes all of them where none was usable so far', async () => {
    const { looks } = await looked({ votes: [all(1)] }, { abstention: () => because('no-samples') });
    expect(looks.map(({ samples }) => samples)).toEqual([4, 7, 10]);
  });

  it.each([0, 4])(
    'is given up where its prompt is refused after %i samples; other errors go on',
    async (after) => {
      const failing = (status: number): SampleSource => ({
        count: 10,
        async take({ first, count }, options) {
          if (first >= after) throw new ModelCallError('no', { retryable: false, status });
          return sourceOf(10).take({ first, count }, options);
        },
      });
      const open: Vote[] = all(0);
      const { last } = await looked({ votes: [open] }, { source: failing(400) });
      expect(last).toEqual({ abstention: { reason: 'failed', detail: 'no' } });
      await expect(looked({ votes: [open] }, { source: failing(503) })).rejects.toThrow(ModelCallError);
    },
  );
});

describe('the stated error rate', () => {
  const SAMPLES = 10;
  const RUNS = 3000;

  /** Shares of the three votes as a uniform prior has them: intervals between two points of [0, 1]. */
  function votesOf(random: Random): Vote[] {
    const [low, high] = [random(), random()].sort((a, b) => a - b) as [number, number];
    const cast = (at: number): Vote => (at < low ? 1 : at < high ? -1 : 0);
    return Array.from({ length: SAMPLES }, () => cast(random()));
  }

  /** The share of passages that stopped early, and of labels that are not those of all samples. */
  async function simulate(stoppingError: number, triples: number, scoring: ConfigInput['scoring']) {
    const random = randomFor('samples', stoppingError, triples);
    const config = resolveConfig({ sampling: { stopping: 'sequential', stoppingError }, scoring });
    const labels = (trace: Trace) =>
      judge(
        { passage: PASSAGE, sentences: SENTENCES, trace, usage: ZERO_USAGE, abstention: null },
        config.scoring,
      ).triples.map(({ label }) => label);
    let [other, early] = [0, 0];
    for (let run = 0; run < RUNS; run++) {
      const facts = Array.from({ length: triples }, () => ({ votes: votesOf(random), task: random() }));
      const made = { votes: facts.map(({ votes }) => votes), tasks: facts.map(({ task }) => task) };
      const { last } = await looked(made, { config });
      if (!('trace' in last) || !last.trace.sampling?.saved) continue;
      early += 1;
      const whole = labels(traceOf(made, SAMPLES));
      other += labels(last.trace).filter((label, index) => label !== whole[index]).length;
    }
    return { early: early / RUNS, other: other / (RUNS * triples) };
  }

  /** Three standard deviations above ε; triples of a passage stop together, so a passage counts as one. */
  const bound = (error: number) => error + 3 * Math.sqrt((error * (1 - error)) / RUNS);

  it.each([0.05, 0.2])('of %d is kept where votes alone decide, as the prior has them', async (error) => {
    const { early, other } = await simulate(error, 1, AT_ZERO);
    expect(early).toBeGreaterThan(0.4);
    expect(other).toBeGreaterThan(0);
    expect(other).toBeLessThanOrEqual(bound(error));
  });

  it.each([0.05, 0.2])('of %d is kept where triples share a mean and stop together', async (error) => {
    const weights = { head: 0.3, relation: 0, tail: 0, consistency: 0.7 };
    const threshold = { rule: 'fixed', triple: 0.2, passage: 0.2 } as const;
    const { early, other } = await simulate(error, 3, { weights, context: 0.2, threshold });
    expect(early).toBeGreaterThan(0.1);
    expect(other).toBeLessThanOrEqual(bound(error));
  });
});
