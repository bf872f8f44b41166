/** What a run gives up for its budget: by a cost that can be worked out by hand, and by the true estimate. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEGRADE_STEPS } from '../../src/config/degrade-order.ts';
import { resolveConfig } from '../../src/config/resolve.ts';
import type { Config, ConfigInput } from '../../src/config/schema.ts';
import { ConfigError } from '../../src/errors.ts';
import { exceededUnits, spendingOf } from '../../src/models/budget/budget.ts';
import type { Passage } from '../../src/passage.ts';
import { type CostEstimator, degrade } from '../../src/run/degrade.ts';
import { estimateRun } from '../../src/detector/estimate/estimate.ts';

const bare: Passage = { id: 'bare', prompt: 'Who?', response: 'Ada was born. She wrote.' };
const rich: Passage = { ...bare, id: 'rich', samples: Array.from({ length: 20 }, () => 'Ada was born.') };

/** 10 requests a sample that is used, 1 a draw of a task that is on; 100 tokens a request, $1 a thousand requests. */
const byHand: CostEstimator = async (passages, { sampling, verification: v }) => {
  const samples = passages.reduce(
    (sum, { samples: own }) => sum + (own ? own.slice(0, sampling.limit).length : sampling.n),
    0,
  );
  const draws = (v.head ? v.headDraws : 0) + (v.relation ? v.relationDraws : 0) + (v.tail ? v.tailDraws : 0);
  const requests = 10 * samples + draws;
  return { requests, inputTokens: 60 * requests, outputTokens: 40 * requests, usd: requests / 1000 };
};

const configOf = (budget: ConfigInput['budget'], settings: ConfigInput = {}): Config =>
  resolveConfig({ preset: 'gca', ...settings, budget });
const changes = async (config: Config, passages: readonly Passage[] = [bare], estimate = byHand) =>
  (await degrade(config, passages, estimate)).steps.map(({ path, from, to }) => `${path} ${from} -> ${to}`);

// bare: 10 · 10 samples + 30 draws = 130
describe('degrade', () => {
  it('leaves a run that fits as it is, and decides nothing twice', async () => {
    const config = configOf({ requests: 130, degrade: ['samples', 'draws'] });
    const { config: after, ...rest } = await degrade(config, [bare], byHand);
    expect(after).toEqual({ ...config, budget: { requests: 130, degrade: [] } });
    const cost = { requests: 130, inputTokens: 7800, outputTokens: 5200, usd: 0.13 };
    expect(rest).toEqual({
      limits: { requests: 130 },
      order: ['samples', 'draws'],
      ...{ steps: [], idle: [], expected: { before: cost, after: cost }, fits: true },
    });
    expect(await degrade(after, [bare], byHand)).toMatchObject({ config: after, steps: [] });
  });

  it.each<[number, string[]]>([
    [129, ['sampling.n 10 -> 5']], // 50 + 30
    [80, ['sampling.n 10 -> 5']],
    [79, ['sampling.n 10 -> 3']], // 30 + 30
    [60, ['sampling.n 10 -> 3']],
    [59, ['sampling.n 10 -> 3', ...draws(5)]], // 30 + 15
    [44, ['sampling.n 10 -> 3', ...draws(3)]], // 30 + 9
    [38, ['sampling.n 10 -> 3', ...draws(3), 'verification.tail true -> false']], // 30 + 6
  ])('takes the least of the first step that does: %i requests', async (requests, expected) => {
    const config = configOf({ requests, degrade: ['samples', 'draws', 'tail'] });
    expect(await changes(config)).toEqual(expected);
    expect((await degrade(config, [bare], byHand)).fits).toBe(true);
  });

  function draws(to: number): string[] {
    return ['head', 'relation', 'tail'].map((task) => `verification.${task}Draws 10 -> ${to}`);
  }

  it('goes by the order stated', async () => {
    const config = configOf({ requests: 105, degrade: ['tail', 'head', 'samples'] });
    expect(await changes(config)).toEqual([
      'verification.tail true -> false',
      'verification.head true -> false',
      'sampling.n 10 -> 5',
    ]);
  });

  it('keeps to every limit', async () => {
    expect(await changes(configOf({ requests: 1000, tokens: 12_999, degrade: ['samples'] }))).toEqual([
      'sampling.n 10 -> 5',
    ]);
    expect(await changes(configOf({ tokens: 13_000, usd: 0.06, degrade: ['samples'] }))).toEqual([
      'sampling.n 10 -> 3',
    ]);
  });

  it('limits the samples that passages bring, from what they bring', async () => {
    // 200 samples requests + 30
    expect(await changes(configOf({ requests: 100, degrade: ['samples'] }), [rich])).toEqual([
      'sampling.limit 20 -> 5',
    ]);
    const limited = configOf({ requests: 65, degrade: ['samples'] }, { sampling: { limit: 7 } });
    expect(await changes(limited, [rich])).toEqual(['sampling.limit 7 -> 3']);
    expect(await changes(configOf({ requests: 150, degrade: ['samples'] }), [bare, rich])).toEqual([
      'sampling.n 10 -> 3',
      'sampling.limit 20 -> 5',
    ]);
  });

  it('draws no fewer of a task that is off', async () => {
    const config = configOf({ requests: 119, degrade: ['draws'] }, { verification: { relation: false } });
    expect(await changes(config)).toEqual([
      'verification.headDraws 10 -> 5',
      'verification.tailDraws 10 -> 5',
    ]);
  });

  it('leaves out what saves nothing of what is too much, and takes no more than saves', async () => {
    const freeDraws: CostEstimator = async (passages, { sampling, ...config }) =>
      byHand(passages, {
        ...config,
        sampling: { ...sampling, n: Math.max(5, sampling.n) },
        verification: { ...config.verification, headDraws: 10, relationDraws: 10, tailDraws: 10 },
      });
    const config = configOf({ requests: 75, degrade: ['draws', 'samples', 'tail'] });
    const result = await degrade(config, [bare], freeDraws);
    expect(result.idle).toEqual(['draws']);
    expect(result.config.verification.headDraws).toBe(10);
    expect(await changes(config, [bare], freeDraws)).toEqual([
      'sampling.n 10 -> 5',
      'verification.tail true -> false',
    ]);
  });

  it('says so where nothing is enough', async () => {
    const config = configOf({ requests: 10, degrade: ['samples', 'head', 'relation', 'tail'] });
    const { fits, expected, steps } = await degrade(config, [bare], byHand);
    expect({ fits, requests: expected.after.requests, steps: steps.length }).toEqual({
      ...{ fits: false, requests: 30, steps: 4 },
    });
  });

  it('needs the prices of all models for a budget in dollars, and for no other', async () => {
    const models = { generator: { model: 'someones/model' } };
    const estimate: CostEstimator = (passages, config) => estimateRun(passages, config, { env: {} });
    const dollars = configOf({ usd: 1, degrade: ['samples'] }, { models });
    const refused = degrade(dollars, [bare], estimate);
    await expect(refused).rejects.toThrow(ConfigError);
    await expect(refused).rejects.toThrow('the price of someones/model is not known');
    const requests = configOf({ requests: 1000, degrade: ['samples'] }, { models });
    expect(await degrade(requests, [bare], estimate)).toMatchObject({ fits: true });
  });
});

const settings = fc.record({
  protocol: fc.constantFrom('economy' as const, 'paper' as const),
  sampling: fc.record({ n: fc.integer({ min: 4, max: 30 }) }),
  verification: fc.record({
    factFilter: fc.boolean(),
    answered: fc.constant(true),
    headDraws: fc.integer({ min: 1, max: 25 }),
    relationDraws: fc.integer({ min: 1, max: 25 }),
    tailDraws: fc.integer({ min: 4, max: 25 }),
    groupSize: fc.integer({ min: 1, max: 12 }),
  }),
  models: fc.record({
    generator: fc.record({ multipleChoices: fc.constantFrom('auto' as const, 'no' as const) }),
  }),
});
const SENTENCE = 'Ada Lovelace was born in London in 1815. ';
const passage = fc
  .record({ sentences: fc.integer({ min: 1, max: 12 }), samples: fc.integer({ min: 0, max: 25 }) })
  .map(({ sentences, samples }): Passage => {
    const response = SENTENCE.repeat(sentences).trim();
    return { id: 'p', prompt: 'Who was she?', response, samples: Array(samples).fill(response) };
  });
const order = fc.shuffledSubarray([...DEGRADE_STEPS], { minLength: 1 });

/** Costs are worked out once for each configuration, since a run is gone through for each. */
function remembered(): CostEstimator {
  const known = new Map<string, ReturnType<CostEstimator>>();
  return (passages, { budget: _, ...config }) => {
    const key = JSON.stringify([passages, config]);
    const cost = known.get(key) ?? estimateRun(passages, { ...config, budget: { degrade: [] } }, { env: {} });
    known.set(key, cost);
    return cost;
  };
}

describe('by the estimate of a dry run', () => {
  const whole = fc.tuple(settings, fc.array(passage, { minLength: 1, maxLength: 2 }));

  it('fits or has no step left to take, and costs no more in any unit that has a limit', async () => {
    const budget = fc.record({
      share: fc.double({ min: 0.01, max: 1, noNaN: true }),
      unit: fc.constantFrom('requests' as const, 'tokens' as const, 'usd' as const),
    });
    await fc.assert(
      fc.asyncProperty(whole, order, budget, async ([own, passages], steps, { share, unit }) => {
        const estimate = remembered();
        const full = spendingOf(await estimate(passages, resolveConfig({ preset: 'gca', ...own })));
        const limit = share * full[unit];
        const limits = { [unit]: unit === 'requests' ? Math.max(1, Math.floor(limit)) : limit };
        const config = resolveConfig({ preset: 'gca', ...own, budget: { ...limits, degrade: steps } });
        const result = await degrade(config, passages, estimate);
        const { expected, fits, idle, steps: taken, config: after } = result;
        const [before, end] = [spendingOf(expected.before), spendingOf(expected.after)];
        expect(end[unit]).toBeLessThanOrEqual(before[unit] + 1e-9);
        expect(fits).toBe(exceededUnits(end, limits).length === 0);
        expect(spendingOf(await estimate(passages, after))).toEqual(end);
        const used = new Set([...idle, ...taken.map(({ step }) => step)]);
        if (!fits) expect(used).toEqual(new Set(steps));
        expect(after.budget).toEqual({ ...limits, degrade: [] });
      }),
      { numRuns: 8 },
    );
  });

  it('with fewer samples or draws no unit of a limit ever grows', async () => {
    await fc.assert(
      fc.asyncProperty(whole, fc.constantFrom('samples', 'draws'), async ([own, passages], step) => {
        const config = resolveConfig({ preset: 'gca', ...own, budget: { requests: 1, degrade: [step] } });
        const costs: number[][] = [];
        const estimate = remembered();
        await degrade(config, passages, async (all, one) => {
          const cost = await estimate(all, one);
          costs.push([cost.requests, cost.inputTokens + cost.outputTokens, cost.usd ?? 0]);
          return cost;
        });
        for (const [index, cost] of costs.slice(1).entries()) {
          expect(cost.every((amount, i) => amount <= (costs[index]?.[i] as number) + 1e-9)).toBe(true);
        }
      }),
      { numRuns: 8 },
    );
  });
});
