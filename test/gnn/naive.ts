/**
 * The RGCN equation as loops over nodes, relations and edges: the oracle for the TF.js encoder, and the yardstick
 * of the benchmark. Shares no code with it but the types.
 *
 *   e_v^(l+1) = σ( Σ_r Σ_{u∈N_r(v)} (1/c_{v,r}) W_r^(l) e_u^(l) + W_0^(l) e_v^(l) )
 */
import type { GraphBatch } from '../../gnn/index.ts';
import type { LayerWeights } from '../../gnn/weights.ts';

export interface NaiveOptions {
  /** The graph that messages pass through. */
  graph: GraphBatch;
  features: readonly Float32Array[];
  layers: readonly LayerWeights[];
  activation: 'none' | 'relu' | 'tanh';
  normalisation: 'relation' | 'node';
}

export function naiveStates({
  graph,
  features,
  layers,
  activation,
  normalisation,
}: NaiveOptions): number[][] {
  let states = features.map((vector) => [...vector]);
  for (const weights of layers) {
    const next: number[][] = [];
    for (let node = 0; node < graph.nodeCount; node++) {
      const sum = multiply(states[node] as number[], selfMatrix(weights));
      for (let relation = 0; relation < graph.relationCount; relation++) {
        const incoming = graph.edges.filter((edge) => edge.target === node && edge.relation === relation);
        const counted =
          normalisation === 'relation' ? incoming : graph.edges.filter((edge) => edge.target === node);
        for (const edge of incoming) {
          const message = multiply(states[edge.source] as number[], relationMatrix(weights, relation));
          for (const [k, value] of message.entries()) {
            sum[k] = (sum[k] as number) + value / counted.length;
          }
        }
      }
      next.push(sum.map((value) => apply(activation, value)));
    }
    states = next;
  }
  return states;
}

function apply(activation: NaiveOptions['activation'], value: number): number {
  return activation === 'relu' ? Math.max(0, value) : activation === 'tanh' ? Math.tanh(value) : value;
}

type Matrix = (row: number, column: number) => number;

function selfMatrix(weights: LayerWeights): { matrix: Matrix; columns: number } {
  const { self, outputWidth } = weights;
  const matrix: Matrix =
    weights.form === 'diagonal'
      ? (row, column) => (row === column ? (self[row] as number) : 0)
      : (row, column) => self[row * outputWidth + column] as number;
  return { matrix, columns: outputWidth };
}

function relationMatrix(weights: LayerWeights, relation: number): { matrix: Matrix; columns: number } {
  return {
    matrix: (row, column) => relationEntry(weights, relation, row, column),
    columns: weights.outputWidth,
  };
}

function relationEntry(weights: LayerWeights, relation: number, row: number, column: number): number {
  const { inputWidth, outputWidth } = weights;
  if (weights.form === 'diagonal') {
    return row === column ? (weights.relations[relation * inputWidth + row] as number) : 0;
  }
  return weights.relations[relation]?.[row * outputWidth + column] as number;
}

function multiply(
  vector: readonly number[],
  { matrix, columns }: { matrix: Matrix; columns: number },
): number[] {
  return Array.from({ length: columns }, (_, column) =>
    vector.reduce((sum, value, row) => sum + value * matrix(row, column), 0),
  );
}
