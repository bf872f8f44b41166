/** One directed multigraph a response (paper 3.3): nodes = entities, edges = triples, labelled by relation type. */
import { MultiDirectedGraph } from 'graphology';
import type { ResponseId, Segmentation } from '../passage.ts';
import type { IdentityIndex } from './identity.ts';

export interface EntityAttributes {
  /** The first surface form of the entity in this response. */
  label: string;
}

export interface TripleAttributes {
  /** Relation type (group id), shared by all graphs of a passage. */
  relationType: string;
  /** The relation in the words of this response. */
  relation: string;
}

export interface GraphAttributes {
  responseId: ResponseId;
}

/** Node keys are entity group ids, edge keys triple ids. */
export type ResponseGraph = MultiDirectedGraph<EntityAttributes, TripleAttributes, GraphAttributes>;

export function buildResponseGraph(response: Segmentation, index: IdentityIndex): ResponseGraph {
  const graph: ResponseGraph = new MultiDirectedGraph();
  graph.setAttribute('responseId', response.responseId);
  for (const { id, head, relation, tail } of response.triples) {
    const [source, target] = [head, tail].map((mention) => {
      const entity = known(index.entityOf(mention), mention);
      if (!graph.hasNode(entity)) graph.addNode(entity, { label: mention });
      return entity;
    }) as [string, string];
    const relationType = known(index.relationOf(relation), relation);
    graph.addDirectedEdgeWithKey(id, source, target, { relationType, relation });
  }
  return graph;
}

function known(groupId: string | undefined, phrase: string): string {
  if (groupId === undefined) throw new RangeError(`"${phrase}" belongs to no group of this identity`);
  return groupId;
}
