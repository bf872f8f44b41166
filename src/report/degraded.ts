/** What a run gave up so that it fits its budget, in words. */
import { amountOf, exceededUnits, limitedUnits, spendingOf } from '../models/budget/budget.ts';
import type { Cost } from '../detector/estimate/estimate.ts';
import type { Degraded } from '../run/manifest.ts';

export const degradedTitle = ({ steps }: Degraded): string =>
  steps.length > 0 ? 'Degraded to fit the budget' : 'Over the budget';

/** A line for what was expected, for each change, and for what is expected now; none of a run that fits as it is, or has no order. */
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
  const now = `expected now: ${amounts(expected.after)}`;
  return [
    `expected: ${amounts(expected.before)}, over the budget of ${budget}`,
    ...steps.map(({ path, from, to }) => `${path} ${from} -> ${to}`),
    ...(steps.some(({ to }) => to === false) ? [WITHOUT_TASK] : []),
    ...idle.map((step) => `${step} left alone: less would save nothing here`),
    fits
      ? now
      : `${now}, still over the budget, where the run will stop; --resume continues it with a larger one`,
  ];
}

const WITHOUT_TASK = 'a task that is off has no value; its weight goes to the other parts of the score';

/** All on one line, for a list of warnings. */
export const degradedSentences = (degraded: Degraded | undefined): string[] => {
  const lines = degradedLines(degraded);
  return degraded && lines.length > 0 ? [`${degradedTitle(degraded)}: ${lines.join('; ')}.`] : [];
};
