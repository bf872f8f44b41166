/** Keeps in `run.json` how a run goes and how it ended. */
import { BudgetError, PendingError } from '../errors.ts';
import type { RunManifest, RunSummary } from './manifest.ts';
import type { RunFolder } from './run-folder.ts';

export interface RunWork {
  /** Aborting it ends the run as `interrupted`. */
  signal?: AbortSignal | undefined;
  work: () => Promise<void>;
  /** What came of the run so far; asked once, when it ends. */
  summary: () => RunSummary | Promise<RunSummary>;
}

/**
 * Whatever happens, records written so far stay, `run.json` says how the run ended, and the folder is closed.
 * @throws what the work throws, but for an interrupt
 */
export async function keepStatus(
  folder: Pick<RunFolder, 'update' | 'close'>,
  { signal, work, summary }: RunWork,
): Promise<'done' | 'interrupted'> {
  const end = async (status: RunManifest['status'], error: string | null = null) =>
    folder.update({ status, error, summary: await summary(), finishedAt: new Date().toISOString() });
  try {
    await folder.update({ status: 'running', error: null, finishedAt: null });
    await work();
    await end('done');
    return 'done';
  } catch (error) {
    if (signal?.aborted) {
      await end('interrupted');
      return 'interrupted';
    }
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
