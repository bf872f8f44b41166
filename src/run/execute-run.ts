/** Evaluates the passages of a run that are not recorded yet, one record after the other, and says how it ended. */
import type { Detector, ProgressEvent } from '../detector.ts';
import { BudgetError, RunError } from '../errors.ts';
import type { Passage, PassageVerdict } from '../passage.ts';
import { applyDatasetThreshold } from '../scoring/verdict.ts';
import type { RunManifest } from './manifest.ts';
import type { RunFolder } from './run-folder.ts';
import { summarise } from './summary.ts';

export interface RunJob {
  folder: RunFolder;
  detector: Pick<Detector, 'evaluateAll'>;
  /** All passages of the run, in order, those recorded before included. */
  passages: readonly Passage[];
  concurrency: number;
  /** Aborting it ends the run as `interrupted`. */
  signal?: AbortSignal;
  onProgress?: (event: ProgressEvent) => void;
  /** After each record, old ones first; `done` counts from 1. */
  onRecord?: (done: number) => void;
  /** What else belongs to the run, done with all its verdicts before it ends. */
  afterwards?: (verdicts: readonly PassageVerdict[]) => Promise<void>;
}

export interface RunResult {
  status: 'done' | 'interrupted';
  /** Under the threshold of the run, where the rule takes it from the data. */
  verdicts: PassageVerdict[];
}

/**
 * Whatever happens, records written so far stay, `run.json` says how the run ended, and the folder is closed.
 * @throws RunError when the records are not those of the passages, or cannot be written
 * @throws the error of the detector, or of what comes afterwards, when it fails; the run can be resumed
 */
export async function executeRun(job: RunJob): Promise<RunResult> {
  const recorded: PassageVerdict[] = [];
  const end = async (status: RunManifest['status'], error: string | null = null) => {
    const { scoring } = job.folder.manifest.config;
    const verdicts = scoring.threshold.rule === 'fixed' ? recorded : applyDatasetThreshold(recorded, scoring);
    const summary = summarise(job.passages.length, verdicts);
    await job.folder.update({ status, error, summary, finishedAt: new Date().toISOString() });
    return verdicts;
  };
  try {
    await job.folder.update({ status: 'running', error: null, finishedAt: null });
    for await (const verdict of allRecords(job)) {
      recorded.push(verdict);
      job.onRecord?.(recorded.length);
    }
    await job.afterwards?.(recorded);
    return { status: 'done', verdicts: await end('done') };
  } catch (error) {
    if (job.signal?.aborted) return { status: 'interrupted', verdicts: await end('interrupted') };
    // The first error says why; that the folder cannot be written either would hide it.
    const status = error instanceof BudgetError ? 'budget' : 'failed';
    await end(status, error instanceof Error ? error.message : String(error)).catch(() => undefined);
    throw error;
  } finally {
    await job.folder.close();
  }
}

/** Records from before, then new ones as they are written. */
async function* allRecords({
  folder,
  detector,
  passages,
  ...options
}: RunJob): AsyncGenerator<PassageVerdict> {
  let position = 0;
  for await (const verdict of folder.records()) {
    if (verdict.passage.id !== passages[position]?.id) {
      throw new RunError(
        `${folder.path}: record ${position + 1} (${verdict.passage.id}) is not of this input`,
      );
    }
    position += 1;
    yield verdict;
  }
  const { concurrency, signal, onProgress } = options;
  const detection = { concurrency, ...(signal && { signal }), ...(onProgress && { onProgress }) };
  for await (const verdict of detector.evaluateAll(passages.slice(position), detection)) {
    await folder.append(verdict);
    yield verdict;
  }
}
