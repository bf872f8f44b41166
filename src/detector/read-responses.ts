/** Which responses of a passage are segmented, and their mentions identified. */
import { mapAll } from '../common/map-all.ts';
import type { Config } from '../config/schema.ts';
import { identify, type IdentityIndex, type IdentitySettings } from '../graph/identity.ts';
import { embedPhrases, type PhraseVectors } from '../graph/phrase-vectors.ts';
import type { CallOptions } from '../models/chat-model.ts';
import { ORIGINAL, type Passage, type Segmentation, sampleId } from '../passage.ts';
import { asksJudge } from '../records/abstention.ts';
import { hasReference } from '../reference/measure-reference.ts';
import { promptText } from '../text/conversation.ts';
import { comparesGraphs, restsOnSamples } from './config-uses.ts';
import type { PassageParts } from './parts.ts';

/**
 * Whether samples are segmented: where a verdict may rest on them, or where votes on them are asked for, as a trace
 * does. A passage held against its references alone is judged without.
 */
export const readsSamples = (passage: Pick<Passage, 'context'>, config: Config): boolean =>
  restsOnSamples(config) ||
  comparesGraphs(config) ||
  asksJudge(config) ||
  config.reference.checker === 'none' ||
  !hasReference(passage);

/** The segmentations of the response and of these samples, in this order. */
export async function readResponses(
  { prompt: asked, response = '', samples = [] }: Pick<Passage, 'prompt' | 'response' | 'samples'>,
  { extractor }: Pick<PassageParts, 'extractor'>,
  options?: CallOptions,
): Promise<Segmentation[]> {
  const prompt = promptText(asked);
  const responses = [
    { id: ORIGINAL, text: response },
    ...samples.map((text, index) => ({ id: sampleId(index), text })),
  ];
  if (extractor.extractAll) return extractor.extractAll(responses, { prompt }, options);
  return mapAll(responses, (one) => extractor.extract(one, { prompt }, options));
}

/** What is one entity or relation type in these responses. */
export async function identifyMentions(
  responses: readonly Segmentation[],
  { embedder, settings }: { embedder: PassageParts['embedder']; settings: IdentitySettings },
  options?: CallOptions,
): Promise<{ vectors: PhraseVectors; index: IdentityIndex }> {
  const vectors = await embedPhrases(embedder, responses, options);
  return { vectors, index: identify(responses, vectors, settings) };
}
