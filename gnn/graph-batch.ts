/**
 * The input of an encoder: graphs as plain numbers.
 *
 * All graphs of a passage are one block-diagonal batch: their nodes are numbered on, no edge crosses from one
 * graph to another, and ONE numbering of relations serves all of them. So all graphs meet the same weights,
 * without which their states could not be compared.
 */

/** A directed edge; its message flows from `source` to `target`, so source ∈ N_relation(target). */
export interface GraphEdge {
  /** Node index in [0, nodeCount). */
  source: number;
  /** Relation index in [0, relationCount). */
  relation: number;
  /** Node index in [0, nodeCount). */
  target: number;
}

/** Graphs merged block-diagonally. Self loops and parallel edges are allowed; each occurrence counts. */
export interface GraphBatch {
  nodeCount: number;
  relationCount: number;
  edges: readonly GraphEdge[];
}

/**
 * Checks a batch against the features of its nodes: one vector a node, all of one length, all numbers finite.
 *
 * @throws RangeError naming the first offence
 */
export function checkBatch(batch: GraphBatch, features: readonly Float32Array[]): void {
  checkIndex('nodeCount', batch.nodeCount, Number.MAX_SAFE_INTEGER);
  checkIndex('relationCount', batch.relationCount, Number.MAX_SAFE_INTEGER);
  batch.edges.forEach((edge, index) => {
    checkIndex(`source of edge ${index}`, edge.source, batch.nodeCount);
    checkIndex(`relation of edge ${index}`, edge.relation, batch.relationCount);
    checkIndex(`target of edge ${index}`, edge.target, batch.nodeCount);
  });
  if (features.length !== batch.nodeCount) {
    throw new RangeError(
      `gnn: expected one feature vector a node (${batch.nodeCount}), got ${features.length}`,
    );
  }
  const width = features[0]?.length ?? 0;
  features.forEach((vector, node) => {
    if (vector.length !== width) {
      throw new RangeError(`gnn: feature vector ${node} has length ${vector.length}, the first has ${width}`);
    }
    if (!allFinite(vector)) {
      throw new RangeError(`gnn: feature vector ${node} holds a value that is not finite`);
    }
  });
}

/** A loop, as `every` takes ten times as long and this runs over each passage's whole features. */
function allFinite(vector: Float32Array): boolean {
  for (let index = 0; index < vector.length; index++) {
    if (!Number.isFinite(vector[index])) return false;
  }
  return true;
}

function checkIndex(name: string, value: number, limit: number): void {
  if (!Number.isInteger(value) || value < 0 || value >= limit) {
    throw new RangeError(`gnn: ${name} must be an integer in [0, ${limit}), got ${value}`);
  }
}

/** Adds to every edge (u, r, v) its inverse (v, r + relationCount, u): a relation of its own. */
export function withInverseEdges(batch: GraphBatch): GraphBatch {
  const { nodeCount, relationCount, edges } = batch;
  const inverse = edges.map(({ source, relation, target }) => ({
    source: target,
    relation: relation + relationCount,
    target: source,
  }));
  return { nodeCount, relationCount: 2 * relationCount, edges: [...edges, ...inverse] };
}

/** Forgets what the relations are: every edge has relation 0 (RGCN becomes GCN). */
export function withoutRelations({ nodeCount, edges }: GraphBatch): GraphBatch {
  return { nodeCount, relationCount: 1, edges: edges.map((edge) => ({ ...edge, relation: 0 })) };
}
