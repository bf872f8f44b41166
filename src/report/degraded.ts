/** What a run gave up to fit its budget, in words. */
import type { Cost } from '../detector/estimate/estimate.ts';
import { amountOf, exceededUnits, limitedUnits, spendingOf } from '../models/budget/budget.ts';
import type { Degraded } from '../run/manifest.ts';

export const degradedTitle = ({ steps }: Degraded): string =>
  steps.length > 0 ? 'Degraded to fit the budget' : 'Over the budget';

/** The expected cost, each change, and the cost after; empty where the run fits as it is. */
export function degradedLines(degraded: Degraded | undefined): string[] {
  if (!degraded) return [];
  const { limits, steps, idle, expected, fits } = degraded;
  const exceeded = exceededUnits(spendingOf(expected.before), limits);
  if (exceeded.length === 0) return [];
  const budget = exceeded.map((unit) => amountOf(unit, limits[unit] ?? 0)).join(', ');
  const amounts = (cost: Cost) =>
    limitedUnits(limits)
      .map((unit) => amountOf(unit, spendingOf(cost)[unit]))
      .join(', ');
  const over = ', still over the budget, where the run will stop; --resume continues it with a larger one';
  return [
    `expected: ${amounts(expected.before)}, over the budget of ${budget}`,
    ...steps.map(({ path, from, to }) => `${path} ${from} -> ${to}`),
    ...(steps.some(({ to }) => to === false)
      ? ['a task that is off has no value; its weight goes to the other parts of the score']
      : []),
    ...idle.map((step) => `${step} left alone: less would save nothing here`),
    `expected now: ${amounts(expected.after)}${fits ? '' : over}`,
  ];
}

/** In one sentence, for a list of warnings. */
export const degradedSentences = (degraded: Degraded | undefined): string[] => {
  const lines = degradedLines(degraded);
  return degraded && lines.length > 0 ? [`${degradedTitle(degraded)}: ${lines.join('; ')}.`] : [];
};
