/** Opens a queue: the store of runs, and the jobs of each. Drivers are imported here, on demand. */
import { setTimeout as sleep } from 'node:timers/promises';
import pRetry from 'p-retry';
import type { ConnectionOptions, Job } from 'bullmq';
import type { ClientConfig } from 'pg';
import type { Redis, RedisOptions } from 'ioredis';
import { BackendError, RunError } from '../errors.ts';
import { withoutPackage } from '../models/optional-package.ts';
import { type BullParts, checkRunName, type RunJobs, runJobs } from './run-jobs.ts';
import { JOBS_SCHEMA, postgresStore } from './postgres-store.ts';
import { queueAddress } from './queue-url.ts';
import { redisStore } from './redis-store.ts';
import type { RunStore } from './run-store.ts';
import { isUnreachable, wrapStoreErrors, messageOf } from './store-failure.ts';

export interface Queue {
  readonly store: RunStore;
  /** Without credentials. */
  readonly shown: string;
  /** The jobs of a run. @throws RunError for a name that cannot be one */
  jobs(run: string): RunJobs;
  close(): Promise<void>;
}

export interface QueueOptions {
  /** Called with a message, without the password, when the connection failed and is retried. */
  onProblem?: (problem: string) => void;
  /** How long to wait for a server that cannot be reached, in seconds; default 0. */
  waitSeconds?: number;
}

const CONNECT_MILLISECONDS = 10_000;
/** Between attempts to connect. */
const PAUSE_MILLISECONDS = 200;

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
  const reported = new Set<string>();
  let isOpen = false;
  const report = (problem: string) => {
    const message = address.hide(problem);
    // While it is being opened, the error carries the message.
    if (isOpen && !reported.has(message)) onProblem(message);
    reported.add(message);
  };
  const open = address.kind === 'redis' ? openRedis : openPostgres;
  const opened = await pRetry(() => open(address.url, report), {
    ...{ retries: Number.POSITIVE_INFINITY, minTimeout: PAUSE_MILLISECONDS, maxTimeout: 2000 },
    maxRetryTime: waitSeconds * 1000,
    shouldRetry: ({ error }) => isUnreachable(error),
    onFailedAttempt({ error, attemptNumber }) {
      if (attemptNumber > 1 || waitSeconds === 0 || !isUnreachable(error)) return;
      onProblem(`${address.hide(messageOf(error))}: waiting for it up to ${waitSeconds} seconds`);
    },
  }).catch((error: unknown) => {
    if (error instanceof BackendError) throw error;
    throw new RunError(
      `the queue at ${address.shown} cannot be used: ${address.hide(messageOf(error))}${adviceOn(error, address)}`,
    );
  });
  isOpen = true;
  const jobsByRun = new Map<string, RunJobs>();
  return {
    ...{ store: wrapStoreErrors(opened.store, address.hide), shown: address.shown },
    jobs(run) {
      const known = jobsByRun.get(run);
      if (known) return known;
      const jobs = wrapStoreErrors(runJobs(checkRunName(run), opened.bull, report), address.hide);
      jobsByRun.set(run, jobs);
      return jobs;
    },
    async close() {
      await Promise.all([...jobsByRun.values()].map((jobs) => jobs.close()));
      await opened.store.close();
    },
  };
}

interface Opened {
  store: RunStore;
  bull: BullParts;
}

const loaded = <T>(name: string, load: () => Promise<T>): Promise<T> =>
  load().catch(withoutPackage(name, 'work without a queue: hallugraph evaluate'));

async function openRedis(url: string, report: (problem: string) => void): Promise<Opened> {
  const [{ Redis }, bull] = await Promise.all([
    loaded('ioredis', () => import('ioredis')),
    loaded('bullmq', () => import('bullmq')),
  ]);
  const redis = new (endingRedis(Redis))(url, {
    ...{ lazyConnect: true, maxRetriesPerRequest: null, enableReadyCheck: true },
    connectTimeout: CONNECT_MILLISECONDS,
    retryStrategy: (times) => Math.min(times * 100, 2000),
  });
  let failure: Error | undefined;
  redis.on('error', (error: Error) => {
    failure = error;
    report(messageOf(error));
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

async function openPostgres(url: string, report: (problem: string) => void): Promise<Opened> {
  const [{ default: pg }, bull] = await Promise.all([
    loaded('pg', () => import('pg')),
    loaded('bullmq', () => import('bullmq')),
  ]);
  const pool = new pg.Pool({ connectionString: url, connectionTimeoutMillis: CONNECT_MILLISECONDS, max: 8 });
  pool.on('error', (error) => report(messageOf(error)));
  const store = await postgresStore(pool).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const { Queue, Worker } = bull.withBackend((...options: Parameters<typeof bull.createPostgresBackend>) => {
    const backend = bull.createPostgresBackend(...options);
    retryFailedConnection(backend.connection);
    return backend;
  });
  /** pg removes its error listener from connections in use; without one, an error would end the process. */
  class ErrorTolerantClient extends pg.Client {
    constructor(config?: ClientConfig) {
      super(config);
      this.on('error', () => {});
    }
  }
  // Options in the address would override those by which BullMQ sets its schema.
  const address = new URL(url);
  const options = address.searchParams.get('options') ?? undefined;
  address.searchParams.delete('options');
  const connection = {
    ...{ connectionString: address.href, options, schema: JOBS_SCHEMA, migrate: true, max: 8 },
    Client: ErrorTolerantClient,
  };
  return { store, bull: bullParts({ ...bull, Queue, Worker } as never, connection as never) };
}

/**
 * Connects again where the first attempt failed. BullMQ 6.7 keeps the rejected promise: a worker started during a restart of
 * the server would loop forever.
 */
function retryFailedConnection(connection: { waitUntilReady(): Promise<void> }): void {
  const connect = connection.waitUntilReady.bind(connection);
  connection.waitUntilReady = () =>
    connect().catch(async (error: unknown) => {
      Object.assign(connection, { readyPromise: undefined });
      await sleep(PAUSE_MILLISECONDS);
      throw error;
    });
}

/** @param connection as its queues and workers take it */
function bullParts(bull: typeof import('bullmq'), connection: ConnectionOptions): BullParts {
  /** Reads damaged data as empty data, which fails with a reason; BullMQ would redeliver it forever. */
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
  class Queue extends bull.Queue {
    protected override get Job() {
      return ReadableJob as typeof bull.Job;
    }
  }
  class Worker extends bull.Worker {
    protected override get Job() {
      return ReadableJob as typeof bull.Job;
    }
  }
  return { ...bull, Queue, Worker, connection };
}

/** Error codes of certificates that are not trusted. */
const UNKNOWN_ISSUER = /SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)/;

function adviceOn(error: unknown, { kind }: ReturnType<typeof queueAddress>): string {
  if (!UNKNOWN_ISSUER.test((error as NodeJS.ErrnoException | null)?.code ?? '')) return '';
  const setting =
    kind === 'redis' ? 'the variable NODE_EXTRA_CA_CERTS=FILE' : 'sslrootcert=FILE in the address';
  return `; name the certificate authority by ${setting}`;
}

/**
 * ioredis 6 emits no 'end' when it is closed in that state, and BullMQ 6.7, which waits for it, would never close a worker
 * (taskforcesh/bullmq#4656).
 *
 * @param Base the class of ioredis, which is imported on demand
 */
function endingRedis(Base: typeof Redis): typeof Redis {
  return class EndingRedis extends Base {
    override disconnect(reconnect = false): void {
      // In this state it ends at once and emits 'end'.
      if (this.status === 'reconnecting' && !reconnect) this.status = 'wait';
      super.disconnect(reconnect);
    }
    override duplicate(override?: Partial<RedisOptions>): Redis {
      return new EndingRedis({ ...this.options, ...override } as object);
    }
  };
}
