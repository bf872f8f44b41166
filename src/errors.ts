/**
 * The errors hallugraph throws.
 *
 * An exception means wrong use or broken machinery. A failure that can happen in a healthy run (a refusal,
 * an answer that does not parse, a passage without triples) is not one of these: it is a `null` with a reason
 * in the record.
 */

/** Process exit codes of the command line, and the class of error each stands for. */
export const EXIT_CODES = { ok: 0, ruleMet: 1, usage: 2, service: 3, waiting: 4 } as const;

/** Base of every error thrown on purpose. `code` is stable; the message is for people. */
export abstract class HallugraphError extends Error {
  abstract readonly code: string;
  /** The exit status the command line ends with when this error reaches it. */
  readonly exitCode: number = EXIT_CODES.usage;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** A config file, flag or environment variable that cannot be used. */
export class ConfigError extends HallugraphError {
  readonly code = 'config';
}

/** A passage file or data set that cannot be read; the message names file, line or row, and field. */
export class InputError extends HallugraphError {
  readonly code = 'input';
  /** The field that is wrong, as `samples.0`; null where none is to blame alone. */
  readonly field: string | null;

  constructor(message: string, { field = null, ...options }: ErrorOptions & { field?: string | null } = {}) {
    super(message, options);
    this.field = field;
  }
}

/** A prompt file that is missing, malformed, or used without one of its variables. */
export class PromptError extends HallugraphError {
  readonly code = 'prompt';
}

/** A run folder or another file that cannot be written, read or resumed, or that another process holds. */
export class RunError extends HallugraphError {
  readonly code = 'run';
}

/** An embedding model, TF.js backend or other local machinery that cannot be loaded. */
export class BackendError extends HallugraphError {
  readonly code = 'backend';
}

/** A recording that cannot be read, written or continued, or does not hold what is asked of it. */
export class CassetteError extends HallugraphError {
  readonly code = 'cassette';
}

/** A request that was not sent, since it would exceed what a run may cost. What is finished is kept. */
export class BudgetError extends HallugraphError {
  readonly code = 'budget';
  override readonly exitCode = EXIT_CODES.ruleMet;
}

/** A request whose answer a batch has yet to bring: no failure; what waits for it is done again once it is there. */
export class PendingError extends HallugraphError {
  readonly code = 'pending';
  override readonly exitCode = EXIT_CODES.waiting;
}

/**
 * A model service that did not answer. `retryable` is false for what no retry mends (bad key, unknown model);
 * `status` is the HTTP status where there was one, `retryAfterSeconds` the wait that the service asks for;
 * `mayBeBilled` tells whether the service may charge for the tokens, as for an answer that was lost on its way.
 */
export class ModelCallError extends HallugraphError {
  readonly code = 'model-call';
  override readonly exitCode = EXIT_CODES.service;
  readonly retryable: boolean;
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;
  readonly mayBeBilled: boolean;

  constructor(message: string, options: ModelCallErrorOptions) {
    super(message, options);
    this.retryable = options.retryable;
    this.status = options.status ?? null;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
    this.mayBeBilled = options.mayBeBilled ?? this.status === null;
  }
}

export interface ModelCallErrorOptions extends ErrorOptions {
  retryable: boolean;
  status?: number | null;
  retryAfterSeconds?: number | null;
  /** Default: whether there was no status. */
  mayBeBilled?: boolean;
}
