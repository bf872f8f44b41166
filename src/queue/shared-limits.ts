/** What all workers of a run have in common: its budget, the turns of its models, and the answers that were given. */
import { randomUUID } from 'node:crypto';
import { BudgetError, HallugraphError, RunError } from '../errors.ts';
import {
  type AnyBudget,
  amountOf,
  type BudgetLimits,
  exceededUnits,
  type Spending,
  sum,
  UNITS,
} from '../models/budget/budget.ts';
import { sha256 } from '../models/cache/cache-key.ts';
import type { AnswerCache } from '../models/cache/response-cache.ts';
import type { TakeTurn } from '../models/limits/shared-pace.ts';
import type { RunStore } from './run-store.ts';

/** The lower limit of both, for each unit. */
export const lowerLimits = (one: BudgetLimits, other: BudgetLimits): BudgetLimits =>
  Object.fromEntries(
    UNITS.flatMap((unit) => {
      const limits = [one[unit], other[unit]].filter((limit) => limit !== undefined);
      return limits.length > 0 ? [[unit, Math.min(...limits)]] : [];
    }),
  );

/**
 * The budget of a run, counted in the store over all workers. What a worker has set aside when it is killed stays set
 * aside, for its requests may be charged.
 */
export class SharedBudget implements AnyBudget {
  readonly limits: BudgetLimits;
  readonly #store: RunStore;
  readonly #run: string;
  #committed: Spending = { requests: 0, tokens: 0, usd: 0 };

  constructor(store: RunStore, run: string, limits: BudgetLimits) {
    this.limits = limits;
    this.#store = store;
    this.#run = run;
  }

  /** As it was when this process last asked. */
  get committed(): Spending {
    return this.#committed;
  }

  /** @throws BudgetError when it would exceed the budget; RunError when the store cannot be asked */
  async reserve(expected: Spending): Promise<(cost: Spending) => Promise<void>> {
    const { fits, spent } = await this.#spend(expected, this.limits);
    this.#committed = spent;
    if (!fits) throw this.#error(expected);
    return async (cost) => {
      // Where the store cannot be asked, what was expected stays set aside.
      const settled = await this.#spend(sum(cost, expected, -1)).catch(() => null);
      if (settled) this.#committed = settled.spent;
    };
  }

  #spend(cost: Spending, limits: BudgetLimits = {}) {
    return asRunError(this.#store.spend(this.#run, cost, definedIn(limits)));
  }

  #error(expected: Spending): BudgetError {
    const [unit = 'requests'] = exceededUnits(sum(this.#committed, expected), this.limits);
    const [limit, spent, next] = [this.limits[unit] ?? 0, this.#committed[unit], expected[unit]].map(
      (amount) => amountOf(unit, amount),
    );
    return new BudgetError(
      `the budget of ${limit} is used up over all workers: ${spent} spent or on the way, and the next request is expected to take ${next}. Submit the run again with a higher budget.${unit}.`,
    );
  }
}

const definedIn = (limits: BudgetLimits): Partial<Spending> =>
  Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined));

/** Turns in the store. */
export const sharedTurns =
  (store: RunStore): TakeTurn =>
  (key, milliseconds) =>
    asRunError(store.takeTurn(sha256(key), milliseconds));

/** An error of a store, which is no defect at a passage. */
const asRunError = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    if (error instanceof HallugraphError) throw error;
    throw new RunError(`the store of the queue failed: ${(error as Error).message}`, { cause: error });
  });

/** How long a claim of a worker that is gone keeps others waiting, in milliseconds. */
const LEASE = 10_000;

export interface SharedAnswers extends AnswerCache {
  close(): void;
}

/**
 * Answers in the store. As any cache, it holds nothing where it fails.
 *
 * @param ttlDays days an answer is good for; default: for ever
 */
export function sharedAnswers(store: RunStore, ttlDays?: number): SharedAnswers {
  const owner = randomUUID();
  const claims = new Set<string>();
  const renewal = setInterval(() => {
    for (const key of claims) void store.claim(key, owner, LEASE).catch(() => {});
  }, LEASE / 4).unref();
  const seconds = ttlDays === undefined ? undefined : Math.ceil(ttlDays * 86_400);
  return {
    async find(key, draws) {
      const found = await store.findAnswers(key, draws).catch(() => new Map<number, string>());
      return new Map([...found].flatMap(([draw, text]) => textIn(text).map((kept) => [draw, kept] as const)));
    },
    async store(key, texts) {
      const kept = new Map([...texts].map(([draw, text]) => [draw, JSON.stringify(text)]));
      await store.keepAnswers(key, kept, seconds).catch(() => {});
    },
    async claim(key) {
      const isOurs = await store.claim(key, owner, LEASE).catch(() => true);
      if (isOurs) claims.add(key);
      return isOurs;
    },
    async release(key) {
      claims.delete(key);
      await store.release(key, owner).catch(() => {});
    },
    close: () => clearInterval(renewal),
  };
}

/** The text of a kept answer, as JSON, so that stores take every character; none where it is damaged. */
function textIn(kept: string): string[] {
  try {
    const text: unknown = JSON.parse(kept);
    return typeof text === 'string' ? [text] : [];
  } catch {
    return [];
  }
}
