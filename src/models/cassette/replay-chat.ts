/** A chat model that answers from a recording and asks nobody. */
import { CassetteError } from '../../errors.ts';
import type { ModelIdentity } from '../cache/cache-key.ts';
import type { ChatModel } from '../chat-model.ts';
import type { Cassette } from './cassette.ts';
import { askedEntry, replayed } from './cassette-entry.ts';
import { describeMiss } from './replay-chat-miss.ts';

/**
 * Answers, usage and refusals as recorded, whatever the order of the requests; equal requests of one scope get
 * their recorded answers in the order in which they were asked.
 *
 * @param model.id of the model that was recorded
 * @throws CassetteError when a request is not recorded; the message names the closest one that is
 */
export function replayChat(model: { id: string; identity: ModelIdentity; cassette: Cassette }): ChatModel {
  const { id, cassette } = model;
  return {
    id,
    async complete(request, options) {
      options?.signal?.throwIfAborted();
      const asked = askedEntry(model, request);
      const { entry } = await cassette.take(asked);
      options?.signal?.throwIfAborted();
      if (entry === null) throw new CassetteError(await describeMiss(asked, cassette));
      return replayed(entry);
    },
  };
}
