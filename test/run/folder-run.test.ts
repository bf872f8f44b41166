import { utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { refusal, run } from '../cli/test-host.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { sampleManifest } from '../report/sample-report.ts';

/** No process has it: the largest there can be is 2^22. */
const NO_PROCESS = 2 ** 30;

it('counts the records of a run that was killed, and does not stop what is not there', async () => {
  const progress = { stage: '', done: 1, total: 3, doneHere: 1, perMinute: 60 };
  const passages = ['a', 'b', 'c'].map((id) => ({ id, prompt: 'Who?', response: 'Ann.' }));
  const manifest = { ...sampleManifest(passages), status: 'running', progress };
  const cwd = await temporaryFolder({
    'killed/run.json': JSON.stringify(manifest),
    'killed/run.lock': JSON.stringify({ pid: NO_PROCESS, host: hostname() }),
    'killed/records.jsonl': '{"id": "a"}\n{"id": "b"}\n{"id": "torn',
  });
  const cli = (line: string) => run(line, { cwd });
  const shown = await cli('status killed');
  expect(shown.stdout).toContain('killed (evaluate): killed\n  2 of 3 passages recorded (66 %), 1 waiting\n');
  expect(JSON.parse((await cli('status killed --json')).stdout)).toMatchObject({
    ...{ state: 'killed', recorded: 2, waiting: 1, workers: [], perMinute: null, secondsLeft: null },
  });
  const cancelled = await refusal(cli('cancel killed'));
  expect(cancelled).toContain('no process is working on killed, which is killed');
  expect((await cli('cancel ./killed --forget')).stderr).toContain('--forget is for runs on a queue');
});

it('says how long one on another machine was silent, and does not count on it', async () => {
  const progress = { stage: '', done: 20, total: 30, doneHere: 20, perMinute: 60 };
  const manifest = JSON.stringify({ ...sampleManifest([]), status: 'running', progress });
  const lock = JSON.stringify({ pid: 7, host: 'another' });
  const cwd = await temporaryFolder({ 'run.json': manifest, 'run.lock': lock });
  const shown = async () => (await run('status .', { cwd })).stdout;
  expect(await shown()).toMatch(
    / {2}60\.0 a minute by 1 worker, about 10 s left\n {2}another 7: .* heard \d s ago\n/,
  );
  const before = new Date(Date.now() - 3_600_000);
  await utimes(path.join(cwd, 'run.json'), before, before);
  const { stdout } = await run('status . --json', { cwd });
  expect(JSON.parse(stdout)).toMatchObject({ state: 'running', perMinute: null, secondsLeft: null });
  expect(await shown()).toMatch(/running\n.*\n {2}another 7: 20 done, 60 a minute, silent for 360\d s\n/);
});

it('takes a name for one on a queue where a queue is named, and a path for a folder', async () => {
  const manifest = JSON.stringify({ ...sampleManifest([]), status: 'done' });
  const cwd = await temporaryFolder({ 'one/run.json': manifest });
  const env = { HALLUGRAPH_QUEUE: 'redis://127.0.0.1:1' };
  expect((await run('status one', { cwd })).stdout).toContain('one (evaluate): done');
  expect((await run('status ./one', { cwd, env })).stdout).toContain('./one (evaluate): done');
  expect((await run('status one', { cwd, env })).stderr).toContain('redis://127.0.0.1:1 cannot be used');
  expect((await run('status two', { cwd })).stderr).toContain('--queue redis://HOST:PORT');
  expect((await run('status ./two', { cwd })).stderr).toContain('is not a run folder');
});
