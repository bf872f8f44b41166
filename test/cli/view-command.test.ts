import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { viewServer } from '../../src/cli/view-command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { run } from './test-host.ts';

async function servedRun(): Promise<number> {
  const cwd = await temporaryFolder();
  await writeFile(path.join(cwd, 'in.jsonl'), '{"id":"a","prompt":"q","response":"A is right."}\n');
  await run(['evaluate', 'in.jsonl', '--preset', 'local', '--out', 'r'], { cwd });
  const server = await viewServer('r', { cwd });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

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
