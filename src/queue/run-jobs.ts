/**
 * The jobs of one run, on BullMQ. Delivery is at least once, to one worker at a time: jobs with an expired lease are
 * redelivered. A job without tries left is moved to the dead jobs, with its reason.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionOptions, Job, JobsOptions, Queue } from 'bullmq';
import { errorMessage } from '../common/error-message.ts';
import { RunError } from '../errors.ts';
import { oneLine } from '../format/text.ts';
import type { DeadLetter, JobCounts } from '../run/run-status.ts';
import { type JobPayload, jobId } from './job.ts';
import { REDIS_PREFIX } from './redis-store.ts';

/** The parts of BullMQ in use, with the connection of one kind of store. */
export interface BullParts
  extends Pick<typeof import('bullmq'), 'Queue' | 'Worker' | 'WaitingError' | 'UnrecoverableError'> {
  connection: ConnectionOptions;
}

export interface JobHandling {
  concurrency: number;
  /** Lease of a job, in seconds: it is redelivered after that time without a heartbeat. */
  leaseSeconds: number;
  /** @throws Requeue to requeue the job, PermanentFailure to fail it for good, anything else for a failed try */
  perform(payload: unknown): Promise<void>;
}

/** Requeues a job for other workers; no try is counted. */
export class Requeue extends Error {}
/** Fails a job for good: a retry would fail the same way. */
export class PermanentFailure extends Error {}

export type RunJobs = ReturnType<typeof runJobs>;

const PAGE = 500;
const LONGEST_REASON = 300;
/** Pause after a failed fetch or acknowledgement. */
const PAUSE_MILLISECONDS = 1000;
/**
 * How long closing an idle worker may take. BullMQ waits for replies that an unreachable server never sends. What is lost
 * then is repeated by the worker that gets the job when its lease has expired.
 */
const CLOSING_MILLISECONDS = 5000;
/** A job whose worker has died this often is assumed to be the cause, and fails. */
const MAX_STALLS = 5;

export function runJobs(run: string, bull: BullParts, onProblem: (problem: string) => void) {
  const name = `run-${run}`;
  const own = { connection: bull.connection, prefix: REDIS_PREFIX };
  const queue = new bull.Queue(name, { ...own, streams: { events: { maxLen: 100 } } });
  queue.on('error', ({ message }) => onProblem(message));

  return {
    /** Enqueues the jobs that are not on the queue yet. */
    async enqueue(
      payloads: readonly JobPayload[],
      tries: number,
      idOf = ({ index }: JobPayload): string => jobId(run, index),
    ): Promise<void> {
      const options: JobsOptions = {
        ...{ attempts: tries, backoff: { type: 'exponential', delay: 1000 } },
        ...{ removeOnComplete: true, stackTraceLimit: 0 },
      };
      await queue.addBulk(
        payloads.map((data) => ({ name: 'passage', data, opts: { ...options, jobId: idOf(data) } })),
      );
    },
    /** Removes jobs of these passages that have lost their state, so that they can be enqueued again. */
    async forgetLost(payloads: readonly JobPayload[]): Promise<void> {
      for (const { index } of payloads) {
        const job = await queue.getJob(jobId(run, index));
        // queue.remove keeps a job that a worker has taken since: in transit it has no state either
        if (job && (await job.getState()) === 'unknown') await queue.remove(jobId(run, index));
      }
    },
    /** Starts to process jobs. @returns takes no further job, and waits for those in work */
    work({ concurrency, leaseSeconds, perform }: JobHandling): () => Promise<void> {
      const inWork = new Set<Promise<void>>();
      const worker = new bull.Worker(
        name,
        (job, token) => {
          const work = perform(job.data).finally(() => inWork.delete(work));
          inWork.add(work);
          return work.catch((error) => failJob(error, { bull, job, token }));
        },
        {
          ...{ ...own, concurrency, maxStalledCount: MAX_STALLS },
          lockDuration: leaseSeconds * 1000,
          stalledInterval: leaseSeconds * 500,
          runRetryDelay: PAUSE_MILLISECONDS,
        },
      );
      worker.on('error', ({ message }) => onProblem(message));
      const allDone = async () => {
        while (inWork.size > 0) await Promise.allSettled(inWork);
      };
      return async () => {
        const closed = worker.close();
        await allDone();
        await Promise.race([closed, sleep(CLOSING_MILLISECONDS, undefined, { ref: false })]);
        await allDone();
      };
    },
    counts: () => countsOf(queue),
    async *dead(): AsyncGenerator<DeadLetter> {
      for await (const job of failedJobs(queue)) yield letterOf(job);
    },
    /** Retries dead and delayed jobs at once, with their tries reset. @returns how many */
    async retry(): Promise<number> {
      let count = 0;
      for await (const job of failedJobs(queue)) {
        await job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true });
        count += 1;
      }
      const { delayed } = await countsOf(queue);
      await queue.promoteJobs();
      return count + delayed;
    },
    clear: () => queue.obliterate({ force: true }),
    close: () => queue.close(),
  };
}

async function countsOf(queue: Queue): Promise<JobCounts> {
  const counts = await queue.getJobCounts('wait', 'prioritized', 'active', 'delayed', 'failed');
  const of = (state: string): number => counts[state] ?? 0;
  return {
    waiting: of('wait') + of('prioritized'),
    ...{ active: of('active'), delayed: of('delayed'), dead: of('failed') },
  };
}

function letterOf({ id, data, failedReason, attemptsMade }: Job): DeadLetter {
  const index: unknown = (data as { index?: unknown } | null)?.index;
  return {
    job: String(id),
    index: Number.isSafeInteger(index) ? (index as number) : null,
    reason: shortReason(failedReason ?? 'unknown'),
    tries: attemptsMade,
  };
}

const shortReason = (reason: string): string => oneLine(reason).slice(0, LONGEST_REASON);

/** Reads from the end, so that jobs removed in the meantime shift none of those still to be read. */
async function* failedJobs(queue: Queue): AsyncGenerator<Job> {
  const { failed = 0 } = await queue.getJobCounts('failed');
  for (let end = failed - 1; end >= 0; end -= PAGE) {
    const jobs = await queue.getFailed(Math.max(0, end - PAGE + 1), end);
    yield* jobs.filter((job) => job != null);
  }
}

/** Throws the error of BullMQ for one of {@link JobHandling}. */
async function failJob(
  error: unknown,
  { bull, job, token }: { bull: BullParts; job: Job; token: string | undefined },
): Promise<never> {
  const reason = shortReason(errorMessage(error));
  if (error instanceof PermanentFailure) throw new bull.UnrecoverableError(reason);
  if (!(error instanceof Requeue)) throw new Error(reason);
  await job.moveToWait(token);
  throw new bull.WaitingError();
}

/** @throws RunError for a name with characters that a store would change */
export function checkRunName(name: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(name)) return name;
  throw new RunError('the name of a run is up to 100 letters, digits and . _ -, as in --run wikibio-1');
}
