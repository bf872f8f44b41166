/** How long passages took, beside their records: the bytes of those depend on no clock. */
import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';

const DURATIONS_FILE = 'durations.jsonl';

/** Measures a piece of work on each passage, waiting for models and for others in work included. */
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
    /** Once, at the end: those of a killed process are lost, as are those that a full disk has no room for. */
    async keep(folder: string): Promise<void> {
      await appendFile(path.join(folder, DURATIONS_FILE), lines.join('')).catch(() => {});
    },
  };
}

/** Seconds by passage; what is not known is missing. @param run its folder, where it has one */
export async function durationsIn({
  folder,
}: {
  folder?: string | undefined;
}): Promise<ReadonlyMap<string, number>> {
  const text =
    folder === undefined ? '' : await readFile(path.join(folder, DURATIONS_FILE), 'utf8').catch(() => '');
  const seconds = new Map<string, number>();
  for (const [, id, figure] of text.matchAll(/^\{"id":(".*"),"seconds":([\d.]+)\}$/gm))
    seconds.set(JSON.parse(id as string), Number(figure));
  return seconds;
}
