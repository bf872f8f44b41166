/** Compares response graphs by the states of their nodes (paper 3.3), and by those of other encoders. */
import type { GraphEncoder } from '../../gnn/index.ts';
import type { WithThresholds } from '../config/thresholds.ts';
import { type ConsistencyInput, compareTriples } from '../consistency/triple-consistency.ts';
import { neighbourSimilarity } from '../graph/neighbours.ts';
import { buildResponseGraph, type ResponseGraph } from '../graph/response-graph.ts';
import { encodeGraphs } from '../graph/states.ts';
import type { EncoderKind, EncoderRecord, Trace } from '../passage.ts';
import type { PassageParts } from './parts.ts';

interface Context {
  config: WithThresholds;
  parts: Pick<PassageParts, 'encoder' | 'recordedEncoders'>;
}

/** Eq. 2 by the states of the graphs (paper 3.3). */
export async function compareGraphs(
  comparable: Omit<Encodable, 'graphs'>,
  { config, parts }: Context,
): Promise<Pick<Trace, 'consistency' | 'encoders'>> {
  const { original, samples, index, vectors } = comparable;
  const graphs = [original, ...samples].map((response) => buildResponseGraph(response, index));
  const states = await encodeGraphs(graphs, { index, vectors, encoder: parts.encoder, seed: config.seed });
  return {
    consistency: compareTriples({ ...comparable, states }, config.consistency),
    ...(await recordEncoders({ ...comparable, graphs }, { config, parts })),
  };
}

interface Encodable extends Omit<ConsistencyInput, 'states'> {
  /** Of the original and the samples, in this order. */
  graphs: ResponseGraph[];
}

/** The results of the encoders in `recordEncoders` for the same vectors; no embedder or model is called. */
async function recordEncoders(
  { graphs, ...comparable }: Encodable,
  { config, parts }: Context,
): Promise<Pick<Trace, 'encoders'>> {
  const { index, vectors } = comparable;
  const record = async ([kind, encoder]: [EncoderKind, GraphEncoder]): Promise<[string, EncoderRecord]> => {
    const states = await encodeGraphs(graphs, { index, vectors, encoder, seed: config.seed });
    const consistency = compareTriples({ ...comparable, states }, config.consistency);
    return [kind, { consistency, neighbours: neighbourSimilarity(graphs[0] as ResponseGraph, states) }];
  };
  if (parts.recordedEncoders.size === 0) return {};
  return { encoders: Object.fromEntries(await Promise.all([...parts.recordedEncoders].map(record))) };
}
