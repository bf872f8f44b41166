/** For extractors that need a request per response. */
import { ORIGINAL, type ResponseId, type Segmentation } from '../passage.ts';
import type { ResponseText } from './extractor.ts';

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
