/** Runs on a queue: on Redis as any, on PostgreSQL in queue-postgres.slow.test.ts. */
import { describe, expect, it } from 'vitest';
import { queueRunsContract } from '../contract/queue-runs.contract.ts';
import { QUEUE_SERVERS } from '../support/queue-servers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { run } from './test-host.ts';

for (const kind of QUEUE_SERVERS) if (kind.name === 'redis') queueRunsContract(kind);

describe('a queue that cannot be used', () => {
  const cli = async (args: string, env = {}) => run(args, { cwd: await temporaryFolder(), env });

  it('is named without its password', async () => {
    for (const url of [
      'redis://user:s3cret-word@127.0.0.1:1/0',
      'rediss://:s3cret-word@127.0.0.1:1',
      'postgres://user:s3cret%2Dword@127.0.0.1:1/db?sslmode=disable&password=s3cret-word',
      's3cret-word://host',
      'redis:s3cret-word',
    ]) {
      const { status, stdout, stderr } = await cli('status', { HALLUGRAPH_QUEUE: url });
      expect(status).toBe(2);
      expect(stdout + stderr).not.toMatch(/s3cret/);
    }
  });

  it('says how to name one', async () => {
    expect((await cli('status')).stderr).toContain('--queue redis://HOST:PORT');
    expect((await cli('status --queue http://host')).stderr).toContain('redis://localhost:6379');
  });
});
