/**
 * Node states from the relational structure of a passage's graphs (paper 3.3): the RGCN
 *
 *   e_v^(l+1) = σ( Σ_r Σ_{u∈N_r(v)} (1/c_{v,r}) W_r^(l) e_u^(l) + W_0^(l) e_v^(l) )
 *
 *   e_v   state of node v
 *   N_r   sources of the edges with relation r that end in v
 *   c     normalisation, see messages.ts
 *   W     weights, see weights.ts
 *   σ     none, relu or tanh, after every layer or between layers only
 *
 * (Schlichtkrull et al. 2018, Eq. 2; a node without incoming edges keeps σ(W_0 e_v)) and its two ablations: `gcn` forgets
 * the relations (−Relations), `identity` the graph (−Graph). The weights are not trained: see initialisers/ for the two
 * ways to set them.
 */
import { openRuntime } from './backend.ts';
import { type BackendChoice, checkOptions, type EncoderOptions } from './encoder-options.ts';
import { forward } from './forward.ts';
import { checkBatch, type GraphBatch, withInverseEdges, withoutRelations } from './graph-batch.ts';
import { glorotWeights } from './initialisers/glorot.ts';
import { residualWeights } from './initialisers/residual.ts';
import { messagesOf } from './messages.ts';
import type { Runtime } from './runtime.ts';

/**
 * Gives every node a state that mixes its feature with those of its neighbours.
 *
 * Promises: states come in node order and are as wide as the features; zero vectors and vectors of width 0 are
 * fine; equal batch, features and seed give equal states on one backend, and states within 1e-5 on another;
 * nodes of different graphs of a batch do not touch; calls may overlap.
 */
export interface GraphEncoder {
  /** Such as `rgcn/residual/2 layers`, for records. */
  readonly id: string;
  /**
   * Chooses the backend, unless states were asked for before.
   *
   * @throws BackendError when no backend works, or not the one asked for
   */
  backend(): Promise<BackendChoice>;
  /**
   * @param features one finite vector a node, all of one length
   * @param seed of glorot weights; residual ones do not depend on it
   * @throws RangeError for an index out of range, or features that do not fit the batch
   * @throws BackendError as `backend` does
   */
  encode(batch: GraphBatch, features: readonly Float32Array[], seed: number): Promise<Float32Array[]>;
}

/**
 * Makes an encoder. TF.js is loaded when states are first asked for, and not at all for `identity`.
 *
 * @throws RangeError for options out of range
 *
 * @example
 * const encoder = createEncoder(options);
 * const batch = { nodeCount: 2, relationCount: 1, edges: [{ source: 0, relation: 0, target: 1 }] };
 * const [head, tail] = await encoder.encode(batch, [Float32Array.of(1, 0), Float32Array.of(0, 1)], 0);
 */
export function createEncoder(options: EncoderOptions): GraphEncoder {
  checkOptions(options);
  if (options.kind === 'identity') return identityEncoder();
  let opening: Promise<Runtime> | undefined;
  const open = () => {
    opening ??= openRuntime(options.backend).catch((error: unknown) => {
      opening = undefined; // it is tried again with the next states
      throw error;
    });
    return opening;
  };
  return {
    id: encoderId(options),
    backend: open,
    async encode(batch, features, seed) {
      checkBatch(batch, features);
      if ((features[0]?.length ?? 0) === 0) return features.map((vector) => vector.slice());
      const { compute } = await open();
      return compute((tf) => {
        const isResidual = options.initialiser === 'residual';
        // glorot weights keep the normalisation of the released code, the diagonal ones take a mean over all neighbours
        const messages = messagesOf(messageGraph(batch, options), isResidual ? 'node' : 'relation');
        const width = features[0]?.length ?? 0;
        const sizes = { ...options, width, relationCount: messages.relationCount };
        const layers = isResidual
          ? residualWeights(sizes)
          : glorotWeights({ ...sizes, hidden: options.hidden ?? width, seed });
        const { activation, lastActivation } = options;
        return forward(tf, { features, messages, layers, activation, lastActivation });
      });
    },
  };
}

function identityEncoder(): GraphEncoder {
  return {
    id: 'identity',
    backend: async () => ({ backend: 'none', rejected: [] }),
    async encode(batch, features) {
      checkBatch(batch, features);
      return features.map((vector) => vector.slice());
    },
  };
}

function encoderId({ kind, initialiser, layers, activation, lastActivation }: EncoderOptions): string {
  const id = `${kind}/${initialiser}/${layers} ${layers === 1 ? 'layer' : 'layers'}`;
  if (activation === 'none') return id;
  return lastActivation ? `${id}/${activation}` : `${id}/${activation} between`;
}

function messageGraph(batch: GraphBatch, { kind, inverseEdges }: EncoderOptions): GraphBatch {
  const graph = inverseEdges ? withInverseEdges(batch) : batch;
  return kind === 'gcn' ? withoutRelations(graph) : graph;
}
