/** What a benchmark returns, and how it is timed and printed. Times of one run are comparable, of two are not. */
import Table from 'cli-table3';

export interface BenchTable {
  name: string;
  columns: string[];
  rows: (string | number)[][];
}

/** Median duration in milliseconds, after one call that is not counted. */
export async function medianMilliseconds(work: () => unknown, repetitions: number): Promise<number> {
  await work();
  const durations: number[] = [];
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const start = performance.now();
    await work();
    durations.push(performance.now() - start);
  }
  durations.sort((a, b) => a - b);
  return durations[Math.floor(repetitions / 2)] as number;
}

/** In Markdown, the head first; cells are not padded. */
export const compactTable = ([head = [], ...body]: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...body].map((row) => `| ${row.join(' | ')} |`).join('\n');

export function printTable({ name, columns, rows }: BenchTable): void {
  const table = new Table({ head: columns, style: { head: [], border: [] } });
  table.push(...rows.map((row) => row.map(String)));
  console.log(`\n${name}\n${table.toString()}`);
}
