import { getSystemErrorMap } from 'node:util';
import { HallugraphError } from '../errors.ts';

/**
 * `no such file or directory` for an error of Node.js with the code ENOENT; the message of an error of this package or
 * without a code.
 */
export function systemReason(error: unknown): string {
  if (error instanceof HallugraphError) return error.message;
  const { errno, code, message } = error as NodeJS.ErrnoException;
  const [, words] = (errno !== undefined && getSystemErrorMap().get(errno)) || [];
  return words ?? (code && codeReason(code)) ?? message ?? String(error);
}

/** `connection refused` for ECONNREFUSED; a code that is of no system call as it is. */
export function codeReason(code: string): string {
  if (code === 'ENOTFOUND') return 'unknown host';
  for (const [name, words] of getSystemErrorMap().values()) if (name === code) return words;
  return code;
}

/** A handler for `catch` that throws the message with the reason of the system. */
export const throwing =
  (ErrorClass: new (message: string, options: ErrorOptions) => Error, message: string) =>
  (cause: unknown): never => {
    throw new ErrorClass(`${message} (${systemReason(cause)})`, { cause });
  };

/** Whether there is no such file or folder. */
export const isAbsent = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
