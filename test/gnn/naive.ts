/**
 * The RGCN equation as loops over nodes, relations and edges: the oracle for the TF.js encoder. Shares no code with it but
 * the types.
 *
 *   e_v^(l+1) = σ( Σ_r Σ_{u∈N_r(v)} (1/c_{v,r}) W_r^(l) e_u^(l) + W_0^(l) e_v^(l) )
 */
import type { EncoderOptions, GraphBatch } from '../../gnn/index.ts';
import type { LayerWeights } from '../../gnn/weights.ts';

type GraphOptions = Pick<EncoderOptions, 'kind' | 'inverseEdges'>;

/** The graph that messages pass through: inverse edges are relations of their own, `gcn` has one relation. */
export function messageGraph(
  { nodeCount, relationCount, edges }: GraphBatch,
  { kind, inverseEdges }: GraphOptions,
): GraphBatch {
  const inverse = edges.map(({ source, relation, target }) => ({
    ...{ source: target, relation: relation + relationCount, target: source },
  }));
  const all = inverseEdges ? [...edges, ...inverse] : edges;
  return kind === 'gcn'
    ? { nodeCount, relationCount: 1, edges: all.map((edge) => ({ ...edge, relation: 0 })) }
    : { nodeCount, relationCount: inverseEdges ? 2 * relationCount : relationCount, edges: all };
}

const ACTIVATE = {
  none: (value: number) => value,
  relu: (value: number) => Math.max(0, value),
  tanh: (value: number) => Math.tanh(value),
};

/** @param normalisation what c counts: the neighbours of a relation, or all of a node */
export function naiveStates(
  { nodeCount, edges }: GraphBatch,
  features: readonly Float32Array[],
  layers: readonly LayerWeights[],
  { activation, normalisation }: { activation: keyof typeof ACTIVATE; normalisation: 'relation' | 'node' },
): number[][] {
  let states = features.map((vector) => [...vector]);
  for (const weights of layers) {
    states = Array.from({ length: nodeCount }, (_, node) => {
      const sum = multiply(states[node] as number[], weights, null);
      const received = edges.filter(({ target }) => target === node);
      for (const { relation, source } of received) {
        const alike = received.filter((edge) => edge.relation === relation);
        const count = (normalisation === 'relation' ? alike : received).length;
        const message = multiply(states[source] as number[], weights, relation);
        for (const [k, value] of message.entries()) sum[k] = (sum[k] as number) + value / count;
      }
      return sum.map(ACTIVATE[activation]);
    });
  }
  return states;
}

/** By the matrix of a relation, or by W_0. */
function multiply(vector: readonly number[], weights: LayerWeights, relation: number | null): number[] {
  const { form, inputWidth, outputWidth, self } = weights;
  const entry = (row: number, column: number): number => {
    if (form === 'dense') {
      const matrix = relation === null ? self : weights.relations[relation];
      return matrix?.[row * outputWidth + column] as number;
    }
    const diagonal = relation === null ? self : weights.relations.subarray(relation * inputWidth);
    return row === column ? (diagonal[row] as number) : 0;
  };
  return Array.from({ length: outputWidth }, (_, column) =>
    vector.reduce((sum, value, row) => sum + value * entry(row, column), 0),
  );
}
