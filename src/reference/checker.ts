/** The interface of a checker: statements against reference texts. */
import type { CallOptions } from '../models/chat-model.ts';
import type { MissingReason, ReferenceCheck, Triple } from '../passage.ts';

/** A statement to check: a triple, a sentence, or a claim. */
export interface CheckedStatement {
  /** As a sentence; of a triple, its three parts in a row. */
  text: string;
  /** Set for a triple. */
  triple?: Triple;
}

export interface ReferenceInput {
  /** The prompt, for statements that depend on the question. */
  question: string;
  statements: readonly CheckedStatement[];
  /** At least one text that is not blank. */
  references: readonly string[];
}

/** The check of a statement without a result. */
export const unchecked = (reason: MissingReason | null): ReferenceCheck => ({
  ...{ value: null, reason, label: null, evidence: null, note: null },
});

/**
 * Promises: one check per statement, in input order, independent of the other statements; without statements no call.
 * Supported by any reference is entailed; contradicted by one and entailed by none is contradicted; else neutral. A
 * statement that could not be checked has `value` and `label` null, and a reason.
 *
 * @throws ModelCallError when a service did not answer
 * @throws BackendError when a model cannot be loaded
 */
export interface ReferenceChecker {
  /** `lexical`, `nli/<model>` ..., for records. */
  readonly id: string;
  check(input: ReferenceInput, options?: CallOptions): Promise<ReferenceCheck[]>;
}
