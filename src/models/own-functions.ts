/** Models made from functions. */
import { estimateTextTokens, estimateTokens } from './budget/token-estimate.ts';
import type { CallOptions, ChatModel, ChatRequest } from './chat-model.ts';
import type { Embedder } from './embedder.ts';
import { isBlank, normalised, withBlanks } from './vectors.ts';

/**
 * A chat model that is a function from a request to the text of an answer; several answers are drawn by as many
 * calls. Token counts are estimated from the texts.
 *
 * An error from `answer` ends the evaluation; a {@link ModelCallError} with `retryable: true` is retried.
 *
 * @param id `provider/model`: names it in records, prices and the cache
 * @example
 * const chat = chatFunction('acme/chat', async ({ messages, temperature }) => acme.answer(messages, temperature));
 */
export function chatFunction(
  id: string,
  answer: (request: ChatRequest, options: CallOptions) => Promise<string>,
): ChatModel {
  return {
    id,
    async complete(request, options = {}) {
      options.signal?.throwIfAborted();
      const text = await answer(request, options);
      if (typeof text !== 'string') throw new TypeError(`${id}: expected a text, found ${typeof text}`);
      const [inputTokens, outputTokens] = [estimateTokens(request.messages), estimateTextTokens(text)];
      return {
        choices: [{ text, finishReason: 'stop' }],
        usage: { requests: 1, inputTokens, outputTokens },
      };
    },
  };
}

/**
 * An embedder that is a function from texts to vectors, one for each of them in their order, all of one length. Blank
 * texts are not passed on.
 *
 * @param id `provider/model`, for records
 * @example
 * const embed = embedFunction('acme/vectors', async (texts) => acme.embed(texts));
 */
export function embedFunction(
  id: string,
  vectorsOf: (texts: string[], options: CallOptions) => Promise<readonly ArrayLike<number>[]>,
): Embedder {
  return {
    id,
    async embed(texts, options = {}) {
      options.signal?.throwIfAborted();
      if (texts.length === 0) return [];
      const filled = texts.filter((text) => !isBlank(text));
      // If all are blank, any word gives the vector length.
      const asked = filled.length > 0 ? filled : ['word'];
      const vectors = await vectorsOf(asked, options);
      const width = vectors[0]?.length ?? 0;
      if (vectors.length !== asked.length || vectors.some(({ length }) => length !== width)) {
        throw new RangeError(`${id}: expected ${asked.length} vectors of one length, one for each text`);
      }
      return withBlanks(texts, vectors.map(normalised), width);
    },
  };
}
