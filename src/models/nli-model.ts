/** The interface of a natural language inference model. */
import type { CallOptions } from './chat-model.ts';

/** Probabilities of the three classes; they sum to 1. */
export interface NliVerdict {
  entailment: number;
  neutral: number;
  contradiction: number;
}

/**
 * Promises: one verdict a pair, in input order, whatever else is in the batch; the adapter does the batching; an
 * empty list gives an empty list without loading anything. A two-class model (entailment or not) gives `neutral` 0
 * and the other class as `contradiction`.
 *
 * @throws BackendError when the model cannot be loaded, or its labels are not those of NLI
 */
export interface NliModel {
  /** `provider/model`, for records. */
  readonly id: string;
  classify(
    pairs: readonly { premise: string; hypothesis: string }[],
    options?: CallOptions,
  ): Promise<NliVerdict[]>;
}
