/** Reduces the cost of a run before it begins, as `budget.degrade` says. */
import { environmentOf } from '../config/environment.ts';
import type { Config } from '../config/schema.ts';
import type { Cost } from '../detector/estimate/estimate.ts';
import type { Passage } from '../passage.ts';
import type { Host } from './host.ts';
import type { Degraded } from './manifest.ts';

export interface BudgetedCalls {
  passages: readonly Passage[];
  config: Config;
  /** The cost of further calls on the same budget. */
  beside?: ((config: Config) => Promise<Cost>) | undefined;
}

export interface Fitted {
  config: Config;
  /** Absent without `budget.degrade`, and for a resumed run. */
  degraded?: Degraded;
}

/** @throws ConfigError where the budget is in dollars and a price is unknown */
export async function fitBudget({ passages, config, beside }: BudgetedCalls, host: Host): Promise<Fitted> {
  if (config.budget.degrade.length === 0) return { config };
  const [{ degrade }, { estimateRun, totalOf }] = await Promise.all([
    import('./degrade.ts'),
    import('../detector/estimate/estimate.ts'),
  ]);
  const context = { env: environmentOf(host) };
  const { config: fitted, ...degraded } = await degrade(config, passages, async (own, variation) => {
    const cost = await estimateRun(own, variation, context);
    return beside ? { ...cost, ...totalOf([cost, await beside(variation)]) } : cost;
  });
  return { config: fitted, degraded };
}
