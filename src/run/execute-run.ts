/**
 * Evaluates the passages of a run that are not recorded yet, one record after the other, and says how it ended. Of a
 * verdict that is recorded, its score alone stays in memory.
 */
import type { Detector, ProgressEvent } from '../detector.ts';
import type { Spending } from '../models/budget/budget.ts';
import type { Passage, PassageVerdict } from '../passage.ts';
import { thresholdsOf } from '../scoring/threshold.ts';
import { rejudge, type Scoring } from '../scoring/verdict.ts';
import type { BatchWork } from './execute-batches.ts';
import { keepStatus, type RunEnd } from './keep-status.ts';
import { recordAll } from './record-all.ts';
import type { RunFolder } from './run-folder.ts';
import { Tally } from './run-summary.ts';

export interface RunJob {
  folder: RunFolder;
  detector: Pick<Detector, 'evaluate' | 'evaluateAll'>;
  /** All passages of the run, in order, those recorded before included. */
  passages: readonly Passage[];
  concurrency: number;
  /** Whether the verdicts are those of another run, under its thresholds, and what they cost is told there. */
  copied?: boolean;
  /** Of a run that asks its models by batches. */
  batch?: BatchWork;
  /** What its requests have cost so far. */
  spent?: () => Spending;
  /** Aborting it ends the run as `interrupted`. */
  signal?: AbortSignal;
  onProgress?: (event: ProgressEvent) => void;
  /** After each record, old ones first; `done` counts from 1. */
  onRecord?: (done: number) => void;
  /** What else belongs to the run, done with all its records before it ends; what it costs goes to the tally. */
  afterwards?: (records: AsyncIterable<PassageVerdict>, tally: Tally) => Promise<void>;
}

export interface RunResult {
  status: RunEnd;
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
  const { folder, passages, copied = false, signal } = job;
  const { scoring } = folder.manifest.config;
  const isSettled = copied || scoring.threshold.rule === 'fixed';
  const scores: PassageVerdict['score'][] = [];
  const tally = new Tally();
  const verdicts = () => (isSettled ? recordsOf(folder) : verdictsOf(folder, scoring, scores));
  const status = await keepStatus(folder, {
    ...{ signal, spent: job.spent },
    async work() {
      await recordVerdicts(job, (verdict) => {
        scores.push(verdict.score);
        tally.add(verdict);
        if (!copied) tally.addCalls(verdict);
        job.onRecord?.(scores.length);
      });
      await job.afterwards?.(recordsOf(folder), tally);
    },
    async summary() {
      const counted = isSettled ? tally : await Tally.of(verdicts());
      return { ...counted.summary(passages.length), ...tally.calls() };
    },
    rest: () => passages.slice(scores.length).map(({ id }) => id),
  });
  return { status, verdicts: verdicts() };
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
async function recordVerdicts(
  { folder, detector, passages, batch, concurrency, signal, onProgress }: RunJob,
  onRecord: (verdict: PassageVerdict) => void,
): Promise<void> {
  const detection = { ...(signal && { signal }), ...(onProgress && { onProgress }) };
  await recordAll({
    log: folder,
    items: passages,
    id: { ofItem: ({ id }) => id, ofRecord: ({ passage }) => passage.id },
    work: (passage) => detector.evaluate(passage, detection),
    workAll: (rest) => detector.evaluateAll(rest, { ...detection, concurrency }),
    ...{ concurrency, batch, signal, onRecord },
  });
}
