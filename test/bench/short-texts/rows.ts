import { readFileSync } from 'node:fs';

/** The rows of a file of this folder, one a line. */
export const rowsOf = <Row>(file: string): Row[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
