/** Queues over TLS, from the built command line: who signed a server is read when a process starts. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { runProgram } from '../support/program.ts';
import type { Certificate, QueueServer } from '../support/queue-servers.ts';
import { newCertificate, PASSWORD, QUEUE_SERVERS } from '../support/queue-servers.ts';
import { temporaryFolder, writeFiles } from '../support/temporary-folder.ts';

const PASSAGE = { id: 'p0', prompt: 'Who?', response: 'Ann Lee sang.', samples: ['Ann Lee sang in Leeds.'] };

async function hallugraph(cwd: string, args: string, env: NodeJS.ProcessEnv) {
  const { status, stdout, stderr } = await runProgram(args.split(' '), { cwd, env });
  return { status, output: stdout + stderr };
}

/** The address of a server for a process that takes this certificate as one of its own. */
const knowing = ({ url }: QueueServer, { cert }: Certificate): NodeJS.ProcessEnv =>
  url.startsWith('redis')
    ? { HALLUGRAPH_QUEUE: url, NODE_EXTRA_CA_CERTS: cert }
    : { HALLUGRAPH_QUEUE: `${url}&sslrootcert=${cert}` };

describe('a queue over TLS', () => {
  it.for(QUEUE_SERVERS)(
    'in $name is used where its certificate is known, and else refused',
    async (kind, { skip }) => {
      if (kind.missing) skip(kind.missing);
      const cwd = await temporaryFolder();
      const [own, another] = ['own', 'another'].map((name) => newCertificate(cwd, name));
      if (!own || !another) return skip('no openssl: apt-get install openssl');
      const server = await kind.start(own);
      onTestFinished(() => server.stop());
      await writeFiles(cwd, { 'in.jsonl': [PASSAGE] });
      for (const step of [
        'submit in.jsonl --run tls',
        'worker --run tls --threads 1',
        'status tls',
        'collect tls --out r',
      ]) {
        const preset = /submit|worker/.test(step) ? ' --preset local' : '';
        const { status, output } = await hallugraph(cwd, step + preset, knowing(server, own));
        expect({ status, output }).toMatchObject({ status: 0 });
        expect(output).not.toContain(PASSWORD);
      }
      for (const env of [knowing(server, another), { HALLUGRAPH_QUEUE: server.url }]) {
        const { status, output } = await hallugraph(cwd, 'status', env);
        expect(status).toBe(2);
        expect(output).toMatch(
          /cannot be used: self-signed certificate; .* (NODE_EXTRA_CA_CERTS|sslrootcert)=FILE/,
        );
        expect(output).not.toContain(PASSWORD);
      }
    },
  );

  it.for(QUEUE_SERVERS)(
    'in $name is refused where its certificate is for another host',
    async (kind, { skip }) => {
      if (kind.missing) skip(kind.missing);
      const cwd = await temporaryFolder();
      const certificate = newCertificate(cwd, 'elsewhere', 'elsewhere.example');
      if (!certificate) return skip('no openssl: apt-get install openssl');
      const server = await kind.start(certificate);
      onTestFinished(() => server.stop());
      const { status, output } = await hallugraph(cwd, 'status', knowing(server, certificate));
      expect({ status, output }).toMatchObject({
        status: 2,
        output: expect.stringMatching(/cannot be used: .*localhost.*altnames: DNS:elsewhere\.example/),
      });
      expect(output).not.toContain(PASSWORD);
    },
  );

  it('in postgres by sslmode=require is held to the certificate, too', async ({ skip }) => {
    const kind = QUEUE_SERVERS.find(({ name }) => name === 'postgres');
    if (!kind || kind.missing) return skip(kind?.missing ?? 'no PostgreSQL');
    const cwd = await temporaryFolder();
    const [own, another] = ['own', 'another'].map((name) => newCertificate(cwd, name));
    if (!own || !another) return skip('no openssl: apt-get install openssl');
    const server = await kind.start(own);
    onTestFinished(() => server.stop());
    const required = { ...server, url: server.url.replace('verify-full', 'require') };
    const [known, unknown] = await Promise.all(
      [own, another].map((certificate) => hallugraph(cwd, 'status', knowing(required, certificate))),
    );
    expect(known).toMatchObject({ status: 0, output: expect.stringContaining('No run was submitted') });
    expect(unknown).toMatchObject({
      status: 2,
      output: expect.stringContaining('cannot be used: self-signed certificate'),
    });
    expect(`${known?.output}${unknown?.output}`).not.toContain(PASSWORD);
  });
});
