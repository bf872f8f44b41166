/** A chat model that stops before it costs more than a run may. */
import { HallugraphError, ModelCallError } from '../../errors.ts';
import type { Usage } from '../../passage.ts';
import { type ChatModel, type ChatRequest, wrapChat } from '../chat-model.ts';
import { type AnyBudget, NOTHING, type Spending, spendingOf } from './budget.ts';
import { costOf, type Price, unknownPrice } from './pricing.ts';
import { estimateTextTokens, promptTokens } from './token-estimate.ts';

/** Output tokens expected of an answer before any was received. */
const FIRST_OUTPUT = 300;

export interface BudgetedModel {
  budget: AnyBudget;
  /** The key in `prices`; default: see {@link unknownPrice}. */
  name?: string;
  /** Null for unknown. */
  price: Price | null;
  /** Of one answer, in tokens; default: unlimited. */
  maxOutputTokens?: number | undefined;
  /** Default: an estimate. */
  countTokens?: (text: string) => number;
}

/**
 * Wraps `model`, whose calls are single requests, so that retries count as well. The expected cost of a request is its
 * prompt and the longest answer seen for its purpose; it is reserved before the request is sent, and requests in flight
 * finish. So the last answers may exceed the budget by the amount by which they are longer than all earlier ones. A
 * failed request costs a request, and its expected tokens where the service may bill them.
 *
 * @throws ConfigError when the budget is in dollars and the price is unknown
 * @throws BudgetError (from `complete`) when the next request would exceed the budget
 */
export function budgetChat(model: ChatModel, settings: BudgetedModel): ChatModel {
  const { budget, price, name, countTokens = estimateTextTokens } = settings;
  const { maxOutputTokens = Number.POSITIVE_INFINITY } = settings;
  if (budget.limits.usd !== undefined && price === null) throw unknownPrice('budget.usd', model, name);
  const longest = new Map<string, number>();
  let requestsPerDraw = 0;

  function expected(request: ChatRequest): Spending {
    const { n = 1, purpose } = request;
    const answer = longest.get(purpose) ?? Math.min(FIRST_OUTPUT, maxOutputTokens);
    const requests = Math.max(1, Math.round(n * requestsPerDraw));
    const inputTokens = promptTokens(request.messages, countTokens) * requests;
    return spending({ requests, inputTokens, outputTokens: answer * n });
  }

  const spending = (usage: Usage): Spending => spendingOf({ ...usage, usd: price && costOf(price, usage) });

  return wrapChat(model, async (request, options) => {
    const cost = expected(request);
    const reserve = () => budget.reserve(cost, options?.signal);
    let settle = await reserve();
    const onResend = async () => {
      await settle(REFUSED);
      settle = () => {};
      settle = await reserve();
    };
    try {
      const answer = await model.complete(request, { ...options, onResend });
      const { requests, outputTokens } = answer.usage;
      const { n = 1, purpose } = request;
      longest.set(purpose, Math.max(longest.get(purpose) ?? 0, outputTokens / n));
      if (n > 1) requestsPerDraw = requests > 1 ? requests / n : 0;
      await settle(spending(answer.usage));
      return answer;
    } catch (error) {
      await settle(costOfFailure(error, cost));
      throw error;
    }
  });
}

const REFUSED: Readonly<Spending> = { ...NOTHING, requests: 1 };

/** @param error also the reason of an abort, after which the service may still answer */
function costOfFailure(error: unknown, expected: Spending): Spending {
  if (error instanceof ModelCallError) return error.mayBeBilled ? guessed(expected) : REFUSED;
  // Errors of settings and packages: nothing was sent.
  return error instanceof HallugraphError ? NOTHING : guessed(expected);
}

const guessed = (expected: Spending): Spending => ({ ...expected, estimated: true });
