/** Runs of the built program in worker threads. */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { temporaryFolder } from './test-host.ts';

const MAIN = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
const SAMPLES = new URL('../../datasets/samples/passages.jsonl', import.meta.url);
const ODD = '\u202E\u200D 𝔄𝔡𝔞 \u2028 ';
const PASSAGES = 12;
/** Enough text for three threads, most of it in what is asked, which is quickly read. */
const PROMPT = 52_000;

/** A folder with an input of passages, each with a reference, of hostile Unicode. */
async function folderWithInput(): Promise<string> {
  const cwd = await temporaryFolder();
  const samples = (await readFile(SAMPLES, 'utf8')).trim().split('\n');
  const lines = Array.from({ length: PASSAGES }, (_, index) => {
    const { id, prompt, response, samples: own } = JSON.parse(samples[index % samples.length] as string);
    return JSON.stringify({
      ...{ id: `${id}-${index}`, prompt: prompt.padEnd(PROMPT, ' please'), samples: own, context: own },
      response: `${response} ${ODD}${'Nothing else is known of this. '.repeat(index % 5)}`,
    });
  });
  await writeFile(path.join(cwd, 'in.jsonl'), lines.join('\n'));
  return cwd;
}

const start = (cwd: string, args: readonly string[]) =>
  promisify(execFile)(process.execPath, [MAIN, ...args, '--format', 'json'], { cwd, maxBuffer: 1e9 });

const kept = (cwd: string, run: string, file: string) =>
  readFile(path.join(cwd, run, file), 'utf8').catch(() => '');

/** What is kept of a run, without times. */
async function runOf(cwd: string, run: string) {
  const files = ['records.jsonl', 'corrections.jsonl'];
  const manifest = JSON.parse(await kept(cwd, run, 'run.json'));
  const records = await Promise.all(files.map((file) => kept(cwd, run, file)));
  return {
    records: records.map(hash),
    manifest: { ...manifest, startedAt: null, finishedAt: null },
  };
}

/** Of texts that are too long to be shown where they differ. */
const hash = (text: string) => createHash('sha256').update(text).digest('hex');

it.each(['evaluate', 'check', 'correct'])(
  '%s writes and prints the same bytes with 1 and 3 threads',
  async (command) => {
    const cwd = await folderWithInput();
    const preset = command === 'check' ? [] : ['--preset', 'local'];
    const outcome = async (threads: number) => {
      const run = `run-${threads}`;
      const flags = ['--threads', String(threads), '--out', run, '--quiet'];
      const { stdout, stderr } = await start(cwd, [command, 'in.jsonl', ...preset, ...flags]);
      const { run: _, ...printed } = JSON.parse(stdout);
      return { printed: hash(JSON.stringify(printed)), stderr, ...(await runOf(cwd, run)) };
    };
    const one = await outcome(1);
    expect(one.manifest.summary.recorded).toBe(PASSAGES);
    expect(await outcome(3)).toEqual(one);
  },
);

it('an interrupt ends all threads at once, and the run goes on with another number of them', async () => {
  const cwd = await folderWithInput();
  const evaluate = ['evaluate', 'in.jsonl', '--preset', 'local', '--quiet'];
  await start(cwd, [...evaluate, '--threads', '1', '--out', 'whole']);
  const child = spawn(process.execPath, [MAIN, ...evaluate, '--threads', '3', '--out', 'r'], {
    cwd,
    stdio: 'ignore',
  });
  const closed = once(child, 'close');
  while ((await kept(cwd, 'r', 'records.jsonl')) === '') await sleep(5);
  child.kill('SIGINT');
  expect(await closed).toEqual([130, null]);
  expect(JSON.parse(await kept(cwd, 'r', 'run.json')).status).toBe('interrupted');
  await start(cwd, ['evaluate', '--resume', 'r', '--threads', '2', '--quiet']);
  expect((await runOf(cwd, 'r')).records).toEqual((await runOf(cwd, 'whole')).records);
});

it('refuses what is no number of threads', async () => {
  const cwd = await folderWithInput();
  const { code, stderr } = await start(cwd, ['evaluate', 'in.jsonl', '--threads', '0']).catch(
    (error) => error,
  );
  expect(code).toBe(2);
  expect(stderr).toContain('--threads');
});
