/** The nodes of a response's graph before and after message passing, recomputed from its records (paper Figure 2). */
import type { GraphEncoder } from '../../gnn/index.ts';
import type { CallOptions } from '../models/chat-model.ts';
import type { Embedder } from '../models/embedder.ts';
import { ORIGINAL, type PassageVerdict } from '../passage.ts';
import { indexIdentity } from './identity.ts';
import { embedPhrases, vectorOf } from './phrase-vectors.ts';
import { buildResponseGraph } from './response-graph.ts';
import { encodeGraphs } from './states.ts';

export interface NodeState {
  /** The representative mention of the entity. */
  label: string;
  passageId: string;
  /** The embedding of the label. */
  before: number[];
  after: number[];
}

/**
 * The nodes of the graph of the response, in order. Vectors are not recorded, so the phrases of all responses are
 * embedded again; extraction and identity are those of the record. Empty for a passage without a graph.
 */
export async function nodeStates(
  { passage, trace }: PassageVerdict,
  { embedder, encoder }: { embedder: Embedder; encoder: GraphEncoder },
  { seed, ...options }: CallOptions & { seed: number },
): Promise<NodeState[]> {
  const index = indexIdentity(trace.identity);
  if (index.identity.entities.length === 0) return [];
  const responses = trace.segmentations.filter(({ triples }) => triples.length > 0);
  const vectors = await embedPhrases(embedder, responses, options);
  const graphs = responses.map((response) => buildResponseGraph(response, index));
  const states = await encodeGraphs(graphs, { index, vectors, encoder, seed });
  const labels = new Map(index.identity.entities.map(({ id, label }) => [id, label]));
  const original = graphs.find((graph) => graph.getAttribute('responseId') === ORIGINAL);
  return (original?.nodes() ?? []).map((entity) => {
    const label = labels.get(entity) as string;
    const after = states(ORIGINAL, entity) as Float32Array;
    return { label, passageId: passage.id, before: [...vectorOf(vectors, label)], after: [...after] };
  });
}
