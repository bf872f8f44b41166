/** JSON Lines, written and read. */

export const jsonLines = (rows: readonly unknown[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
export const parsedLines = (text: string): any[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
