import { readFileSync } from 'node:fs';
import { parsedLines } from '../../support/json-lines.ts';

/** The rows of a file of this folder, one a line. */
export const rowsOf = <Row>(file: string): Row[] =>
  parsedLines(readFileSync(new URL(file, import.meta.url), 'utf8'));
