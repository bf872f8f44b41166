/** A chat model that adds the scope of its draws. */
import { isRepeatable, requestKey } from './cache/cache-key.ts';
import { type ChatModel, wrapChat } from './chat-model.ts';

/** Requests are compared within one model here, so its identity is irrelevant. */
const ANY_MODEL = { service: '', model: '', settings: {} };

/**
 * Wraps `model` for one evaluation of a passage: requests carry `scope`, and equal sampling requests without a seed
 * share one sequence of draws, each continuing where the one before ended.
 *
 * @param scope identifies the passage within the run, from run seed and passage id
 */
export function scopeChat(model: ChatModel, scope: string): ChatModel {
  const nextDraws = new Map<string, number>();
  return wrapChat(model, (request, options) => {
    const scoped = { ...request, scope };
    if (isRepeatable(request)) return model.complete(scoped, options);
    const key = requestKey(ANY_MODEL, scoped);
    const firstDraw = nextDraws.get(key) ?? 0;
    nextDraws.set(key, firstDraw + (request.n ?? 1));
    return model.complete({ ...scoped, firstDraw }, options);
  });
}
