/** Files of lines, read with the place of each line. */
import { open, readFile } from 'node:fs/promises';
import { RunError } from '../../errors.ts';

/** Where a line is, in bytes without its line break. */
export interface Place {
  file: string;
  /** From 1. */
  number: number;
  start: number;
  length: number;
}

export const showPlace = ({ file, number }: Place): string => `${file}:${number}`;

const LINE_BREAK = 0x0a;
const BYTE_ORDER_MARK = /^\uFEFF/;

/** The lines of a file that are not blank. @throws RunError when it cannot be read */
export async function* linesOf(file: string): AsyncGenerator<{ text: string; place: Place }> {
  const content = await readFile(file).catch(cannotRead(file));
  let start = 0;
  for (let number = 1; start < content.length; number++) {
    const found = content.indexOf(LINE_BREAK, start);
    const end = found < 0 ? content.length : found;
    const text = content.toString('utf8', start, end).replace(BYTE_ORDER_MARK, '');
    if (text.trim() !== '') yield { text, place: { file, number, start, length: end - start } };
    start = end + 1;
  }
}

/** @throws RunError when the file is gone */
export async function readLine({ file, start, length }: Place): Promise<string> {
  const handle = await open(file, 'r').catch(cannotRead(file));
  try {
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, start);
    return buffer.toString('utf8').replace(BYTE_ORDER_MARK, '');
  } finally {
    await handle.close();
  }
}

function cannotRead(file: string) {
  return (error: NodeJS.ErrnoException): never => {
    throw new RunError(`cannot read ${file} (${error.code})`, { cause: error });
  };
}
