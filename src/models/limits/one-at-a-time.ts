import { mapAll } from '../../common/map-all.ts';
import { addUsage, ZERO_USAGE } from '../budget/usage.ts';
import type { ChatModel } from '../chat-model.ts';

/** Wraps `model`: `n` answers are `n` requests with different seeds, counted from `firstDraw`. */
export function oneAtATime(model: ChatModel): ChatModel {
  return {
    id: model.id,
    async complete({ firstDraw, ...request }, options) {
      const { n = 1, seed = 0 } = request;
      if (n === 1 && firstDraw === undefined) return model.complete(request, options);
      const answers = await mapAll(
        Array.from({ length: n }, (_, index) => (seed + (firstDraw ?? 0) + index) & 0x7fffffff),
        (own) => model.complete({ ...request, n: 1, seed: own }, options),
      );
      return {
        choices: answers.flatMap(({ choices }) => choices),
        usage: answers.map(({ usage }) => usage).reduce(addUsage, ZERO_USAGE),
      };
    },
  };
}
