import { once } from 'node:events';
import { request } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { viewServer } from '../../src/cli/view-command.ts';
import type { Host } from '../../src/run/host.ts';
import { listening } from '../support/listening.ts';
import { rewrite, temporaryFolder } from '../support/temporary-folder.ts';
import { run } from './test-host.ts';

async function folderWithRun(): Promise<string> {
  const cwd = await temporaryFolder({ 'in.jsonl': '{"id":"a","prompt":"q","response":"A is right."}\n' });
  await run('evaluate in.jsonl --preset local --out r', { cwd });
  return cwd;
}

/** @returns its port, and its notes so far */
async function served(cwd: string) {
  const notes: string[] = [];
  const stderr = { write: (note: string) => notes.push(note) } as unknown as Host['stderr'];
  const { port, close } = await listening(await viewServer('r', { cwd, stderr }));
  onTestFinished(close);
  return { port, notes };
}

const servedRun = async (): Promise<number> => (await served(await folderWithRun())).port;

/** As it is written: `fetch` would mend the path. */
async function get(port: number, target: string) {
  const sent = request({ port, path: target, host: '127.0.0.1', headers: { host: `localhost:${port}` } });
  sent.end();
  const [response] = await once(sent, 'response');
  response.resume();
  return { status: response.statusCode, headers: response.headers };
}

it('lets no other page hold it in a frame', async () => {
  const { status, headers } = await get(await servedRun(), '/');
  expect(status).toBe(200);
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
});

it.each(['//', '///x', '/%', '/data/../', '/?//', 'http://[', '*'])(
  'takes %s for what it is, and does not fail',
  async (target) => {
    const { status } = await get(await servedRun(), target);
    expect(status).toBe(target.startsWith('/?') ? 200 : 404);
  },
);

it('tells of records that have changed since the run was done, before and while it is shown', async () => {
  const note = 'note: r: records.jsonl has changed since the run finished\n';
  const cwd = await folderWithRun();
  const { port, notes } = await served(cwd);
  await get(port, '/data/index.json');
  expect(notes).toEqual([]);
  await rewrite(cwd, 'r/records.jsonl', (text) => text.replace('A is right.', 'A is wrong.'));
  await get(port, '/data/index.json');
  expect(notes).toEqual([note]);
  expect((await served(cwd)).notes).toEqual([note]);
});
