/** What all workers of a run share: its budget, rate limits, and cached answers. */
import { randomUUID } from 'node:crypto';
import { jsonIn } from '../common/json-line.ts';
import { withoutUndefined } from '../common/without-undefined.ts';
import { BudgetError } from '../errors.ts';
import {
  type AnyBudget,
  amountOf,
  type BudgetLimits,
  exceededUnits,
  NOTHING,
  type Spending,
  spentIn,
  sum,
  UNITS,
} from '../models/budget/budget.ts';
import { sha256 } from '../models/cache/cache-key.ts';
import type { AnswerCache } from '../models/cache/response-cache.ts';
import type { TakeTurn } from '../models/limits/shared-pace.ts';
import { sleep } from '../models/limits/sleep.ts';
import type { RunStore } from './run-store.ts';

/** The lower limit of both, for each unit. */
export const lowerLimits = (one: BudgetLimits, other: BudgetLimits): BudgetLimits =>
  Object.fromEntries(
    UNITS.flatMap((unit) => {
      const limits = [one[unit], other[unit]].filter((limit) => limit !== undefined);
      return limits.length > 0 ? [[unit, Math.min(...limits)]] : [];
    }),
  );

export interface SharedBudgetSettings {
  /** As the run begins. */
  limits: BudgetLimits;
  /** Read before each request, since limits can be changed; of the same units. */
  limitsNow(): Promise<BudgetLimits>;
  /** How long reservations outlive a process that is gone. */
  leaseSeconds: number;
}

/** Between attempts to reserve, while the reservations of others leave too little. */
const PAUSE_MILLISECONDS = 500;

/**
 * The budget of a run, counted in the store over all workers. Reservations of a dead worker are released when its lease expires;
 * its request in flight, which a service may charge for, is not counted.
 */
export class SharedBudget implements AnyBudget {
  readonly #store: RunStore;
  readonly #run: string;
  readonly #limitsNow: () => Promise<BudgetLimits>;
  readonly #milliseconds: number;
  readonly #reservations = new Set<string>();
  readonly #renewal: NodeJS.Timeout;
  #limits: BudgetLimits;
  #committed: Spending = NOTHING;

  constructor(store: RunStore, run: string, { limits, limitsNow, leaseSeconds }: SharedBudgetSettings) {
    this.#limits = limits;
    this.#limitsNow = limitsNow;
    this.#store = store;
    this.#run = run;
    this.#milliseconds = leaseSeconds * 1000;
    this.#renewal = setInterval(() => this.#renew(), this.#milliseconds / 4).unref();
  }

  /** As of the last reservation. */
  get limits(): BudgetLimits {
    return this.#limits;
  }

  /** As of the last reservation. */
  get committed(): Spending {
    return this.#committed;
  }

  /**
   * Waits while the request would fit without the reservations of others, which may be released.
   *
   * @throws BudgetError when it would exceed the budget; RunError when the store cannot be asked
   */
  async reserve(expected: Spending, signal?: AbortSignal): Promise<(cost: Spending) => Promise<void>> {
    const id = randomUUID();
    for (;;) {
      this.#limits = await this.#limitsNow();
      const limits = withoutUndefined(this.#limits);
      const reservation = { expected, limits, milliseconds: this.#milliseconds };
      const { fits, committed, reserved } = await this.#store.reserve(this.#run, id, reservation);
      this.#committed = committed;
      if (fits) break;
      const least = sum(sum(committed, reserved, -1), expected);
      if (exceededUnits(least, this.#limits).length > 0) throw this.#error(expected);
      await sleep(PAUSE_MILLISECONDS, signal);
    }
    this.#reservations.add(id);
    return async (cost) => {
      this.#committed = sum(this.#committed, sum(cost, expected, -1));
      // Kept while this process lives, if the store cannot be reached.
      const settled = this.#store.settle(this.#run, id, cost);
      await settled.then(() => this.#reservations.delete(id)).catch(() => {});
    };
  }

  close(): void {
    clearInterval(this.#renewal);
  }

  #renew(): void {
    const ids = [...this.#reservations];
    if (ids.length > 0) void this.#store.renew(this.#run, ids, this.#milliseconds).catch(() => {});
  }

  #error(expected: Spending): BudgetError {
    const [unit = 'requests'] = exceededUnits(sum(this.#committed, expected), this.#limits);
    const [limit, next] = [this.#limits[unit] ?? 0, expected[unit]].map((amount) => amountOf(unit, amount));
    const spent = spentIn(unit, this.#committed);
    return new BudgetError(
      `the budget of ${limit} is used up over all workers: ${spent} spent or in flight, and the next request is expected to take ${next}. Submit the run again with a higher budget.${unit}, and raise it in the settings of workers that have one of their own.`,
    );
  }
}

/** Rate limits kept in the store. */
export const sharedTurns =
  (store: RunStore): TakeTurn =>
  (key, milliseconds) =>
    store.takeTurn(sha256(key), milliseconds);

/** Lease of a claim: how long a dead worker delays others. */
const LEASE_MILLISECONDS = 10_000;

export interface SharedAnswers extends AnswerCache {
  close(): void;
}

/** Answers cached in the store; a failing store counts as a miss. @param ttlDays lifetime; default: unlimited */
export function sharedAnswers(store: RunStore, ttlDays?: number): SharedAnswers {
  const owner = randomUUID();
  const claims = new Set<string>();
  const renewal = setInterval(() => {
    for (const key of claims) void store.claim(key, owner, LEASE_MILLISECONDS).catch(() => {});
  }, LEASE_MILLISECONDS / 4).unref();
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
      const isOurs = await store.claim(key, owner, LEASE_MILLISECONDS).catch(() => true);
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

/** The text of a cached answer, stored as JSON so that every store takes its characters; empty where it is damaged. */
function textIn(stored: string): string[] {
  const text = jsonIn(stored);
  return typeof text === 'string' ? [text] : [];
}
