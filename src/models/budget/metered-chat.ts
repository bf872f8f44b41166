/** A chat model that counts what its calls cost. */
import type { Usage } from '../../passage.ts';
import type { ChatModel } from '../chat-model.ts';
import { costOf, type Price } from './pricing.ts';
import { addUsage, ZERO_USAGE } from './usage.ts';

export interface MeteredChat extends ChatModel {
  /** Usage of all answered calls so far. */
  usage(): Usage;
  /** The same for each purpose, in alphabetical order. */
  usageByPurpose(): Record<string, Usage>;
  /** In US dollars; null where the price is unknown. */
  cost(): number | null;
  /** In US dollars for each purpose, in alphabetical order; null where the price is unknown. */
  costByPurpose(): Record<string, number> | null;
}

/**
 * Wraps `model`; one meter per passage, so that its verdict holds its costs.
 *
 * @param price null for unknown
 */
export function meterChat(model: ChatModel, price: Price | null = null): MeteredChat {
  const byPurpose = new Map<string, Usage>();
  const inOrder = () => [...byPurpose].sort(([a], [b]) => (a < b ? -1 : 1));
  const usage = () => [...byPurpose.values()].reduce(addUsage, ZERO_USAGE);
  return {
    id: model.id,
    async complete(request, options) {
      const answer = await model.complete(request, options);
      byPurpose.set(request.purpose, addUsage(byPurpose.get(request.purpose) ?? ZERO_USAGE, answer.usage));
      return answer;
    },
    usage,
    usageByPurpose: () => Object.fromEntries(inOrder()),
    cost: () => price && costOf(price, usage()),
    costByPurpose: () =>
      price && Object.fromEntries(inOrder().map(([purpose, used]) => [purpose, costOf(price, used)])),
  };
}
