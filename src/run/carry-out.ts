/** Executes a run until it is done, interrupted or out of budget. */
import { passagesAtOnce } from '../detector/asks-models.ts';
import type { PassageVerdict } from '../passage.ts';
import type { BatchWork } from './execute-batches.ts';
import type { Host } from './host.ts';
import type { BegunRun, DoneRun } from './run-states.ts';
import { runStages, type StagesJob } from './run-stages.ts';

/** Callbacks on the progress of a run. */
export interface RunListener extends Pick<StagesJob, 'onStage' | 'onDefect'> {
  batch: Omit<BatchWork, 'calls'>;
}

/** @throws errors thrown on purpose by the work on a passage, except an interrupt or a used-up budget */
export async function carryOut<X>(
  begun: BegunRun<X>,
  { concurrency, listener }: { concurrency?: number | undefined; listener: RunListener },
  { onInterrupt }: Pick<Host, 'onInterrupt'>,
): Promise<DoneRun<X>> {
  const { work, batchCalls, budget, waiting, threads, ...run } = begun;
  const { folder, config } = run;
  const { batch, ...onWork } = listener;
  const controller = new AbortController();
  const stopListening = onInterrupt(() => controller.abort());
  try {
    const result = await runStages({
      ...{ folder, stages: work.stages, signal: controller.signal, ...onWork },
      spent: () => budget.committed,
      waited: (before) => waiting.seconds(before),
      concurrency: concurrency ?? passagesAtOnce(config, threads),
      batch: batchCalls && { ...batch, calls: batchCalls },
      verdicts: config.scoring.threshold.rule === 'fixed' ? undefined : work.verdicts,
    });
    return { ...run, ...result, state: 'done', verdicts: work.verdicts?.() ?? noVerdicts() };
  } finally {
    stopListening();
    // Results of passages still in work would not be used.
    controller.abort();
    await work.close?.();
  }
}

async function* noVerdicts(): AsyncGenerator<PassageVerdict> {}
