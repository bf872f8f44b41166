/** A chat model that counts what its calls cost. */
import type { PurposeUsage, Usage } from '../../passage.ts';
import type { ChatModel } from '../chat-model.ts';
import { costOf, type Price } from './pricing.ts';
import { addUsage, ZERO_USAGE } from './usage.ts';

/** Usage and costs (in US dollars; null where the price is unknown) of all answered calls so far. */
export interface MeteredChat extends ChatModel {
  usage(): Usage;
  /** In alphabetical order. */
  byPurpose(): Record<string, PurposeUsage>;
  cost(): number | null;
}

/** Wraps `model`, once per passage. @param price null for unknown */
export function meterChat(model: ChatModel, price: Price | null = null): MeteredChat {
  const purposes = new Map<string, Usage>();
  const usage = () => [...purposes.values()].reduce(addUsage, ZERO_USAGE);
  const costOfUsage = (used: Usage) => price && costOf(price, used);
  return {
    id: model.id,
    async complete(request, options) {
      const answer = await model.complete(request, options);
      purposes.set(request.purpose, addUsage(purposes.get(request.purpose) ?? ZERO_USAGE, answer.usage));
      return answer;
    },
    usage,
    byPurpose() {
      const sorted = [...purposes].sort(([a], [b]) => (a < b ? -1 : 1));
      return Object.fromEntries(
        sorted.map(([purpose, used]) => [purpose, { ...used, usd: costOfUsage(used) }]),
      );
    },
    cost: () => costOfUsage(usage()),
  };
}
