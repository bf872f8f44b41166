/** A chat model that stops before it costs more than a run may. */
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
 * Wraps `model`. The expected cost of a request is its prompt and the longest answer seen for its purpose; it is
 * reserved before the request is sent, and requests in flight finish. So the last answers may exceed the budget by
 * the amount by which they are longer than all earlier ones, and a service without `n` by its additional requests.
 *
 * @throws ConfigError when the budget is in dollars and the price is unknown
 * @throws BudgetError (from `complete`) when the next request would exceed the budget
 */
export function budgetChat(
  model: ChatModel,
  {
    budget,
    price,
    name,
    maxOutputTokens = Number.POSITIVE_INFINITY,
    countTokens = estimateTextTokens,
  }: BudgetedModel,
): ChatModel {
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
    const settle = await budget.reserve(expected(request), options?.signal);
    try {
      const answer = await model.complete(request, options);
      const { requests, outputTokens } = answer.usage;
      const { n = 1, purpose } = request;
      longest.set(purpose, Math.max(longest.get(purpose) ?? 0, outputTokens / n));
      if (n > 1) requestsPerDraw = requests > 1 ? requests / n : 0;
      await settle(spending(answer.usage));
      return answer;
    } catch (error) {
      await settle(NOTHING);
      throw error;
    }
  });
}
