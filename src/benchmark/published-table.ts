/** Tables of papers, as plain text. */

export interface PublishedFigures {
  source: string;
  header: string[];
  /** The first cell names the method; figures as published. */
  rows: string[][];
}

/** @param text a row a line, the header first; cells are two spaces or more apart */
export function publishedTable(source: string, text: string): PublishedFigures {
  const lines = text.trim().split('\n');
  const [header = [], ...rows] = lines.map((line) => line.trim().split(/ {2,}/));
  return { source, header, rows };
}
