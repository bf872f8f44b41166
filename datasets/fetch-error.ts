/** Download errors. */
import { EXIT_CODES, HallugraphError } from '../src/errors.ts';

/**
 * A server that could not be reached, or did not deliver the file. `retryable` is false for permanent errors;
 * `status` is the HTTP status where there was one.
 */
export class FetchError extends HallugraphError {
  readonly code = 'fetch';
  override readonly exitCode = EXIT_CODES.service;
  readonly retryable: boolean;
  readonly status: number | null;

  constructor(message: string, options: ErrorOptions & { retryable: boolean; status?: number | null }) {
    super(message, options);
    this.retryable = options.retryable;
    this.status = options.status ?? null;
  }
}
