/** The command line as a process: killed, interrupted, with a reader that goes away. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { endOf } from '../support/program.ts';
import { jsonIn, temporaryFolder, textIn } from '../support/temporary-folder.ts';
import { refusal, succeeded } from './test-host.ts';

const MAIN = fileURLToPath(new URL('stub-main.ts', import.meta.url));
const TSX = import.meta.resolve('tsx');
const PASSAGES = 8;

function folderWithInput(passages = PASSAGES): Promise<string> {
  const response = 'A is right. A is wrong.';
  const lines = Array.from({ length: passages }, (_, index) => ({ id: `p${index}`, prompt: 'q', response }));
  return temporaryFolder({ 'in.jsonl': lines });
}

function start(args: readonly string[], cwd: string, hangsAt = 'nowhere', more = {}): ChildProcess {
  const env = { ...process.env, HALLUGRAPH_PRESET: 'local', STUB_HANGS_AT: hangsAt, ...more };
  return spawn(process.execPath, ['--import', TSX, MAIN, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

const recordsOf = (cwd: string, run: string) => textIn(cwd, `${run}/records.jsonl`).catch(() => '');
const lineCount = (text: string) => text.split('\n').length - 1;

async function untilRecorded(cwd: string, run: string, count: number): Promise<void> {
  while (lineCount(await recordsOf(cwd, run)) < count) await sleep(10);
}

describe('a run', () => {
  it('killed at any moment goes on where it was, and ends with the same records', async () => {
    const cwd = await folderWithInput();
    await endOf(start(['evaluate', 'in.jsonl', '--out', 'whole'], cwd));
    const child = start(['evaluate', 'in.jsonl', '--out', 'killed'], cwd, 'p2');
    await untilRecorded(cwd, 'killed', 2);
    child.kill('SIGKILL');
    await endOf(child);
    expect(lineCount(await recordsOf(cwd, 'killed'))).toBe(2);
    expect(await readdir(path.join(cwd, 'killed'))).toContain('run.lock');

    await succeeded(endOf(start(['evaluate', '--resume', 'killed'], cwd)));
    expect(await recordsOf(cwd, 'killed')).toBe(await recordsOf(cwd, 'whole'));
  });

  it('that another process writes cannot be resumed meanwhile', async () => {
    const cwd = await folderWithInput();
    const first = start(['evaluate', 'in.jsonl', '--out', 'r'], cwd, 'p1');
    await untilRecorded(cwd, 'r', 1);
    await refusal(endOf(start(['evaluate', '--resume', 'r'], cwd)));
    first.kill('SIGKILL');
    await endOf(first);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'stops cleanly at %s, says how to go on, and goes on',
    async (signal) => {
      const cwd = await folderWithInput();
      const child = start(['evaluate', 'in.jsonl', '--out', 'r'], cwd, 'p2');
      const ended = endOf(child);
      await untilRecorded(cwd, 'r', 2);
      child.kill(signal);
      const { status, stdout, stderr } = await ended;
      expect({ status, stdout }).toEqual({ status: 130, stdout: '' });
      expect(stderr).toContain('hallugraph evaluate --resume r');
      expect((await jsonIn(cwd, 'r/run.json')).status).toBe('interrupted');
      expect(await readdir(path.join(cwd, 'r'))).not.toContain('run.lock');
      await succeeded(endOf(start(['evaluate', '--resume', 'r'], cwd)));
      expect(lineCount(await recordsOf(cwd, 'r'))).toBe(PASSAGES);
    },
  );

  it('that does not stop at the first interrupt is ended by the second, and can be resumed', async () => {
    const cwd = await folderWithInput();
    const child = start(['evaluate', 'in.jsonl', '--out', 'r'], cwd, 'p2', { STUB_IS_DEAF: '1' });
    const ended = once(child, 'close');
    await untilRecorded(cwd, 'r', 2);
    child.kill('SIGINT');
    await once(child.stderr as Readable, 'data'); // the stub has heard it, and goes on
    child.kill('SIGINT');
    expect(await ended).toEqual([null, 'SIGINT']);
    await succeeded(endOf(start(['evaluate', '--resume', 'r'], cwd)));
    expect(lineCount(await recordsOf(cwd, 'r'))).toBe(PASSAGES);
  });
});

it('results whose reader goes away are no error', async () => {
  const cwd = await folderWithInput(3000);
  const child = start(['evaluate', 'in.jsonl', '--out', 'r', '--format', 'jsonl'], cwd);
  let stderr = '';
  child.stderr?.on('data', (chunk) => (stderr += chunk));
  child.stdout?.once('data', () => child.stdout?.destroy());
  const [status] = await once(child, 'exit');
  const tenths = Array.from({ length: 10 }, (_, tenth) => `${300 * (tenth + 1)} of 3000 passages\n`);
  const said = `${tenths.join('')}6000 requests, 39000 tokens\nRun saved in r\n`;
  expect({ status, stderr }).toEqual({ status: 0, stderr: said });
});
