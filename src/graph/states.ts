/** Node states after message passing: all graphs of a passage in one batch, with shared relation indices. */
import type { GraphBatch, GraphEncoder } from '../../gnn/index.ts';
import type { ResponseId } from '../passage.ts';
import type { IdentityIndex } from './identity.ts';
import { type PhraseVectors, vectorOf } from './phrase-vectors.ts';
import type { ResponseGraph } from './response-graph.ts';

/** The state of an entity (group id) in one response's graph; undefined where the graph lacks it. */
export type NodeStates = (responseId: ResponseId, entity: string) => Float32Array | undefined;

interface Node {
  responseId: ResponseId;
  entity: string;
}

/**
 * Encodes the graphs together. The feature of a node is the embedding of its entity's representative mention,
 * so that an entity starts from the same vector in every response and differs by its neighbourhood alone.
 */
export async function encodeGraphs(
  graphs: readonly ResponseGraph[],
  context: { index: IdentityIndex; vectors: PhraseVectors; encoder: GraphEncoder; seed: number },
): Promise<NodeStates> {
  const { index, vectors, encoder, seed } = context;
  const labels = new Map(index.identity.entities.map(({ id, label }) => [id, label]));
  const { batch, nodes } = batchGraphs(graphs, index);
  const features = nodes.map(({ entity }) => vectorOf(vectors, labels.get(entity) as string));
  const states = await encoder.encode(batch, features, seed);
  const byNode = new Map(nodes.map((node, position) => [keyOf(node), states[position] as Float32Array]));
  return (responseId, entity) => byNode.get(keyOf({ responseId, entity }));
}

/** Merges graphs block-diagonally: node and edge order follow graph order, then insertion order. */
function batchGraphs(
  graphs: readonly ResponseGraph[],
  index: IdentityIndex,
): { batch: GraphBatch; nodes: Node[] } {
  const relationIndex = new Map(index.identity.relations.map(({ id }, position) => [id, position]));
  const nodes: Node[] = [];
  const position = new Map<string, number>();
  for (const graph of graphs) {
    const responseId = graph.getAttribute('responseId');
    graph.forEachNode((entity) => {
      position.set(keyOf({ responseId, entity }), nodes.length);
      nodes.push({ responseId, entity });
    });
  }
  const edges = graphs.flatMap((graph) => {
    const responseId = graph.getAttribute('responseId');
    return graph.mapEdges((_edge, { relationType }, source, target) => ({
      source: position.get(keyOf({ responseId, entity: source })) as number,
      relation: relationIndex.get(relationType) as number,
      target: position.get(keyOf({ responseId, entity: target })) as number,
    }));
  });
  return { batch: { nodeCount: nodes.length, relationCount: relationIndex.size, edges }, nodes };
}

const keyOf = ({ responseId, entity }: Node): string => `${responseId} ${entity}`;
