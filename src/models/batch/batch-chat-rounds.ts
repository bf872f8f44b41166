/** Runs by batches, in rounds: each round sends all requests that can be made so far. */
import { PendingError } from '../../errors.ts';
import type { BatchFiles, OpenFile } from './batch-files.ts';
import { answerBatches, type BatchRunOptions } from './batch-service-run.ts';

export interface RoundProgress {
  /** From 1. */
  round: number;
  /** Different requests without an answer. */
  waiting: number;
}

export interface BatchRoundsOptions extends Partial<BatchRunOptions> {
  /**
   * Evaluates what is not finished yet with models made by batchChat. A PendingError of one passage must not stop
   * others from starting; one thrown by the round ends it.
   */
  evaluateRound: (round: number) => Promise<unknown>;
  files: BatchFiles;
  onRound?: ((progress: RoundProgress) => void) | undefined;
}

/**
 * Repeats rounds until one leaves nothing waiting. Missing answers become request files; with `serviceFor` services
 * answer them and the next round follows, otherwise the run ends for now. Batches submitted by an earlier process are
 * waited for first.
 *
 * @returns what has to be answered by hand before the run can continue; nothing once it is done
 * @throws ModelCallError when a service fails, or a request fails permanently for another reason than its content
 * @throws InputError, RunError when the folder cannot be used
 */
export async function runBatchRounds(options: BatchRoundsOptions): Promise<OpenFile[]> {
  const { evaluateRound, files, serviceFor, signal, onRound } = options;
  for (let round = 1; ; round++) {
    signal?.throwIfAborted();
    if (serviceFor) await answerBatches(files, { ...options, serviceFor });
    files.beginRound();
    await evaluateRound(round).catch((error: unknown) => {
      if (!(error instanceof PendingError)) throw error;
    });
    onRound?.({ round, waiting: files.waiting });
    if (files.waiting === 0) return [];
    await files.write();
    if (!serviceFor) return files.openFiles();
  }
}

/** What a user has to do before a pending run can continue, one line each. */
export function answerInstructions(files: readonly OpenFile[]): string[] {
  return files.map(
    ({ requests, answers, open }) =>
      `${requests}: ${open} ${open === 1 ? 'request waits' : 'requests wait'} for an answer in ${answers}`,
  );
}
