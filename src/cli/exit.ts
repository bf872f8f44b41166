/** Exit statuses of commands, and error messages. */
import { CommanderError } from 'commander';
import { EXIT_CODES, HallugraphError } from '../errors.ts';
import { oneLine, withoutControls } from '../format/text.ts';
import type { Host } from '../run/host.ts';

export const INTERRUPTED = 130;
/** Internal error: EX_SOFTWARE of sysexits.h. */
const INTERNAL_ERROR = 70;

/** @param rule what else ends a command with status 1 */
export const exitStatuses = (rule = ''): string => `
Exit status: 0 done, 1 ${rule}a budget used up or an internal error at a passage, 2 wrong use or input, 3 a model service failed,
4 files of a --batch-dir wait to be answered, 70 internal error, 130 interrupted.`;

/** Ends a command with a status that is not an error; everything has been printed. */
export class Exit extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`exit status ${status}`);
    this.status = status;
  }
}

/** Prints an error, in one line if possible, and returns the exit status. */
export function reportError(error: unknown, { stderr, env }: Host): number {
  if (error instanceof Exit) return error.status;
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const isExpected = error instanceof HallugraphError || isOfSystem(error);
  const message = wordsOf(error);
  const prefix = isExpected ? 'error: ' : 'unexpected error: ';
  // A message may quote a file or a service; control characters are removed.
  const lines = message.split('\n').map((line) => withoutControls(line).trimEnd());
  stderr.write(`${prefix}${lines.join(`\n${' '.repeat(prefix.length)}`)}\n`);
  if (env.HALLUGRAPH_DEBUG) stderr.write(`${error instanceof Error ? describeStack(error) : ''}\n`);
  else if (!isExpected)
    stderr.write('This is a bug in hallugraph; rerun with HALLUGRAPH_DEBUG=1 for a stack trace.\n');
  if (error instanceof HallugraphError) return error.exitCode;
  return isExpected ? EXIT_CODES.usage : INTERNAL_ERROR;
}

/** An error of a system call (too many open files, permissions, disk full) is never a bug of hallugraph. */
const isOfSystem = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'code' in error;

const TOO_MANY_FILES = ['EMFILE', 'ENFILE'];

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isLimit = isOfSystem(error) && TOO_MANY_FILES.includes(error.code ?? '');
  return isLimit ? `${error.message}. Allow more open files (ulimit -n).` : error.message;
}

/** Reports an internal error at a passage; the run continues. */
export function reportDefect(id: string, error: unknown, { stderr, env }: Host): void {
  const message = error instanceof Error ? error.message : String(error);
  stderr.write(`unexpected error: passage ${oneLine(id)}: ${oneLine(message)}\n`);
  if (env.HALLUGRAPH_DEBUG) stderr.write(`${error instanceof Error ? describeStack(error) : ''}\n`);
}

function describeStack(error: Error): string {
  const cause = error.cause instanceof Error ? `\ncaused by ${describeStack(error.cause)}` : '';
  return `${error.stack}${cause}`;
}
