/** When a list of steps to degrade by means something. */
import { describe, expect, it } from 'vitest';
import { resolveConfig } from '../../src/config/resolve.ts';
import type { ConfigInput } from '../../src/config/schema.ts';
import { ConfigError } from '../../src/errors.ts';

type Step = NonNullable<NonNullable<ConfigInput['budget']>['degrade']>[number];

const withOrder =
  (degrade: Step[], settings: ConfigInput = {}) =>
  () =>
    resolveConfig({ preset: 'gca', budget: { requests: 100, degrade }, ...settings });

function faultOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).message;
  }
  throw new Error('nothing was refused');
}

describe('budget.degrade', () => {
  it('is empty by default, with or without a budget', () => {
    expect(resolveConfig().budget.degrade).toEqual([]);
    expect(resolveConfig({ budget: { usd: 5 } }).budget).toEqual({ usd: 5, degrade: [] });
  });

  it('keeps the order stated', () => {
    const order: Step[] = ['tail', 'samples', 'relation', 'draws', 'head'];
    expect(withOrder(order)().budget.degrade).toEqual(order);
  });

  it.each<[string, () => unknown, string]>([
    ['no limit', () => resolveConfig({ budget: { degrade: ['samples'] } }), 'needs a limit to keep to'],
    ['a step twice', withOrder(['samples', 'draws', 'samples']), 'samples is listed twice'],
    [
      'a task that is off',
      withOrder(['head'], { verification: { head: false } }),
      'verification.head is off',
    ],
    [
      'a task nobody is asked for',
      withOrder(['tail'], { verification: { by: 'none' } }),
      'verification.by is none',
    ],
    ['draws nobody is asked for', withOrder(['draws'], { preset: 'local' }), 'verification.by is samples'],
    [
      'draws that are few',
      withOrder(['draws'], { verification: { headDraws: 3, relationDraws: 2, tail: false } }),
      'no task that is on draws more than 3 times',
    ],
    ['samples nobody is asked about', withOrder(['samples'], { preset: 'local' }), 'no model is asked'],
    [
      'samples that are few',
      withOrder(['samples'], { sampling: { n: 3, limit: 2 } }),
      'no more than 3 are used',
    ],
    [
      'nothing left with a weight',
      withOrder(['head', 'relation', 'tail'], {
        preset: 'rhd',
        verification: { by: 'llm' },
        scoring: { weights: { head: 1, tokens: 0 } },
      }),
      'without head, relation, tail no part of the score has a weight',
    ],
  ])('is refused with %s, by its name', (_, run, words) => {
    const fault = faultOf(run);
    expect(fault).toContain('budget.degrade: ');
    expect(fault).toContain(words);
  });

  it('names a step that is not one', () => {
    expect(faultOf(withOrder(['heads' as Step]))).toContain(
      'budget.degrade.0: expected one of samples, draws, head, relation, tail, answered, found "heads"',
    );
  });

  it('takes samples that passages may bring for a reason, and tasks where other parts have a weight', () => {
    expect(withOrder(['samples'], { sampling: { n: 0 } })().sampling.n).toBe(0);
    expect(withOrder(['head', 'relation', 'tail'])().budget.degrade).toHaveLength(3);
  });
});
