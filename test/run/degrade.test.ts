/** What a run gives up for its budget: by a cost that can be worked out by hand, and by the true estimate. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadPrompts } from '../../prompts/loader.ts';
import { DEGRADE_STEPS } from '../../src/config/degrade-order.ts';
import { resolveConfig } from '../../src/config/resolve.ts';
import type { Config, ConfigInput } from '../../src/config/schema.ts';
import { ConfigError } from '../../src/errors.ts';
import { exceededUnits } from '../../src/models/budget/budget.ts';
import type { Passage } from '../../src/passage.ts';
import { type CostEstimator, degrade, spendingOf } from '../../src/run/degrade.ts';
import { estimateRun, openEstimator } from '../../src/run/estimate.ts';

const bare: Passage = { id: 'bare', prompt: 'Who?', response: 'Ada was born. She wrote.' };
const rich: Passage = { ...bare, id: 'rich', samples: Array.from({ length: 20 }, () => 'Ada was born.') };

/** 10 requests a sample that is used, 1 a draw of a task that is on; 100 tokens a request, $1 a thousand requests. */
const byHand: CostEstimator = (passages, { sampling, verification: v }) => {
  const samples = passages.reduce(
    (sum, { samples: own }) => sum + (own ? own.slice(0, sampling.limit).length : sampling.n),
    0,
  );
  const draws = (v.head ? v.headDraws : 0) + (v.relation ? v.relationDraws : 0) + (v.tail ? v.tailDraws : 0);
  const requests = 10 * samples + draws;
  return { requests, inputTokens: 60 * requests, outputTokens: 40 * requests, usd: requests / 1000 };
};

const configOf = (budget: ConfigInput['budget'], settings: ConfigInput = {}): Config =>
  resolveConfig({ ...settings, budget });
const changes = (config: Config, passages: readonly Passage[] = [bare], estimate = byHand) =>
  degrade(config, passages, estimate).steps.map(({ path, from, to }) => `${path} ${from} -> ${to}`);

// bare: 10 · 10 samples + 30 draws = 130
describe('degrade', () => {
  it('leaves a run that fits as it is, and decides nothing twice', () => {
    const config = configOf({ requests: 130, degrade: ['samples', 'draws'] });
    const { config: after, ...rest } = degrade(config, [bare], byHand);
    expect(after).toEqual({ ...config, budget: { requests: 130, degrade: [] } });
    const cost = { requests: 130, inputTokens: 7800, outputTokens: 5200, usd: 0.13 };
    expect(rest).toEqual({
      limits: { requests: 130 },
      order: ['samples', 'draws'],
      ...{ steps: [], idle: [], expected: { before: cost, after: cost }, fits: true },
    });
    expect(degrade(after, [bare], byHand)).toMatchObject({ config: after, steps: [] });
  });

  it.each<[number, string[]]>([
    [129, ['sampling.n 10 -> 5']], // 50 + 30
    [80, ['sampling.n 10 -> 5']],
    [79, ['sampling.n 10 -> 3']], // 30 + 30
    [60, ['sampling.n 10 -> 3']],
    [59, ['sampling.n 10 -> 3', ...draws(5)]], // 30 + 15
    [44, ['sampling.n 10 -> 3', ...draws(3)]], // 30 + 9
    [38, ['sampling.n 10 -> 3', ...draws(3), 'verification.tail true -> false']], // 30 + 6
  ])('takes the least of the first step that does: %i requests', (requests, expected) => {
    const config = configOf({ requests, degrade: ['samples', 'draws', 'tail'] });
    expect(changes(config)).toEqual(expected);
    expect(degrade(config, [bare], byHand).fits).toBe(true);
  });

  function draws(to: number): string[] {
    return ['head', 'relation', 'tail'].map((task) => `verification.${task}Draws 10 -> ${to}`);
  }

  it('goes by the order stated', () => {
    const config = configOf({ requests: 105, degrade: ['tail', 'head', 'samples'] });
    expect(changes(config)).toEqual([
      'verification.tail true -> false',
      'verification.head true -> false',
      'sampling.n 10 -> 5',
    ]);
  });

  it('keeps to every limit', () => {
    expect(changes(configOf({ requests: 1000, tokens: 12_999, degrade: ['samples'] }))).toEqual([
      'sampling.n 10 -> 5',
    ]);
    expect(changes(configOf({ tokens: 13_000, usd: 0.06, degrade: ['samples'] }))).toEqual([
      'sampling.n 10 -> 3',
    ]);
  });

  it('limits the samples that passages bring, from what they bring', () => {
    // 200 samples requests + 30
    expect(changes(configOf({ requests: 100, degrade: ['samples'] }), [rich])).toEqual([
      'sampling.limit 20 -> 5',
    ]);
    const limited = configOf({ requests: 65, degrade: ['samples'] }, { sampling: { limit: 7 } });
    expect(changes(limited, [rich])).toEqual(['sampling.limit 7 -> 3']);
    expect(changes(configOf({ requests: 150, degrade: ['samples'] }), [bare, rich])).toEqual([
      'sampling.n 10 -> 3',
      'sampling.limit 20 -> 5',
    ]);
  });

  it('draws no fewer of a task that is off', () => {
    const config = configOf({ requests: 119, degrade: ['draws'] }, { verification: { relation: false } });
    expect(changes(config)).toEqual(['verification.headDraws 10 -> 5', 'verification.tailDraws 10 -> 5']);
  });

  it('leaves out what saves nothing of what is too much, and takes no more than saves', () => {
    const freeDraws: CostEstimator = (passages, { sampling, ...config }) =>
      byHand(passages, {
        ...config,
        sampling: { ...sampling, n: Math.max(5, sampling.n) },
        verification: { ...config.verification, headDraws: 10, relationDraws: 10, tailDraws: 10 },
      });
    const config = configOf({ requests: 75, degrade: ['draws', 'samples', 'tail'] });
    const result = degrade(config, [bare], freeDraws);
    expect(result.idle).toEqual(['draws']);
    expect(result.config.verification.headDraws).toBe(10);
    expect(changes(config, [bare], freeDraws)).toEqual([
      'sampling.n 10 -> 5',
      'verification.tail true -> false',
    ]);
  });

  it('says so where nothing is enough', () => {
    const config = configOf({ requests: 10, degrade: ['samples', 'head', 'relation', 'tail'] });
    const { fits, expected, steps } = degrade(config, [bare], byHand);
    expect({ fits, requests: expected.after.requests, steps: steps.length }).toEqual({
      ...{ fits: false, requests: 30, steps: 4 },
    });
  });

  it('needs the prices of all models for a budget in dollars, and for no other', async () => {
    const models = { generator: { model: 'someones/model' } };
    const context = { prompts: await loadPrompts(), env: {} };
    const dollars = configOf({ usd: 1, degrade: ['samples'] }, { models });
    const estimate = await openEstimator(dollars, context);
    expect(() => degrade(dollars, [bare], estimate)).toThrow(ConfigError);
    expect(() => degrade(dollars, [bare], estimate)).toThrow('the price of someones/model is not known');
    const requests = configOf({ requests: 1000, degrade: ['samples'] }, { models });
    expect(degrade(requests, [bare], estimate)).toMatchObject({ fits: true });
  });
});

const settings = fc.record({
  protocol: fc.constantFrom('economy' as const, 'paper' as const),
  sampling: fc.record({ n: fc.integer({ min: 4, max: 30 }) }),
  verification: fc.record({
    factFilter: fc.boolean(),
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

describe('by the estimate of a dry run', async () => {
  const prompts = await loadPrompts();
  const context = { prompts, env: {} };
  const estimate = await openEstimator(resolveConfig(), context);

  it('the estimator gives what a dry run prints', async () => {
    const config = resolveConfig({ protocol: 'paper' });
    expect(estimate([bare, rich], config)).toEqual(await estimateRun([bare, rich], config, context));
  });

  it('costs no more in any unit, and fits or has no step left to take', () => {
    const budget = fc.record({
      share: fc.double({ min: 0.01, max: 1, noNaN: true }),
      unit: fc.constantFrom('requests', 'tokens', 'usd'),
    });
    fc.assert(
      fc.property(
        settings,
        fc.array(passage, { minLength: 1, maxLength: 3 }),
        order,
        budget,
        (own, passages, steps, { share, unit }) => {
          const whole = spendingOf(estimate(passages, resolveConfig(own)));
          const limit = share * whole[unit as 'requests'];
          const limits = { [unit]: unit === 'requests' ? Math.max(1, Math.floor(limit)) : limit };
          const config = resolveConfig({ ...own, budget: { ...limits, degrade: steps } });
          const costs: number[][] = [];
          const {
            expected,
            fits,
            idle,
            steps: taken,
            config: after,
          } = degrade(config, passages, (all, one) => {
            const cost = estimate(all, one);
            costs.push(Object.values(spendingOf(cost)));
            return cost;
          });
          const [before, end] = [spendingOf(expected.before), spendingOf(expected.after)];
          for (const cost of costs)
            expect(cost.every((amount, i) => amount <= (costs[0]?.[i] as number) + 1e-9)).toBe(true);
          expect(
            end.requests <= before.requests && end.tokens <= before.tokens && end.usd <= before.usd,
          ).toBe(true);
          expect(fits).toBe(exceededUnits(end, limits).length === 0);
          expect(spendingOf(estimate(passages, after))).toEqual(end);
          const used = new Set([...idle, ...taken.map(({ step }) => step)]);
          if (!fits) expect(used).toEqual(new Set(steps));
          expect(after.budget).toEqual({ ...limits, degrade: [] });
        },
      ),
      { numRuns: 50 },
    );
  });

  it('along the levels of a step no figure ever grows', () => {
    fc.assert(
      fc.property(
        settings,
        fc.array(passage, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(...DEGRADE_STEPS),
        (own, passages, step) => {
          const config = resolveConfig({ ...own, budget: { requests: 1, degrade: [step] } });
          const costs: number[][] = [];
          degrade(config, passages, (all, one) => {
            const cost = estimate(all, one);
            costs.push([cost.requests, cost.inputTokens, cost.outputTokens, cost.usd ?? 0]);
            return cost;
          });
          for (const [index, cost] of costs.slice(1).entries()) {
            expect(cost.every((amount, i) => amount <= (costs[index]?.[i] as number) + 1e-9)).toBe(true);
          }
        },
      ),
      { numRuns: 50 },
    );
  });
});
