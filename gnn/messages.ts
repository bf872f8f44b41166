/**
 * The messages of one layer: for every edge u → v with relation r, the factor 1/c_{v,r} of the RGCN equation.
 *
 *   c_{v,r} = |N_r(v)|           normalisation "relation": the mean over each relation's neighbours, then the sum
 *                                over relations
 *   c_{v,r} = Σ_r' |N_r'(v)|     normalisation "node": the mean over all neighbours, whatever their relation
 *
 * Schlichtkrull et al. (2018) leave c_{v,r} open (section 2.1): the first is their entity classifier's, the second
 * their link predictor's (section 5.2). Parallel edges count as often as they occur, in N_r(v) and in c_{v,r}.
 */
import type { GraphBatch } from './graph-batch.ts';

export type Normalisation = 'relation' | 'node';

/** The edges as columns, ordered by relation. All columns have one entry an edge. */
export interface Messages {
  nodeCount: number;
  relationCount: number;
  sources: Int32Array;
  relations: Int32Array;
  targets: Int32Array;
  /** 1/c_{v,r}, in (0, 1]. */
  coefficients: Float32Array;
}

export function messagesOf(batch: GraphBatch, normalisation: Normalisation): Messages {
  const edges = [...batch.edges].sort((a, b) => a.relation - b.relation);
  const counterOf = (edge: { relation: number; target: number }) =>
    normalisation === 'node' ? edge.target : edge.relation * batch.nodeCount + edge.target;
  const counts = new Map<number, number>();
  for (const edge of edges) counts.set(counterOf(edge), (counts.get(counterOf(edge)) ?? 0) + 1);
  return {
    nodeCount: batch.nodeCount,
    relationCount: batch.relationCount,
    sources: Int32Array.from(edges, (edge) => edge.source),
    relations: Int32Array.from(edges, (edge) => edge.relation),
    targets: Int32Array.from(edges, (edge) => edge.target),
    coefficients: Float32Array.from(edges, (edge) => 1 / (counts.get(counterOf(edge)) as number)),
  };
}

/** The messages of one relation: positions `[start, end)` in the columns. */
export interface RelationRange {
  relation: number;
  start: number;
  end: number;
}

/** Where each relation that occurs begins and ends in columns ordered by relation. */
export function relationRanges(relations: Int32Array): RelationRange[] {
  const ranges: RelationRange[] = [];
  for (const [position, relation] of relations.entries()) {
    const last = ranges.at(-1);
    if (last?.relation === relation) {
      last.end = position + 1;
    } else {
      ranges.push({ relation, start: position, end: position + 1 });
    }
  }
  return ranges;
}
