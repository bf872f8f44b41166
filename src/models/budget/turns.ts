/**
 * Schedules the requests of passages under a budget, so that as many passages as possible are finished when it runs
 * out.
 *
 * Passages are served in the order in which they begin. The first one in work never waits. Any other waits with its
 * next request until the rest of the budget covers what it and all passages before it are still expected to cost:
 *
 *   limit − spent − Σ_{j ≤ i} max(0, costRatio · expected_j − spent_j) ≥ 0,
 *
 * so a passage begins only when there is enough to finish it, and where passages cost more than expected, the last
 * ones wait. `costRatio` is the largest ratio of actual to expected cost of any passage, at least 1. Once the budget has
 * refused a request, no further passage begins.
 */
import { untilAborted } from '../../common/call-signal.ts';
import { BudgetError } from '../../errors.ts';
import { type ChatModel, wrapChat } from '../chat-model.ts';
import {
  type AnyBudget,
  exceededUnits,
  inUnits,
  NOTHING,
  type Spending,
  spendingOf,
  sum,
  UNITS,
} from './budget.ts';
import { costOf, type Price } from './pricing.ts';

interface InWork {
  /** How many evaluations of it run concurrently. */
  times: number;
  expected: Readonly<Spending>;
  spent: Readonly<Spending>;
}

interface Waiting {
  scope: string;
  go: () => void;
  stop: (reason: unknown) => void;
}

export class Turns {
  readonly #budget: AnyBudget;
  /** In the order in which they began. */
  readonly #inWork = new Map<string, InWork>();
  readonly #waiting = new Set<Waiting>();
  readonly #costRatio: Spending = { requests: 1, tokens: 1, usd: 1 };
  #refusal: BudgetError | null = null;

  constructor(budget: AnyBudget) {
    this.#budget = budget;
  }

  /** @returns ends the passage */
  begin(scope: string, expected: Spending): () => void {
    const before = this.#inWork.get(scope) ?? { times: 0, expected: NOTHING, spent: NOTHING };
    const passage = { ...before, times: before.times + 1, expected: sum(before.expected, expected) };
    this.#inWork.set(scope, passage);
    return () => {
      const own = this.#inWork.get(scope);
      if (own && own.times > 1) own.times -= 1;
      else this.#inWork.delete(scope);
      this.#wake();
    };
  }

  /**
   * Resolves when a passage may send its next request; at once for one that was not begun.
   * @throws BudgetError where it has spent nothing yet and the budget has refused a request
   */
  async wait(scope: string, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.#isStopped(scope)) throw this.#refusal;
    if (this.#mayGo(scope)) return;
    const waiting: Waiting = { scope, go: () => {}, stop: () => {} };
    const turn = new Promise<void>((resolve, reject) => {
      Object.assign(waiting, { go: resolve, stop: reject });
    });
    this.#waiting.add(waiting);
    await untilAborted(turn, signal).finally(() => this.#waiting.delete(waiting));
  }

  spend(scope: string, cost: Spending): void {
    const passage = this.#inWork.get(scope);
    if (passage === undefined) return;
    passage.spent = sum(passage.spent, cost);
    for (const unit of UNITS) {
      const share = passage.expected[unit] > 0 ? passage.spent[unit] / passage.expected[unit] : 1;
      this.#costRatio[unit] = Math.max(this.#costRatio[unit], share);
    }
    this.#wake();
  }

  refuse(refusal: BudgetError): void {
    this.#refusal ??= refusal;
    this.#wake();
  }

  #isStopped(scope: string): boolean {
    return this.#refusal !== null && this.#inWork.get(scope)?.spent.requests === 0;
  }

  #mayGo(scope: string): boolean {
    if (!this.#inWork.has(scope)) return true;
    const { committed, limits } = this.#budget;
    let needed = committed;
    let isFirst = true;
    for (const [other, passage] of this.#inWork) {
      if (other === scope && isFirst) return true;
      needed = sum(needed, this.#restOf(passage));
      if (other === scope) break;
      isFirst = false;
    }
    return exceededUnits(needed, limits).length === 0;
  }

  #restOf({ expected, spent }: InWork): Spending {
    return inUnits((unit) => Math.max(0, this.#costRatio[unit] * expected[unit] - spent[unit]));
  }

  #wake(): void {
    for (const waiting of [...this.#waiting]) {
      if (this.#isStopped(waiting.scope)) waiting.stop(this.#refusal);
      else if (this.#mayGo(waiting.scope)) waiting.go();
    }
  }
}

/** Wraps `model`, whose requests name their scope: each is sent when its passage's turn comes. */
export function takeTurns(model: ChatModel, turns: Turns, price: Price | null): ChatModel {
  return wrapChat(model, async (request, options) => {
    const { scope = '' } = request;
    await turns.wait(scope, options?.signal);
    try {
      const answer = await model.complete(request, options);
      turns.spend(scope, spendingOf({ ...answer.usage, usd: price && costOf(price, answer.usage) }));
      return answer;
    } catch (error) {
      if (error instanceof BudgetError) turns.refuse(error);
      throw error;
    }
  });
}
