/**
 * How the time of the commands grows with the length of a text: seconds at 10 kB, 100 kB and 1 MB, and the last step
 * as a ratio, which is 10 where time grows with the length and 100 where it grows with its square.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { LONG_TEXTS } from '../support/long-texts.ts';
import type { BenchTable } from './bench-table.ts';

const MAIN = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
const LENGTHS = [1e4, 1e5, 1e6] as const;
const COMMANDS = [['evaluate', '--preset', 'local'], ['check']];

export async function benchGrowth(): Promise<BenchTable> {
  const folder = await mkdtemp(join(tmpdir(), 'hallugraph-growth-'));
  try {
    const rows: BenchTable['rows'] = [];
    for (const [name, textOf] of Object.entries(LONG_TEXTS)) {
      for (const command of COMMANDS) {
        const times: number[] = [];
        for (const length of LENGTHS) times.push(await secondsOf(command, textOf, { length, folder }));
        const [, middle, last] = times as [number, number, number];
        const ratio = (last / middle).toFixed(1);
        rows.push([name, command[0] as string, ...times.map((seconds) => seconds.toFixed(1)), ratio]);
      }
    }
    return {
      name: 'Seconds of a command, by the length of the response',
      columns: ['text', 'command', '10 kB', '100 kB', '1 MB', '1 MB ÷ 100 kB'],
      rows,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function secondsOf(
  command: readonly string[],
  textOf: (length: number) => string,
  { length, folder }: { length: number; folder: string },
): Promise<number> {
  const response = textOf(length);
  const passage = { id: 'long', prompt: 'Who?', response, samples: [textOf(500)], context: [response] };
  const [file, out] = [join(folder, 'long.jsonl'), join(folder, 'run')];
  await writeFile(file, `${JSON.stringify(passage)}\n`);
  const start = performance.now();
  const args = [MAIN, ...command, file, '--no-cache', '--quiet', '--out', out];
  await promisify(execFile)(process.execPath, args, { maxBuffer: 1e9 });
  const seconds = (performance.now() - start) / 1000;
  await rm(out, { recursive: true, force: true });
  return seconds;
}
