/** A chat model whose calls are recorded. */
import { blamesRequest } from '../ask.ts';
import type { ModelIdentity } from '../cache/cache-key.ts';
import { type ChatModel, wrapChat } from '../chat-model.ts';
import type { Cassette } from './cassette.ts';
import { askedEntry, replayed } from './cassette-entry.ts';

/**
 * Wraps `model`. Requests already recorded are answered from the recording, so that an interrupted run continues
 * without repeating them. Answers and failures caused by a single request are recorded; failures of the service,
 * headers and keys are not.
 *
 * @throws CassetteError when the recording cannot be written
 */
export function recordChat(
  model: ChatModel,
  { identity, cassette }: { identity: ModelIdentity; cassette: Cassette },
): ChatModel {
  return wrapChat(model, async (request, options) => {
    options?.signal?.throwIfAborted();
    const asked = askedEntry({ id: model.id, identity }, request);
    const { entry, take } = cassette.take(asked);
    if (entry !== null) return replayed(entry);
    try {
      const answer = await model.complete(request, options);
      await cassette.append({ ...asked, take, answer, error: null });
      return answer;
    } catch (error) {
      if (blamesRequest(error)) {
        const { message, status, retryable } = error;
        await cassette.append({ ...asked, take, answer: null, error: { message, status, retryable } });
      }
      throw error;
    }
  });
}
