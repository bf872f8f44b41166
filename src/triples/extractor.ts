/** The interface of triple-oriented segmentation (paper 3.2): a response becomes (head, relation, tail) facts. */
import type { CallOptions } from '../models/chat-model.ts';
import type { ResponseId, Segmentation } from '../passage.ts';

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
