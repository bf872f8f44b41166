/** Opens a queue: the store of runs, and the jobs of each. Drivers are imported here, on demand. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionOptions, Job } from 'bullmq';
import pRetry from 'p-retry';
import type { ClientConfig } from 'pg';
import { BackendError, RunError } from '../errors.ts';
import { packageProblem } from '../models/optional-package.ts';
import { type BullParts, checkRunName, type JobLine, jobLine } from './job-line.ts';
import { JOBS_SCHEMA, postgresStore } from './postgres-store.ts';
import { type QueueAddress, queueAddress } from './queue-url.ts';
import { redisStore } from './redis-store.ts';
import type { RunStore } from './run-store.ts';
import { isUnreachable, tellingFailures, wordsOf } from './store-failure.ts';

export interface Queue {
  readonly store: RunStore;
  /** Without credentials. */
  readonly shown: string;
  /** The jobs of a run. @throws RunError for a name that cannot be one */
  line(run: string): JobLine;
  close(): Promise<void>;
}

export interface QueueOptions {
  /** Called with a message, without the password, when the connection failed and is retried. */
  onProblem?: (problem: string) => void;
  /** How long to wait for a server that cannot be reached, in seconds; default 0. */
  waitSeconds?: number;
}

/** Time for the first answer of the server, in milliseconds. */
const PATIENCE = 10_000;
/** Pause between attempts to connect, in milliseconds. */
const PAUSE = 200;

/**
 * @param url as {@link queueAddress} takes it
 * @throws ConfigError when it is none
 * @throws BackendError when the packages for it are not installed
 * @throws RunError when the server cannot be reached or used
 */
export async function openQueue(
  url: string,
  { onProblem = () => {}, waitSeconds = 0 }: QueueOptions = {},
): Promise<Queue> {
  const address = queueAddress(url);
  const told = new Set<string>();
  let isOpen = false;
  const tell = (problem: string) => {
    const words = address.hide(problem);
    // While it is being opened, the error carries the message.
    if (isOpen && !told.has(words)) onProblem(words);
    told.add(words);
  };
  const open = address.kind === 'redis' ? openRedis : openPostgres;
  const opened = await pRetry(() => open(address, tell), {
    ...{ retries: Number.POSITIVE_INFINITY, minTimeout: PAUSE, maxTimeout: 2000 },
    maxRetryTime: waitSeconds * 1000,
    shouldRetry: ({ error }) => isUnreachable(error),
    onFailedAttempt({ error, attemptNumber }) {
      if (attemptNumber > 1 || waitSeconds === 0 || !isUnreachable(error)) return;
      onProblem(`${address.hide(wordsOf(error))}: waiting for it up to ${waitSeconds} seconds`);
    },
  }).catch((error: unknown) => {
    if (error instanceof BackendError) throw error;
    throw new RunError(
      `the queue at ${address.shown} cannot be used: ${address.hide(wordsOf(error))}${adviceOn(error, address)}`,
    );
  });
  isOpen = true;
  const lines = new Map<string, JobLine>();
  return {
    ...{ store: tellingFailures(opened.store, address.hide), shown: address.shown },
    line(run) {
      const line =
        lines.get(run) ?? tellingFailures(jobLine(checkRunName(run), opened.bull, tell), address.hide);
      lines.set(run, line);
      return line;
    },
    async close() {
      await Promise.all([...lines.values()].map((line) => line.close()));
      await opened.store.close();
    },
  };
}

interface Opened {
  store: RunStore;
  bull: BullParts;
}

const loaded = <T>(name: string, load: () => Promise<T>): Promise<T> =>
  load().catch((error: unknown) => {
    throw packageProblem(name, 'work without a queue: hallugraph evaluate', error);
  });

async function openRedis({ url }: QueueAddress, tell: (problem: string) => void): Promise<Opened> {
  const [{ Redis }, bull] = await Promise.all([
    loaded('ioredis', () => import('ioredis')),
    loaded('bullmq', () => import('bullmq')),
  ]);
  const redis = new Redis(url, {
    ...{ lazyConnect: true, maxRetriesPerRequest: null, connectTimeout: PATIENCE, enableReadyCheck: true },
    retryStrategy: (times) => Math.min(times * 100, 2000),
  });
  let failure: Error | undefined;
  redis.on('error', (error: Error) => {
    failure = error;
    tell(wordsOf(error));
  });
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    redis.disconnect();
    throw failure ?? error;
  }
  return { store: redisStore(redis), bull: bullParts(bull, redis) };
}

async function openPostgres({ url }: QueueAddress, tell: (problem: string) => void): Promise<Opened> {
  const [{ default: pg }, bull] = await Promise.all([
    loaded('pg', () => import('pg')),
    loaded('bullmq', () => import('bullmq')),
  ]);
  const pool = new pg.Pool({ connectionString: url, connectionTimeoutMillis: PATIENCE, max: 8 });
  pool.on('error', (error) => tell(wordsOf(error)));
  const store = await postgresStore(pool).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const { Queue, Worker } = bull.withBackend((...options: Parameters<typeof bull.createPostgresBackend>) => {
    const backend = bull.createPostgresBackend(...options);
    connectAnew(backend.connection);
    return backend;
  });
  /** BullMQ attaches no error listener to some connections in use; an error there would end the process. */
  class HeardClient extends pg.Client {
    constructor(config?: ClientConfig) {
      super(config);
      this.on('error', () => {});
    }
  }
  // In the address they would override those by which BullMQ sets its schema.
  const address = new URL(url);
  const options = address.searchParams.get('options') ?? undefined;
  address.searchParams.delete('options');
  const connection = {
    ...{ connectionString: address.href, options, schema: JOBS_SCHEMA, migrate: true, max: 8 },
    Client: HeardClient,
  };
  return { store, bull: bullParts({ ...bull, Queue, Worker } as never, connection as never) };
}

/**
 * BullMQ keeps the promise of a first connection that was rejected and awaits it again at once: a worker started during a
 * restart of the server would loop without end.
 */
function connectAnew(connection: { waitUntilReady(): Promise<void> }): void {
  const first = connection.waitUntilReady.bind(connection);
  connection.waitUntilReady = () =>
    first().catch(async (error: unknown) => {
      Object.assign(connection, { readyPromise: undefined });
      await sleep(PAUSE);
      throw error;
    });
}

/** @param connection as its queues and workers take it */
function bullParts(bull: typeof import('bullmq'), connection: ConnectionOptions): BullParts {
  /**
   * A job whose data cannot be parsed becomes an empty one, which fails with a reason; BullMQ would redeliver it without end,
   * and fail to list the others.
   */
  class ReadableJob extends bull.Job {
    static override fromJSON<T, R, N extends string>(
      ...[queue, json, id]: Parameters<typeof Job.fromJSON>
    ): Job<T, R, N> {
      try {
        return bull.Job.fromJSON<T, R, N>(queue, json, id);
      } catch {
        return bull.Job.fromJSON<T, R, N>(queue, { ...json, data: '{}' }, id);
      }
    }
  }
  const reading = <T extends object>(part: T): T =>
    Object.defineProperty(part, 'Job', { value: ReadableJob });
  return {
    queue: (name, options) => reading(new bull.Queue(name, { ...options, connection })),
    worker: (name, work, options) => reading(new bull.Worker(name, work, { ...options, connection })),
    handedBack: () => new bull.WaitingError(),
    permanentFailure: (reason) => new bull.UnrecoverableError(reason),
  };
}

/** Error codes of certificates that are not trusted. */
const UNKNOWN_ISSUER = /SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)/;

function adviceOn(error: unknown, { kind }: QueueAddress): string {
  if (!UNKNOWN_ISSUER.test((error as NodeJS.ErrnoException | null)?.code ?? '')) return '';
  const place =
    kind === 'redis' ? 'the variable NODE_EXTRA_CA_CERTS=FILE' : 'sslrootcert=FILE in the address';
  return `; name the certificate of who signed it by ${place}`;
}
