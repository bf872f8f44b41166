/** A chat model that is recorded, and one that answers from a recording. */
import { CassetteError } from '../../errors.ts';
import type { ModelIdentity } from '../cache/cache-key.ts';
import { type ChatModel, wrapChat } from '../chat-model.ts';
import type { Cassette } from './cassette.ts';
import { type AskedEntry, askedEntry, type CassetteEntry, replayed, slotOf } from './cassette-entry.ts';
import { blamesRequest } from '../ask.ts';

/**
 * Answers, usage and refusals as recorded, whatever the order of the requests; equal requests of one scope get their
 * recorded answers in the order in which they were asked.
 *
 * @param model.id of the recorded model
 * @throws CassetteError when a request is not recorded; the message names the closest recorded one
 */
export function replayChat(model: { id: string; identity: ModelIdentity; cassette: Cassette }): ChatModel {
  const { id, cassette } = model;
  return {
    id,
    async complete(request, options) {
      options?.signal?.throwIfAborted();
      const asked = askedEntry(model, request);
      const { entry } = cassette.take(asked);
      if (entry !== null) return replayed(entry);
      throw new CassetteError(describeMiss(asked, cassette.entries()));
    },
  };
}

/** What the recording lacks, and how it differs from the closest recorded request for the same purpose. */
function describeMiss(asked: AskedEntry, entries: readonly CassetteEntry[]): string {
  const { purpose, model } = asked.request;
  const what = `the recording has no answer to a request for "${purpose}" of ${model}`;
  const recorded = entries.filter((entry) => slotOf(entry) === slotOf(asked)).length;
  if (recorded > 0) {
    return `${what}: it was recorded ${recorded === 1 ? 'once' : `${recorded} times`} and is requested once more`;
  }
  const [closest] = entries
    .filter(({ request }) => request.purpose === purpose)
    .map((entry) => compare(entry, asked))
    .sort((a, b) => a.differences.length - b.differences.length || b.common - a.common);
  if (closest === undefined) return `${what}: nothing was recorded for "${purpose}"`;
  const { differences } = closest;
  if (differences.length === 0) differences.push('settings of the model or the answer schema');
  const lines = differences.map((line) => `- ${line}`);
  return `${what}. The closest request recorded for it differs in\n${lines.join('\n')}`;
}

/** The differences, and the length of the common prefix of the texts. */
function compare(recorded: AskedEntry, asked: AskedEntry): { differences: string[]; common: number } {
  const theirs = comparable(recorded);
  const differences = Object.entries(comparable(asked))
    .filter(([name, value]) => theirs[name] !== value)
    .map(([name, value]) => `${name}: recorded ${theirs[name] ?? 'none'}, asked ${value ?? 'none'}`);
  let common = 0;
  for (const [index, { role, content }] of asked.request.messages.entries()) {
    const other = recorded.request.messages[index]?.content ?? '';
    const at = commonLength(other, content);
    common += at;
    if (other === content) continue;
    const place = `message ${index + 1} (${role}) from character ${at + 1}`;
    differences.push(`${place}: recorded ${excerpt(other, at)}, asked ${excerpt(content, at)}`);
    break;
  }
  return { differences, common };
}

function comparable({ scope, firstDraw, n, request }: AskedEntry): Record<string, unknown> {
  const { model, temperature, seed, schema, logprobs = null, messages } = request;
  return {
    ...{ model, temperature, 'alternatives of a token': logprobs },
    ...{ seed, schema, scope, n, 'first draw': firstDraw },
    messages: messages.map(({ role }) => role).join(' and '),
  };
}

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

const EXCERPT_LENGTH = 40;

function excerpt(text: string, at: number): string {
  const end = at + EXCERPT_LENGTH;
  return JSON.stringify(text.slice(at, end)) + (text.length > end ? '…' : '');
}

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
