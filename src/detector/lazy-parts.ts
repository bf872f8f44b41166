/** The parts of a detector, created on demand. */
import { startedOnce } from '../common/memoize.ts';
import type { Config } from '../config/schema.ts';
import type { Environment } from '../files/user-cache.ts';
import { limitedUnits } from '../models/budget/budget.ts';
import { withOwnNames } from '../models/own-models.ts';
import { asksModels, isPaid } from './config-uses.ts';
import type { Parts, PartsOptions } from './parts.ts';
import type { Passage } from '../passage.ts';

/** Parts that are created once, on first use. */
export interface LazyParts {
  load(): Promise<Parts>;
  /** Undefined until first use. */
  loaded(): Promise<Parts> | undefined;
  /**
   * Begins a passage: with a budget, its expected spending is reserved, in the order of the calls.
   *
   * @returns ends the passage
   */
  begin(passage: Passage): Promise<() => void>;
}

export function partsOnce(settings: Config, env: Environment, options: PartsOptions): LazyParts {
  const config = withOwnNames(settings, options.own ?? {});
  const { get: load, started: loaded } = startedOnce(async () =>
    (await import('./parts.ts')).createParts(config, env, options),
  );
  const mayRunOut =
    isPaid(options.calls ?? {}) && asksModels(config) && limitedUnits(config.budget).length > 0;
  let before: Promise<unknown> = Promise.resolve();
  const beginNext = async (passage: Passage) => {
    const { estimateSpending } = await import('./estimate/estimate.ts');
    return (await load()).begin(passage.id, await estimateSpending(passage, config, env));
  };
  return {
    ...{ load, loaded },
    async begin(passage) {
      if (!mayRunOut) return () => {};
      const begun = before.then(() => beginNext(passage));
      before = begun.catch(() => {});
      return begun;
    },
  };
}
