/** The number of threads for a run. */
import { availableParallelism } from 'node:os';
import type { Config } from '../../config/schema.ts';
import type { Passage } from '../../passage.ts';
import { promptText } from '../../text/conversation.ts';

/** Characters that one thread processes in about the time another takes to start. */
const TEXT_A_THREAD = 200_000;
/** Assumed length of a missing response, in characters. */
const UNSEEN_RESPONSE = 1000;

/**
 * Threads beside the calling one, which then only dispatches passages; 0 where it had better do the work itself: with
 * one processor, one passage in work, or little text.
 *
 * @param threads the maximum; default: the number of processors
 * @param atWork passages in work at once, where that is limited
 */
export function threadsFor(
  passages: readonly Passage[],
  { sampling: { ask, n } }: Pick<Config, 'sampling'>,
  {
    threads = availableParallelism(),
    atWork = passages.length,
  }: { threads?: number | undefined; atWork?: number | undefined },
): number {
  const text = passages.reduce((sum, passage) => sum + lengthOf(passage, ask ? n : 0), 0);
  const count = Math.min(threads, atWork, passages.length, Math.floor(text / TEXT_A_THREAD));
  return count < 2 ? 0 : count;
}

/** @param draws number of samples to draw where there are none */
function lengthOf({ prompt, response, samples = [], context = [] }: Passage, draws: number): number {
  const asked = samples.length === 0 ? draws * UNSEEN_RESPONSE : 0;
  const texts = [promptText(prompt), ...samples, ...context];
  return texts.reduce((sum, { length }) => sum + length, asked + (response?.length ?? UNSEEN_RESPONSE));
}
