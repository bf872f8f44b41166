/** Seconds per passage, in a file of their own so that records do not depend on a clock. */
import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';

const DURATIONS_FILE = 'durations.jsonl';

/** Measures the work on each passage, including waits for models and for concurrent passages. */
export function stopwatch<T, R>(work: (item: T) => Promise<R>, idOf: (item: T) => string) {
  const lines: string[] = [];
  return {
    async timed(item: T): Promise<R> {
      const begin = performance.now();
      const result = await work(item);
      const seconds = Number(((performance.now() - begin) / 1000).toFixed(3));
      lines.push(`${JSON.stringify({ id: idOf(item), seconds })}\n`);
      return result;
    },
    /** Called once, at the end: a killed process loses its durations, and write errors are ignored. */
    async keep(folder: string): Promise<void> {
      await appendFile(path.join(folder, DURATIONS_FILE), lines.join('')).catch(() => {});
    },
  };
}

/** Seconds by passage id; empty without a folder or file. */
export async function durationsIn(folder: string | undefined): Promise<ReadonlyMap<string, number>> {
  const text =
    folder === undefined ? '' : await readFile(path.join(folder, DURATIONS_FILE), 'utf8').catch(() => '');
  const seconds = new Map<string, number>();
  for (const [, id, figure] of text.matchAll(/^\{"id":(".*"),"seconds":([\d.]+)\}$/gm))
    seconds.set(JSON.parse(id as string), Number(figure));
  return seconds;
}
