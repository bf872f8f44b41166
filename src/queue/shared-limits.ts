/** Limits shared by all workers of a run: budget, rate limits, and cached answers. */
import { randomUUID } from 'node:crypto';
import { jsonIn } from '../common/json-line.ts';
import { BudgetError } from '../errors.ts';
import {
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
import { sleep } from '../common/call-signal.ts';
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
  /** Lease of a reservation, after which that of a dead process is released. */
  leaseSeconds: number;
}

/** Pause between attempts to reserve while reservations of other workers leave too little. */
const PAUSE_MILLISECONDS = 500;

/**
 * The budget of a run, counted in the store over all workers. Reservations of a dead worker are released when its lease expires;
 * its request in flight, which the service may bill, is not counted.
 */
export function sharedBudget(
  store: RunStore,
  run: string,
  { limits: first, limitsNow, leaseSeconds }: SharedBudgetSettings,
) {
  const milliseconds = leaseSeconds * 1000;
  const reservations = new Set<string>();
  const renewal = setInterval(() => {
    if (reservations.size > 0) void store.renew(run, [...reservations], milliseconds).catch(() => {});
  }, milliseconds / 4).unref();
  /** As of the last reservation. */
  const last = { limits: first, committed: NOTHING as Spending };

  function usedUp(expected: Spending): BudgetError {
    const [unit = 'requests'] = exceededUnits(sum(last.committed, expected), last.limits);
    const [limit, next] = [last.limits[unit] ?? 0, expected[unit]].map((amount) => amountOf(unit, amount));
    const spent = spentIn(unit, last.committed);
    return new BudgetError(
      `the budget of ${limit} is used up over all workers: ${spent} spent or in flight, and the next request is expected to take ${next}. Submit the run again with a higher budget.${unit}, and raise it in the settings of workers that set one.`,
    );
  }

  return {
    get limits(): BudgetLimits {
      return last.limits;
    },
    get committed(): Spending {
      return last.committed;
    },
    /**
     * Waits while only the reservations of other workers exceed the limit, since these may be released.
     *
     * @throws BudgetError when it would exceed the budget; RunError when the store fails
     */
    async reserve(expected: Spending, signal?: AbortSignal): Promise<(cost: Spending) => Promise<void>> {
      const id = randomUUID();
      for (;;) {
        last.limits = await limitsNow();
        const reservation = { expected, limits: last.limits, milliseconds };
        const { fits, committed, reserved } = await store.reserve(run, id, reservation);
        last.committed = committed;
        if (fits) break;
        const least = sum(sum(committed, reserved, -1), expected);
        if (exceededUnits(least, last.limits).length > 0) throw usedUp(expected);
        await sleep(PAUSE_MILLISECONDS, signal);
      }
      reservations.add(id);
      return async (cost) => {
        last.committed = sum(last.committed, sum(cost, expected, -1));
        // If the store cannot be reached, the reservation is kept and renewed while this process lives.
        const settled = store.settle(run, id, cost);
        await settled.then(() => reservations.delete(id)).catch(() => {});
      };
    },
    close: () => clearInterval(renewal),
  };
}

/** Rate limits kept in the store. */
export const sharedTurns =
  (store: RunStore): TakeTurn =>
  (key, milliseconds) =>
    store.takeTurn(sha256(key), milliseconds);

/** Lease of a claim: how long a dead worker delays others. */
const LEASE_MILLISECONDS = 10_000;

/** Answers cached in the store; a failing store counts as a miss. @param ttlDays lifetime; default: unlimited */
export function sharedAnswers(store: RunStore, ttlDays?: number): AnswerCache & { close(): void } {
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

/** The text of a cached answer, stored as JSON so that any characters can be stored; empty if damaged. */
function textIn(stored: string): string[] {
  const text = jsonIn(stored);
  return typeof text === 'string' ? [text] : [];
}
