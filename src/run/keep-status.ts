/** Keeps in `run.json` how a run goes and how it ended. */
import { BudgetError, PendingError } from '../errors.ts';
import type { Spending } from '../models/budget/budget.ts';
import type { RunManifest, RunSummary } from './manifest.ts';
import type { RunFolder } from './run-folder.ts';

export interface RunWork {
  /** Aborting it ends the run as `interrupted`. */
  signal?: AbortSignal | undefined;
  work: () => Promise<void>;
  /** What came of the run so far; asked once, when it ends. */
  summary: () => RunSummary | Promise<RunSummary>;
  /** What its requests have cost so far; default: not told. */
  spent?: (() => Spending) | undefined;
  /** Ids of the passages without a record; default: not told. */
  rest?: () => string[];
}

/** How a run ended that did not fail. */
export type RunEnd = 'done' | 'interrupted' | 'budget';

/**
 * Whatever happens, records written so far stay, `run.json` says how the run ended, and the folder is closed.
 * @throws what the work throws, but for an interrupt and a budget that is used up
 */
export async function keepStatus(
  folder: Pick<RunFolder, 'update' | 'close'>,
  { signal, work, summary, spent, rest = () => [] }: RunWork,
): Promise<RunEnd> {
  const end = async (status: RunManifest['status'], error: string | null = null) => {
    const left = status === 'budget' ? rest() : [];
    const unfinished = left.length > 0 ? { reason: 'budget' as const, passages: left } : undefined;
    const finishedAt = new Date().toISOString();
    const cost = spent?.();
    await folder.update({
      ...{ status, error, summary: await summary(), unfinished, finishedAt },
      ...(cost && cost.requests > 0 && { spent: cost }),
    });
  };
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
    if (error instanceof BudgetError) {
      await end('budget', error.message);
      return 'budget';
    }
    // The first error says why; that the folder cannot be written either would hide it.
    const status = error instanceof PendingError ? 'waiting' : 'failed';
    await end(status, error instanceof Error ? error.message : String(error)).catch(() => undefined);
    throw error;
  } finally {
    await folder.close();
  }
}
