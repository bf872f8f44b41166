import { getSystemErrorMap } from 'node:util';

/** `no such file or directory` for an error of Node.js with the code ENOENT; the message of an error without a code. */
export function systemReason(error: unknown): string {
  const { errno, code, message } = error as NodeJS.ErrnoException;
  const [, words] = (errno !== undefined && getSystemErrorMap().get(errno)) || [];
  return words ?? code ?? message ?? String(error);
}
