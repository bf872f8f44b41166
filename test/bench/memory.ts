/**
 * Whether memory grows with a run: the command line on 10,000 and on 30,000 short passages with three samples each,
 * without a model, in two threads, each in a process of its own that writes its results as JSON lines. The command reads its
 * input whole, to refuse bad lines before anything is written; growth.ts measures the library alone. Garbage is collected
 * twice a second, so that the figures say what a run needs, not how late V8 cleans up. `npm run build` makes what is measured.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readingSources } from '../../src/detector/threads/passage-threads.ts';
import type { BenchTable } from './bench-table.ts';
import { shortPassages } from './short-passages.ts';

const MAIN = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
const WATCH = new URL('watch-memory.ts', import.meta.url).href;
const SIZES = [10_000, 30_000] as const;

/** Peaks, in bytes. */
export interface Memory {
  /** Of all memory of the process. */
  rss: number;
  /** Of what the main thread has in use: the heap after a full collection, and buffers outside it. */
  used: number;
  /** Of what a worker thread has in use, of the one that has most. */
  thread: number;
}

const MEASURES: Record<keyof Memory, string> = {
  rss: 'peak of the process (RSS)',
  used: 'peak of what is in use (heap and buffers)',
  thread: 'the same of a worker thread',
};

export const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(0);

export async function benchMemory(): Promise<BenchTable> {
  const [few, many] = [await measure(SIZES[0]), await measure(SIZES[1])];
  return {
    name: 'Memory of a run, in MiB',
    columns: ['', ...SIZES.map((size) => `${size} passages`), 'ratio'],
    rows: Object.entries(MEASURES).map(([key, name]) => {
      const [one, other] = [few[key as keyof Memory], many[key as keyof Memory]];
      return [name, megabytes(one), megabytes(other), (other / one).toFixed(2)];
    }),
  };
}

async function measure(passages: number): Promise<Memory> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hallugraph-memory-'));
  try {
    const input = path.join(folder, 'in.jsonl');
    await writePassages(input, passages);
    const command = 'evaluate --preset local --threads 2 -f jsonl --out'.split(' ');
    const args = [...command, path.join(folder, 'run'), input];
    const node = ['--expose-gc', ...readingSources(), '--import', WATCH];
    const child = spawn(process.execPath, [...node, MAIN, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk) => (said += chunk));
    const [status] = await once(child, 'close');
    if (status !== 0) throw new Error(`the run ended with status ${status}: ${said}`);
    return JSON.parse(said.trimEnd().split('\n').at(-1) as string);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writePassages(file: string, count: number): Promise<void> {
  const stream = createWriteStream(file);
  for (const passage of shortPassages(count)) {
    if (!stream.write(`${JSON.stringify(passage)}\n`)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'close');
}
