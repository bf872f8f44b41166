/** The budget of a run, over all its models: what is spent, and what is reserved for requests in flight. */
import { z } from 'zod';
import { BudgetError } from '../../errors.ts';
import type { Usage } from '../../passage.ts';

const amount = z.number().min(0);
export const spendingSchema = z.object({
  /** Tokens: input and output. */
  ...{ requests: amount, tokens: amount, usd: amount },
  /** Tokens are partly estimates. */
  estimated: z.literal(true).exactOptional(),
});
export type Spending = z.infer<typeof spendingSchema>;

export type Unit = Exclude<keyof Spending, 'estimated'>;

/** Undefined for no limit. */
export type BudgetLimits = { [unit in Unit]?: number | undefined };

export const NOTHING: Readonly<Spending> = { requests: 0, tokens: 0, usd: 0 };

/** What requests reserve from; a budget shared by several processes answers asynchronously. */
export interface AnyBudget {
  readonly limits: BudgetLimits;
  readonly committed: Spending;
  reserve(expected: Spending, signal?: AbortSignal): Settle | Promise<Settle>;
}
type Settle = (cost: Spending) => void | Promise<void>;

/** Called with the expected cost of a request; the returned function is called with its actual cost. */
export type ReservationListener = (expected: Spending) => (cost: Spending) => void;

export class Budget implements AnyBudget {
  readonly limits: BudgetLimits;
  #spent: Spending = NOTHING;
  #reserved: Spending = NOTHING;
  #listener: ReservationListener = () => () => {};

  /** @param spent by an earlier part of a resumed run */
  constructor(limits: BudgetLimits, spent: Spending = NOTHING) {
    this.limits = limits;
    this.#spent = spent;
  }

  /** @param listener called for each request before it is sent */
  onReserve(listener: ReservationListener): void {
    this.#listener = listener;
  }

  get spent(): Spending {
    return this.#spent;
  }

  /** Spent and reserved: a run that ends now may be charged for requests in flight as well. */
  get committed(): Spending {
    return sum(this.#spent, this.#reserved);
  }

  /**
   * Reserves the expected cost of a request. @returns ends the reservation with the true cost
   * @throws BudgetError when it would exceed the budget together with what is spent and reserved
   */
  reserve(expected: Spending): (cost: Spending) => void {
    const after = sum(this.committed, expected);
    const [exceeded] = exceededUnits(after, this.limits);
    if (exceeded !== undefined) throw this.#error(exceeded, expected);
    const settleListener = this.#listener(expected);
    this.#reserved = sum(this.#reserved, expected);
    return (cost) => {
      settleListener(cost);
      this.#reserved = sum(this.#reserved, expected, -1);
      this.#spent = sum(this.#spent, cost);
    };
  }

  #error(unit: Unit, expected: Spending): BudgetError {
    const shown = (amount: number) => amountOf(unit, amount);
    return new BudgetError(
      `the budget of ${shown(this.limits[unit] ?? 0)} is used up: ${spentIn(unit, this.#spent)} spent, ${shown(this.#reserved[unit])} in flight, and the next request is expected to take ${shown(expected[unit])}. Raise budget.${unit} and resume.`,
    );
  }
}

export const UNITS = ['requests', 'tokens', 'usd'] as const satisfies Unit[];

export const limitedUnits = (limits: BudgetLimits): Unit[] =>
  UNITS.filter((unit) => limits[unit] !== undefined);

export const exceededUnits = (spending: Spending, limits: BudgetLimits): Unit[] =>
  UNITS.filter((unit) => spending[unit] > (limits[unit] ?? Number.POSITIVE_INFINITY));

export const inUnits = (of: (unit: Unit) => number, estimated = false): Spending => ({
  ...{ requests: of('requests'), tokens: of('tokens'), usd: of('usd') },
  ...(estimated && { estimated }),
});

/** The cost of calls in the units of a budget; no dollars where the price is unknown. */
export function spendingOf(usage: Usage & { usd?: number | null | undefined }): Spending {
  const { requests, inputTokens, outputTokens, usd, estimated } = usage;
  return { requests, tokens: inputTokens + outputTokens, usd: usd ?? 0, ...(estimated && { estimated }) };
}

export const sum = (a: Readonly<Spending>, b: Readonly<Spending>, sign: 1 | -1 = 1): Spending =>
  inUnits((unit) => a[unit] + sign * b[unit], a.estimated || b.estimated);

/** The larger amount in each unit. */
export const maxSpending = (one: Spending, other: Spending): Spending =>
  inUnits((unit) => Math.max(one[unit], other[unit]), one.estimated || other.estimated);

/** {@link amountOf} what is spent, as `about 345 tokens` where it is an estimate. */
export const spentIn = (unit: Unit, spent: Readonly<Spending>): string =>
  `${spent.estimated && unit !== 'requests' ? 'about ' : ''}${amountOf(unit, spent[unit])}`;

/** `12 requests`, `345 tokens`, `$0.0123`. */
export function amountOf(unit: Unit, amount: number): string {
  return unit === 'usd'
    ? `$${amount.toFixed(4)}`
    : `${Math.ceil(amount)} ${Math.ceil(amount) === 1 ? unit.slice(0, -1) : unit}`;
}
