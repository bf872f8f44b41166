/** A chat model that counts what its calls cost. */
import type { Usage } from '../passage.ts';
import type { ChatModel } from './chat-model.ts';
import { addUsage, ZERO_USAGE } from './usage.ts';

export interface MeteredChat extends ChatModel {
  /** What all answered calls have cost so far. */
  usage(): Usage;
  /** The same for each purpose, in alphabetical order. */
  usageByPurpose(): Record<string, Usage>;
}

/** Wraps `model`; a meter is made for one passage, so that its verdict can say what it cost. */
export function meterChat(model: ChatModel): MeteredChat {
  const byPurpose = new Map<string, Usage>();
  return {
    id: model.id,
    async complete(request, options) {
      const answer = await model.complete(request, options);
      byPurpose.set(request.purpose, addUsage(byPurpose.get(request.purpose) ?? ZERO_USAGE, answer.usage));
      return answer;
    },
    usage: () => [...byPurpose.values()].reduce(addUsage, ZERO_USAGE),
    usageByPurpose: () => Object.fromEntries([...byPurpose].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
