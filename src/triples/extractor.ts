/** The interface of triple-oriented segmentation (paper 3.2): a response becomes (head, relation, tail) facts. */
import type { CallOptions } from '../models/chat-model.ts';
import { ORIGINAL, type ResponseId, type Segmentation } from '../passage.ts';

export interface ResponseText {
  id: ResponseId;
  text: string;
}

/**
 * Turns one response into triples.
 *
 * Promises: a response it cannot read is an outcome, not an error; triple ids are `<response id>/<ordinal from 1>`
 * in order; what looks like a triple and is not usable stands in `rejected`; no two triples of a response are
 * equal; no head is a pronoun; equal input gives equal output, as far as the model behind it does.
 *
 * @throws ModelCallError when a model service did not answer
 */
export interface TripleExtractor {
  /** Kind and model, for records. */
  readonly id: string;
  extract(response: ResponseText, context: { prompt: string }, options?: CallOptions): Promise<Segmentation>;
  /** For several responses of a passage, in order, where one call can read several. */
  extractAll?(
    responses: readonly ResponseText[],
    context: { prompt: string },
    options?: CallOptions,
  ): Promise<Segmentation[]>;
}

/**
 * Reads the original before its samples, and skips these where it cannot be read or a model refuses to read it: there
 * would be nothing to compare.
 *
 * @param read one segmentation per response, in order
 */
export async function originalFirst(
  responses: readonly ResponseText[],
  read: (some: readonly ResponseText[]) => Promise<Segmentation[]>,
): Promise<Segmentation[]> {
  const [original, ...samples] = responses;
  if (original?.id !== ORIGINAL) return read(responses);
  const own = await read([original]);
  const isRead = own.every(({ outcome }) => outcome === 'ok' || outcome === 'no-triples');
  return [...own, ...(isRead ? await read(samples) : samples.map(({ id }) => unread(id)))];
}

const unread = (responseId: ResponseId): Segmentation => ({
  ...{ responseId, outcome: 'failed', detail: 'not read, since the response was not' },
  ...{ triples: [], rejected: [] },
});
