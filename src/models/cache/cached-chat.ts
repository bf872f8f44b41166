/** A chat model with a cache: no request is sent twice. */
import { subSeed } from '../../common/random.ts';
import type { CallOptions, ChatAnswer, ChatModel, ChatRequest } from '../chat-model.ts';
import { wrapChat } from '../chat-model.ts';
import { sleep, untilAborted } from '../../common/call-signal.ts';
import { isNumbered, type ModelIdentity, requestKey } from './cache-key.ts';
import { finishedTexts, type CachedDraws, lookUp, merged, numbersOf } from './cached-draws.ts';
import type { AnswerCache } from './response-cache.ts';

export interface ChatCaching {
  identity: ModelIdentity;
  cache: AnswerCache;
  /** Called with the number of draws answered from the cache. */
  onCachedDraws?: (draws: number) => void;
}

/** How often a request polls whether another process has stored its answer, in milliseconds. */
const POLL_MILLISECONDS = 50;

/**
 * Wraps `model`. Cached draws cost nothing and are not in the usage; missing ones are requested together. Only
 * finished answers with a text are cached: no refusals, no filtered or truncated ones, none without the JSON that was
 * asked for, no errors.
 *
 * Equal concurrent requests become one, over all processes on the same cache. Requests whose draws cannot be numbered
 * ({@link isNumbered}) pass through.
 */
export function cacheChat(
  model: ChatModel,
  { identity, cache, onCachedDraws = () => {} }: ChatCaching,
): ChatModel {
  const inTurn = turnsByKey();

  function answerFrom(kept: CachedDraws, request: ChatRequest): ChatAnswer | null {
    if (kept.missing.length > 0) return null;
    onCachedDraws(kept.texts.size);
    return merged(request, kept);
  }

  /** Requests the missing draws; null while another process holds the claim. */
  async function fill(key: string, request: ChatRequest, options?: CallOptions): Promise<ChatAnswer | null> {
    if (!(await cache.claim(key))) return null;
    try {
      // Looked up again, since another process may have stored them just before the claim.
      const kept = await lookUp(cache, key, request);
      const { missing } = kept;
      if (missing.length === 0) return answerFrom(kept, request);
      const fresh = await model.complete(
        { ...request, n: missing.length, ...seedOf(request, missing) },
        options,
      );
      await cache.store(key, finishedTexts(request, missing, fresh.choices));
      onCachedDraws(kept.texts.size);
      return merged(request, kept, fresh);
    } finally {
      await cache.release(key);
    }
  }

  async function answer(key: string, request: ChatRequest, options?: CallOptions): Promise<ChatAnswer> {
    for (;;) {
      const kept = await lookUp(cache, key, request);
      const found = answerFrom(kept, request) ?? (await fill(key, request, options));
      if (found !== null) return found;
      await sleep(POLL_MILLISECONDS, options?.signal);
    }
  }

  return wrapChat(model, async (request, options) => {
    options?.signal?.throwIfAborted();
    if (!isNumbered(request)) return model.complete(request, options);
    const key = requestKey(identity, request);
    return inTurn(key, options?.signal, () => answer(key, request, options));
  });
}

/** Runs the actions of one key sequentially; a failed or aborted one does not affect the others. */
function turnsByKey() {
  const turns = new Map<string, Promise<void>>();
  return <T>(key: string, signal: AbortSignal | undefined, action: () => Promise<T>): Promise<T> => {
    const before = turns.get(key);
    const turn = before ? untilAborted(before, signal).then(action) : action();
    const ended: Promise<void> = Promise.allSettled([before, turn]).then(() => {
      if (turns.get(key) === ended) turns.delete(key);
    });
    turns.set(key, ended);
    return turn;
  };
}

/**
 * The seed for some of the draws: with the seed of the whole request, a service would return the first draws again.
 * Draws at the end get the seeds of single requests; those in between get seeds that no other draw has.
 */
function seedOf(request: ChatRequest, missing: readonly number[]): { seed?: number } {
  const { seed } = request;
  if (seed === undefined) return {};
  const first = missing[0] as number;
  const isRest = numbersOf(request).at(-missing.length) === first;
  return { seed: isRest ? seed + first : subSeed(seed, 'draws', ...missing) };
}
