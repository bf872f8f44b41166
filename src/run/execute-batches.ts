/** Works on passages whose model calls are sent by batches. */
import path from 'node:path';
import { mapAll } from '../common/map-all.ts';
import { PendingError } from '../errors.ts';
import { takeLock } from '../files/lock.ts';
import { makeFolder } from '../files/make-folder.ts';
import type { BatchCalls } from '../models/batch/batch-calls.ts';
import { type RoundProgress, runBatchRounds, answerInstructions } from '../models/batch/batch-chat-rounds.ts';
import type { BatchProgress } from '../models/batch/batch-service-run.ts';
import { LOCK_FILE } from './manifest.ts';

export interface BatchWork {
  calls: BatchCalls;
  /** Called with the places of answers in the folder that match no request. */
  onUnknownAnswers?: (places: readonly string[]) => void;
  /** Called with services whose answers are of no use to this run, where it has to ask others. */
  onOtherServices?: (services: readonly string[]) => void;
  onRound?: (progress: RoundProgress) => void;
  /** After each poll of a service. */
  onBatch?: (progress: BatchProgress) => void;
}

interface BatchJob<T, R> {
  batch: BatchWork;
  items: readonly T[];
  /** Repeated from the beginning until no answer is missing. */
  work: (item: T) => Promise<R>;
  /** Called in the order of the items. */
  record: (result: R) => Promise<void>;
  concurrency: number;
  signal?: AbortSignal | undefined;
}

/**
 * Repeats rounds until all results are recorded.
 *
 * @throws PendingError naming the files that have to be answered by hand first
 * @throws ModelCallError when a service fails
 * @throws InputError, RunError when the folder cannot be used
 */
export async function executeBatches<T, R>({ batch, signal, ...job }: BatchJob<T, R>): Promise<void> {
  const { calls, onRound, onBatch, onUnknownAnswers, onOtherServices } = batch;
  const { folder, serviceFor } = calls;
  makeFolder(folder);
  const release = await takeLock(path.join(folder, LOCK_FILE), folder);
  try {
    const files = await calls.open();
    if (files.unknownAnswers.length > 0) onUnknownAnswers?.(files.unknownAnswers);
    const waiting = await runBatchRounds({
      ...{ files, evaluateRound: roundsOver(job), signal, onRound, onProgress: onBatch },
      ...(serviceFor && { serviceFor }),
    });
    const others = calls.otherServices();
    if (waiting.length > 0 && others.length > 0) onOtherServices?.(others);
    if (waiting.length > 0) throw new PendingError(answerInstructions(waiting).join('\n'));
  } finally {
    await release();
  }
}

/** Each call works on all items without a result, with the answers received so far. */
function roundsOver<T, R>(job: Omit<BatchJob<T, R>, 'batch' | 'signal'>): () => Promise<void> {
  const { items, work, record, concurrency } = job;
  const results = new Map<number, R>();
  let recorded = 0;
  return async () => {
    const open = [...items.entries()].filter(([index]) => !results.has(index));
    try {
      await mapAll(open, async ([index, item]) => void results.set(index, await work(item)), { concurrency });
    } finally {
      for (; results.has(recorded); recorded++) await record(results.get(recorded) as R);
    }
  };
}
