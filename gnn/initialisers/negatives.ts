/**
 * Negative sampling for link prediction: a true edge (s, r, o) becomes a false one by replacing s or o with a random
 * node. A replacement that makes an edge known to be true is drawn again ("filtered" negatives).
 *
 * Source: Schlichtkrull et al. 2018, section 4; Bordes et al. 2013.
 */
import type { Random } from '../../src/random.ts';
import type { GraphBatch, GraphEdge } from '../graph-batch.ts';

/** How often a replacement is drawn before a graph counts as too full to find one. */
const ATTEMPTS = 10;

/** @returns up to `count` false edges for each edge of the graph; fewer where nearly all edges are true */
export function negativeEdges(graph: GraphBatch, count: number, random: Random): GraphEdge[] {
  const known = new Set(graph.edges.map(keyOf));
  const falseEdge = (edge: GraphEdge): GraphEdge | null => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const node = Math.floor(random() * graph.nodeCount);
      const candidate = random() < 0.5 ? { ...edge, source: node } : { ...edge, target: node };
      if (!known.has(keyOf(candidate))) {
        return candidate;
      }
    }
    return null;
  };
  return graph.edges
    .flatMap((edge) => Array.from({ length: count }, () => falseEdge(edge)))
    .filter((edge) => edge !== null);
}

const keyOf = ({ source, relation, target }: GraphEdge) => `${source} ${relation} ${target}`;
