/** A Redis and a PostgreSQL server of a test's own, on free ports and in temporary folders, where Debian's packages are. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface QueueServer {
  readonly url: string;
  /** Ends it as its administrator would, and starts it on the same data. @param meanwhile what is done without it */
  restart(meanwhile?: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

export interface ServerKind {
  name: 'redis' | 'postgres';
  /** Why it cannot be started here; null where it can. */
  missing: string | null;
  /** @param tls default: without TLS */
  start(tls?: Certificate): Promise<QueueServer>;
}

/** Of a server, signed by itself. */
export interface Certificate {
  /** Files in PEM. */
  cert: string;
  key: string;
}

/** What servers with TLS ask for. */
export const PASSWORD = 's3cret-word';

/** @returns null where there is no openssl */
export function newCertificate(folder: string, name: string, host = 'localhost'): Certificate | null {
  if (!isThere('openssl')) return null;
  const [cert, key] = [path.join(folder, `${name}.crt`), path.join(folder, `${name}.key`)];
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`, '-days', '2'];
  const files = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', '-x509', ...files, ...subject], { stdio: 'ignore' });
  return { cert, key };
}

const POSTGRES = postgresFolder();

export const QUEUE_SERVERS: readonly ServerKind[] = [
  {
    name: 'redis',
    missing: isThere('redis-server') ? null : 'no redis-server: apt-get install redis-server',
    start: startRedis,
  },
  {
    name: 'postgres',
    missing: POSTGRES ? null : 'no PostgreSQL: apt-get install postgresql',
    start: startPostgres,
  },
];

function isThere(command: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;
}

/** Where Debian keeps the programs of its newest PostgreSQL. */
function postgresFolder(): string | null {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const bin = versions.map((version) => path.join(root, version, 'bin'));
  return bin.find((folder) => existsSync(path.join(folder, 'initdb'))) ?? null;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function startRedis(tls?: Certificate): Promise<QueueServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hallugraph-redis-'));
  const port = await freePort();
  const args = ['--bind', '127.0.0.1', '--dir', folder, '--appendonly', 'yes', '--save', ''];
  if (tls) {
    args.push('--port', '0', '--tls-port', String(port), '--tls-auth-clients', 'no');
    args.push('--tls-cert-file', tls.cert, '--tls-key-file', tls.key, '--tls-ca-cert-file', tls.cert);
    args.push('--requirepass', PASSWORD);
  } else args.push('--port', String(port));
  const begin = () => spawn('redis-server', args, { stdio: 'ignore' });
  const url = tls ? `rediss://:${PASSWORD}@localhost:${port}` : `redis://127.0.0.1:${port}`;
  return served(url, folder, port, begin, 'SIGTERM');
}

async function startPostgres(tls?: Certificate): Promise<QueueServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hallugraph-postgres-'));
  const port = await freePort();
  const bin = POSTGRES as string;
  // The server refuses to run as root; Debian's package brings a user for it.
  const user = process.getuid?.() === 0 ? idsOf('postgres') : {};
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = path.join(folder, 'data');
  const init = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  execFileSync(path.join(bin, 'initdb'), init, { ...user, cwd: folder, stdio: 'ignore' });
  const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-c', 'fsync=off'];
  if (tls) args.push('-c', 'ssl=on', ...ownFiles(tls, folder, user));
  const begin = () => spawn(path.join(bin, 'postgres'), args, { ...user, cwd: folder, stdio: 'ignore' });
  // SIGINT: ends without waiting for clients to leave.
  const url = tls
    ? `postgres://postgres:${PASSWORD}@localhost:${port}/postgres?sslmode=verify-full`
    : `postgres://postgres@127.0.0.1:${port}/postgres`;
  return served(url, folder, port, begin, 'SIGINT');
}

/** The server reads no key that others might. */
function ownFiles({ cert, key }: Certificate, folder: string, { uid, gid }: { uid?: number; gid?: number }) {
  const own = { ssl_cert_file: cert, ssl_key_file: key };
  return Object.entries(own).flatMap(([setting, file]) => {
    const copy = path.join(folder, path.basename(file));
    copyFileSync(file, copy);
    chmodSync(copy, 0o600);
    if (uid !== undefined && gid !== undefined) chownSync(copy, uid, gid);
    return ['-c', `${setting}=${copy}`];
  });
}

function idsOf(user: string): { uid?: number; gid?: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function served(
  url: string,
  folder: string,
  port: number,
  begin: () => ReturnType<typeof spawn>,
  ending: NodeJS.Signals,
): Promise<QueueServer> {
  let server = begin();
  const end = async () => {
    const ended = once(server, 'exit');
    server.kill(ending);
    await ended;
  };
  await isAnswering(url, port);
  return {
    url,
    async restart(meanwhile = () => sleep(300)) {
      await end();
      try {
        await meanwhile();
      } finally {
        server = begin();
        await isAnswering(url, port);
      }
    },
    async stop() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until it takes queries, not connections alone. */
async function isAnswering(url: string, port: number): Promise<void> {
  const program = url.startsWith('redis')
    ? ['redis-cli', ...(url.startsWith('rediss') ? ['--tls', '--insecure'] : []), '-p', String(port), 'ping']
    : [path.join(POSTGRES as string, 'pg_isready'), '-h', '127.0.0.1', '-p', String(port)];
  for (let attempt = 0; attempt < 300; attempt++) {
    const { status, stdout } = spawnSync(program[0] as string, program.slice(1), { encoding: 'utf8' });
    if (status === 0 && !/LOADING|refused/.test(stdout)) return;
    await sleep(100);
  }
  throw new Error(`${url} does not answer`);
}
