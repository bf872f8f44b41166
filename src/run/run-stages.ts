/** Performs the stages of a run one after the other; writes progress and outcome to `run.json`. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { errorMessage } from '../common/error-message.ts';
import { BudgetError, PendingError } from '../errors.ts';
import type { Spending } from '../models/budget/budget.ts';
import type { PassageVerdict } from '../passage.ts';
import { digestsOf } from './digests.ts';
import type { BatchWork } from './execute-batches.ts';
import type { RunManifest, RunSummary } from './manifest.ts';
import type { RunFolder } from './run-folder.ts';
import { Tally } from './run-summary.ts';
import { SPENDING_FILE } from './spending.ts';
import { count, isFailed, performStage, type RunStage, type WorkOptions } from './stage.ts';
import { trackProgress } from './run-progress.ts';

export interface StagesJob {
  folder: RunFolder;
  /** The first writes the records of the run. Complete stages are skipped. */
  stages: readonly RunStage<unknown, unknown>[];
  /** Passages in work at once. */
  concurrency: number;
  /** Aborting it ends the run as `interrupted`. */
  signal: AbortSignal;
  batch?: BatchWork | undefined;
  /** Spending of all requests so far. */
  spent?: (() => Spending) | undefined;
  /** Seconds of waiting for models by purpose, including those before. */
  waited?: ((before: RunManifest['waited']) => Record<string, number>) | undefined;
  /** The verdicts under thresholds of the data set; default: as recorded. */
  verdicts?: (() => AsyncIterable<PassageVerdict>) | undefined;
  onStage(name: string, total: number): StageListener;
  /** Called on an internal error at a passage. */
  onDefect(id: string, error: unknown): void;
}

export interface StageListener {
  onProgress: WorkOptions['onProgress'];
  /** After each record, old ones first; `done` counts from 1. */
  onRecord(done: number): void;
}

export interface StagesResult {
  status: 'done' | 'interrupted' | 'budget';
  /** Draws answered from the cache. */
  cachedDraws: number;
  /** Passages with an internal error in any stage. */
  defects: number;
}

/**
 * In any case, records written so far are kept, `run.json` gets the outcome, and the folder is closed.
 * @throws what the work throws on purpose, except an interrupt and a used-up budget
 */
export async function runStages(job: StagesJob): Promise<StagesResult> {
  const { folder, stages } = job;
  const tally = new Tally();
  const result = { cachedDraws: 0, defects: 0 };
  const { waited: waitedBefore } = folder.manifest;
  let ids: string[] = [];
  let recorded = 0;
  let hasNew = false;
  const summary = (of = tally): RunSummary => ({
    ...of.summary(ids.length),
    ...(result.defects > 0 && { defects: result.defects }),
    ...tally.calls(),
  });
  const tracking = trackProgress(folder, job.concurrency, summary);
  const signal = AbortSignal.any([job.signal, tracking.cancelled]);
  const end = async (status: RunManifest['status'], error: string | null = null) => {
    await tracking.end();
    const left = status === 'budget' ? ids.slice(recorded) : [];
    await folder.update({
      ...{ status, error, summary: summary(await tallyOf(job.verdicts)) },
      finishedAt: new Date().toISOString(),
      progress: undefined,
      unfinished: left.length > 0 ? { reason: 'budget', passages: left } : undefined,
      ...costsOf(job, waitedBefore),
    });
    await rm(path.join(folder.path, SPENDING_FILE), { force: true });
  };
  try {
    await folder.update({ status: 'running', error: null, finishedAt: null });
    for (const [index, stage] of stages.entries()) {
      const items = await stage.items();
      if (index === 0) ids = items.map((item) => stage.idOf(item));
      tracking.begin(stage.name, items.length);
      const { onProgress, onRecord } = job.onStage(stage.name, items.length);
      result.cachedDraws += await performStage(stage, items, {
        ...{ folder: folder.path, concurrency: job.concurrency, signal, batch: job.batch, onProgress },
        onRecord(record, done, isNew) {
          if (index === 0) recorded = done;
          hasNew ||= isNew;
          tracking.record(done, isNew);
          if (isFailed(stage, record)) result.defects += 1;
          count(stage, record, tally);
          onRecord(done);
        },
        onDefect: job.onDefect,
      });
    }
    const files = stages.map(({ kind }) => kind.file);
    const known = hasNew ? {} : folder.manifest.digests;
    await folder.update({ digests: await digestsOf(folder.path, files, known) });
    await end('done');
    return { status: 'done', ...result };
  } catch (error) {
    const status = statusAfter(error, signal);
    const ended = end(status, status === 'interrupted' ? null : errorMessage(error));
    if (status === 'interrupted' || status === 'budget') {
      await ended;
      return { status, ...result };
    }
    // A second error from writing the folder would hide the first.
    await ended.catch(() => undefined);
    throw error;
  } finally {
    await folder.close();
  }
}

async function tallyOf(verdicts: StagesJob['verdicts']): Promise<Tally | undefined> {
  if (verdicts === undefined) return undefined;
  const tally = new Tally();
  for await (const verdict of verdicts()) tally.add(verdict);
  return tally;
}

function costsOf(job: StagesJob, waitedBefore: RunManifest['waited']): Pick<RunManifest, 'spent' | 'waited'> {
  const spent = job.spent?.();
  const waited = job.waited?.(waitedBefore) ?? {};
  return {
    ...(spent && spent.requests > 0 && { spent }),
    ...(Object.keys(waited).length > 0 && { waited }),
  };
}

function statusAfter(error: unknown, signal: AbortSignal): 'interrupted' | 'budget' | 'waiting' | 'failed' {
  // Another error after an abort, such as a full disk, is told.
  const isAbort = error === signal.reason || (error instanceof Error && error.name === 'AbortError');
  if (signal.aborted && isAbort) return 'interrupted';
  if (error instanceof BudgetError) return 'budget';
  return error instanceof PendingError ? 'waiting' : 'failed';
}
