/**
 * Evaluates the passages of a run that are not recorded yet, one record after the other, and says how it ended. Of a
 * verdict that is recorded, its score alone stays in memory.
 */
import type { Detector, ProgressEvent } from '../detector.ts';
import { BudgetError, PendingError, RunError } from '../errors.ts';
import type { Passage, PassageVerdict } from '../passage.ts';
import { thresholdsOf } from '../scoring/threshold.ts';
import { rejudge, type Scoring } from '../scoring/verdict.ts';
import { type BatchWork, executeBatches } from './execute-batches.ts';
import type { RunManifest } from './manifest.ts';
import type { RunFolder } from './run-folder.ts';
import { Tally } from './summary.ts';

export interface RunJob {
  folder: RunFolder;
  detector: Pick<Detector, 'evaluate' | 'evaluateAll'>;
  /** All passages of the run, in order, those recorded before included. */
  passages: readonly Passage[];
  concurrency: number;
  /** Of a run that asks its models by batches. */
  batch?: BatchWork;
  /** Aborting it ends the run as `interrupted`. */
  signal?: AbortSignal;
  onProgress?: (event: ProgressEvent) => void;
  /** After each record, old ones first; `done` counts from 1. */
  onRecord?: (done: number) => void;
  /** What else belongs to the run, done with all its records before it ends. */
  afterwards?: (records: AsyncIterable<PassageVerdict>) => Promise<void>;
}

export interface RunResult {
  status: 'done' | 'interrupted';
  /** Read from the records each time; under the threshold of the run, where the rule takes it from the data. */
  verdicts: AsyncIterable<PassageVerdict>;
}

/**
 * Whatever happens, records written so far stay, `run.json` says how the run ended, and the folder is closed.
 * @throws RunError when the records are not those of the passages, or cannot be written
 * @throws PendingError when batches have to be answered by hand before the run can go on
 * @throws the error of the detector, or of what comes afterwards, when it fails; the run can be resumed
 */
export async function executeRun(job: RunJob): Promise<RunResult> {
  const { folder } = job;
  const { scoring } = folder.manifest.config;
  const scores: PassageVerdict['score'][] = [];
  const recorded = new Tally();
  const end = async (status: RunManifest['status'], error: string | null = null) => {
    const isSettled = scoring.threshold.rule === 'fixed';
    const verdicts = isSettled ? recordsOf(folder) : verdictsOf(folder, scoring, scores);
    const tally = isSettled ? recorded : await Tally.of(verdicts);
    const summary = tally.summary(job.passages.length);
    await folder.update({ status, error, summary, finishedAt: new Date().toISOString() });
    return verdicts;
  };
  try {
    await folder.update({ status: 'running', error: null, finishedAt: null });
    await forAllRecords(job, (verdict) => {
      scores.push(verdict.score);
      recorded.add(verdict);
      job.onRecord?.(scores.length);
    });
    await job.afterwards?.(recordsOf(folder));
    return { status: 'done', verdicts: await end('done') };
  } catch (error) {
    if (job.signal?.aborted) return { status: 'interrupted', verdicts: await end('interrupted') };
    // The first error says why; that the folder cannot be written either would hide it.
    await end(statusAfter(error), error instanceof Error ? error.message : String(error)).catch(
      () => undefined,
    );
    throw error;
  } finally {
    await folder.close();
  }
}

function statusAfter(error: unknown): RunManifest['status'] {
  if (error instanceof PendingError) return 'waiting';
  return error instanceof BudgetError ? 'budget' : 'failed';
}

const recordsOf = (folder: RunFolder): AsyncIterable<PassageVerdict> => ({
  [Symbol.asyncIterator]: () => folder.records(),
});

/** Second pass: the records under the threshold that the scores of all of them give. */
function verdictsOf(
  folder: RunFolder,
  scoring: Scoring,
  scores: readonly PassageVerdict['score'][],
): AsyncIterable<PassageVerdict> {
  const thresholds = thresholdsOf(scoring.threshold, scores);
  return {
    async *[Symbol.asyncIterator]() {
      for await (const record of folder.records()) yield rejudge(record, scoring, thresholds);
    },
  };
}

/** Records from before, then new ones as they are written. */
async function forAllRecords(
  { folder, detector, passages, batch, ...options }: RunJob,
  use: (verdict: PassageVerdict) => void,
): Promise<void> {
  let position = 0;
  for await (const verdict of folder.records()) {
    if (verdict.passage.id !== passages[position]?.id) {
      throw new RunError(
        `${folder.path}: record ${position + 1} (${verdict.passage.id}) is not of this input`,
      );
    }
    position += 1;
    use(verdict);
  }
  const record = async (verdict: PassageVerdict) => {
    await folder.append(verdict);
    use(verdict);
  };
  const rest = passages.slice(position);
  const { concurrency, signal, onProgress } = options;
  const detection = { ...(signal && { signal }), ...(onProgress && { onProgress }) };
  if (batch) {
    const work = (passage: Passage) => detector.evaluate(passage, detection);
    return executeBatches({ batch, items: rest, work, record, concurrency, signal });
  }
  for await (const verdict of detector.evaluateAll(rest, { ...detection, concurrency }))
    await record(verdict);
}
