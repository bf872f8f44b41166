/** Options of an encoder: plain data, without types of TF.js. */

export type Activation = 'none' | 'relu' | 'tanh';
export type BackendName = 'tensorflow' | 'wasm' | 'cpu';

/** The TF.js backend that an encoder works on. */
export interface BackendChoice {
  /** `none` where none is needed. */
  readonly backend: BackendName | 'none';
  /** Faster backends that did not work, with the reason. */
  readonly rejected: readonly RejectedBackend[];
}

export interface RejectedBackend {
  backend: BackendName;
  reason: string;
}

export interface EncoderOptions {
  kind: 'rgcn' | 'gcn' | 'identity';
  initialiser: 'residual' | 'glorot';
  /** Message passing steps, at least 1. */
  layers: number;
  /** σ */
  activation: Activation;
  /**
   * Whether σ is also applied after the last layer, as in the equation; the released code applies it between layers
   * only.
   */
  lastActivation: boolean;
  /** Whether messages also flow against the edges: relation r in reverse is relation r + relationCount. */
  inverseEdges: boolean;
  /** Width between the layers for glorot weights, at least 1; default: the width of the features. */
  hidden?: number | undefined;
  /** α of residual weights, in [0, 1]. */
  neighbourWeight: number;
  backend: BackendName | 'auto';
}

/** @throws RangeError for options out of range */
export function checkOptions({ layers, hidden, neighbourWeight }: EncoderOptions): void {
  for (const [name, value] of Object.entries({ layers, hidden: hidden ?? 1 })) {
    if (!Number.isInteger(value) || value < 1) {
      throw new RangeError(`gnn: ${name} must be an integer of at least 1, got ${value}`);
    }
  }
  if (!(neighbourWeight >= 0 && neighbourWeight <= 1)) {
    throw new RangeError(`gnn: neighbourWeight must be in [0, 1], got ${neighbourWeight}`);
  }
}
