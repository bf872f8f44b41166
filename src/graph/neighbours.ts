/**
 * Similarity of connected nodes (paper Table 3): the cosine of the states at the two ends of each edge of one
 * response's graph. Self-loops do not count.
 */
import type { EncoderRecord } from '../passage.ts';
import { mean } from '../statistics/summary.ts';
import { cosine } from './cosine.ts';
import type { ResponseGraph } from './response-graph.ts';
import type { NodeStates } from './states.ts';

/** Mean and smallest over the edges, in [−1, 1]; null for a graph without an edge between two different nodes. */
export function neighbourSimilarity(graph: ResponseGraph, states: NodeStates): EncoderRecord['neighbours'] {
  const responseId = graph.getAttribute('responseId');
  const stateOf = (entity: string) => states(responseId, entity) as Float32Array;
  const cosines = graph
    .filterEdges((_edge, _attributes, source, target) => source !== target)
    .map((edge) => cosine(stateOf(graph.source(edge)), stateOf(graph.target(edge))));
  const average = mean(cosines);
  return average === null ? null : { mean: average, min: Math.min(...cosines) };
}
