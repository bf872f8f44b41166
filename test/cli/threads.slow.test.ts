/** Runs of the built program in worker threads. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parsedLines } from '../support/json-lines.ts';
import { MAIN, outputOf, runProgram, SAMPLES, startProgram } from '../support/program.ts';
import { QUEUE_SERVERS } from '../support/queue-servers.ts';
import { temporaryFolder, textIn } from '../support/temporary-folder.ts';
import { refusal } from './test-host.ts';

const ODD = '\u202E\u200D 𝔄𝔡𝔞 \u2028 ';
const PASSAGES = 12;
/** Enough text for three threads, most of it in what is asked, which is quickly read. */
const PROMPT = 52_000;

/** A folder with an input of passages, each with a reference, of hostile Unicode. */
async function folderWithInput(): Promise<string> {
  const given = parsedLines(await readFile(SAMPLES, 'utf8'));
  const passages = Array.from({ length: PASSAGES }, (_, index) => {
    const { id, prompt, response, samples } = given[index % given.length];
    return {
      ...{ id: `${id}-${index}`, prompt: prompt.padEnd(PROMPT, ' please'), samples, context: samples },
      response: `${response} ${ODD}${'Nothing else is known of this. '.repeat(index % 5)}`,
    };
  });
  return temporaryFolder({ 'in.jsonl': passages });
}

const cli = (cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  outputOf(args, { cwd, env });
const start = (cwd: string, args: readonly string[]) => cli(cwd, [...args, '--format', 'json']);

const kept = (cwd: string, run: string, file: string) => textIn(cwd, `${run}/${file}`).catch(() => '');

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
  const { child, ended } = startProgram([...evaluate, '--threads', '3', '--out', 'r'], { cwd });
  while ((await kept(cwd, 'r', 'records.jsonl')) === '') await sleep(5);
  child.kill('SIGINT');
  expect((await ended).status).toBe(130);
  expect(JSON.parse(await kept(cwd, 'r', 'run.json')).status).toBe('interrupted');
  await start(cwd, ['evaluate', '--resume', 'r', '--threads', '2', '--quiet']);
  expect((await runOf(cwd, 'r')).records).toEqual((await runOf(cwd, 'whole')).records);
});

const [redis] = QUEUE_SERVERS.filter(({ name }) => name === 'redis') as [(typeof QUEUE_SERVERS)[number]];

describe.skipIf(redis.missing !== null)('a worker on a queue', () => {
  /** Of a thread: enough for passages of usual size. */
  const MEMORY = 'threads.memory=128';
  const huge = Array.from(
    { length: 20_000 },
    (_, index) => `Ann Lee the ${index}th sang in Leeds in 1900 with Bob. `,
  );

  it('writes with threads what one process writes, and loses to a thread without memory its passage alone', async () => {
    const server = await redis.start();
    onTestFinished(() => server.stop());
    const cwd = await folderWithInput();
    const settings = ['--preset', 'local', '--set', MEMORY, '--quiet'];
    await start(cwd, ['evaluate', 'in.jsonl', ...settings, '--threads', '1', '--out', 'one']);
    const lines = async (run: string) => (await kept(cwd, run, 'records.jsonl')).split('\n');
    const one = await lines('one');

    const last = { id: 'huge', prompt: 'Who?', response: huge.join(''), samples: ['Ann Lee sang.'] };
    await appendFile(path.join(cwd, 'in.jsonl'), JSON.stringify(last));
    const env = { HALLUGRAPH_QUEUE: server.url };
    await cli(cwd, ['submit', 'in.jsonl', '--run', 'r', ...settings], env);
    await cli(cwd, ['worker', '--run', 'r', ...settings, '--threads', '2'], env);
    await cli(cwd, ['collect', 'r', '--out', 'many', '--quiet'], env);
    const many = await lines('many');
    expect(many.splice(PASSAGES, 1)[0]).toContain('threads.memory allows more');
    expect(many.map(hash)).toEqual(one.map(hash));
  });
});

it('loads in threads what the environment asks of all processes, and not what its own command line does', async () => {
  const cwd = await folderWithInput();
  const preload = path.join(cwd, 'preload.mjs');
  await writeFile(
    preload,
    `import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
writeSync(2, isMainThread ? 'in the process\\n' : 'in a thread\\n');
`,
  );
  const loaded = async (argv: readonly string[], env: NodeJS.ProcessEnv) => {
    const args = ['evaluate', 'in.jsonl', '--preset', 'local', '--threads', '2', '--quiet'];
    const { stderr } = await promisify(execFile)(process.execPath, [...argv, MAIN, ...args], {
      ...{ cwd, env: { ...process.env, ...env } },
    });
    return [...new Set(stderr.match(/^in (?:the process|a thread)$/gm) ?? [])].sort();
  };
  const flag = `--import=${pathToFileURL(preload)}`;
  expect(await loaded([flag], {})).toEqual(['in the process']);
  expect(await loaded([], { NODE_OPTIONS: flag })).toEqual(['in a thread', 'in the process']);
});

it('refuses what is no number of threads', async () => {
  const cwd = await folderWithInput();
  const stderr = await refusal(runProgram(['evaluate', 'in.jsonl', '--threads', '0'], { cwd }));
  expect(stderr).toContain('--threads');
});
