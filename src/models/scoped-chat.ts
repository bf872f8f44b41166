/** A chat model that says whose draws are asked for. */
import { isRepeatable, requestKey } from './cache/cache-key.ts';
import type { ChatModel } from './chat-model.ts';

/** Requests are compared within one model here, so its identity does not matter. */
const ANY_MODEL = { service: '', model: '', settings: {} };

/**
 * Wraps `model` for one passage: requests carry `scope`, and equal sampling requests without a seed take one run
 * of draws, each going on where the one before ended. Made anew for every evaluation of a passage, so that
 * evaluating it again means the same draws.
 *
 * @param scope tells this passage from others of the run, for one run seed and passage id
 */
export function scopeChat(model: ChatModel, scope: string): ChatModel {
  const nextDraws = new Map<string, number>();
  return {
    id: model.id,
    complete(request, options) {
      const scoped = { ...request, scope };
      if (isRepeatable(request)) return model.complete(scoped, options);
      const key = requestKey(ANY_MODEL, scoped);
      const firstDraw = nextDraws.get(key) ?? 0;
      nextDraws.set(key, firstDraw + (request.n ?? 1));
      return model.complete({ ...scoped, firstDraw }, options);
    },
  };
}
