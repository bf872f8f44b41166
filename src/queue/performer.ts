/** Performs the stages of a run on single passages, outside of a run folder. */
import { startedOnce } from '../common/memoize.ts';
import { checkPassage } from '../detector/check-passage.ts';
import { recordIn } from '../records/record-line.ts';
import { Tally } from '../run/run-summary.ts';
import { isFailed, recordOf, type RunStage } from '../run/stage.ts';
import type { PassageJob } from './job.ts';
import type { RecordCosts } from './run-store.ts';

export interface Performed {
  /** The lines of the record files of the stages. */
  lines: string[];
  costs: RecordCosts;
}

export interface Performer {
  /** @throws as `performStage` */
  perform(job: Omit<PassageJob, 'index'>, signal: AbortSignal): Promise<Performed>;
  close(): Promise<void>;
}

/** Lines of one passage in the store; JSON has no line breaks of its own. */
export const joinedLines = (lines: readonly string[]): string => lines.join('\n');
export const linesOf = (text: string): string[] => text.split('\n');

/**
 * @param stages the first is about passages, all others about its records
 * @param onDefect called on an internal error
 */
export function stagePerformer(
  stages: readonly RunStage<unknown, unknown>[],
  onDefect: (id: string, error: unknown) => void,
): Performer {
  const workers = stages.map((stage) => ({ stage, worker: startedOnce(() => stage.open()) }));
  return {
    async perform({ passage, stages: count = stages.length }, signal) {
      const options = { signal, onProgress: () => {} };
      const made: Uint8Array[] = [];
      let first: unknown;
      const tally = new Tally();
      let defect = false;
      for (const [index, { stage, worker: opened }] of workers.slice(0, count).entries()) {
        const worker = await opened.get();
        if (index === 1) first = recordIn(made[0] as Uint8Array);
        const item = index === 0 ? checkPassage(passage) : first;
        const { record, line } = await recordOf({ stage, worker, item, options, onDefect });
        for (const costs of stage.kind.costsOf(record)) tally.addCalls(costs);
        defect ||= isFailed(stage, record);
        made.push(line);
      }
      const lines = made.map((line) => Buffer.from(line).toString().trimEnd());
      return { lines, costs: { ...tally.spent(), defect } };
    },
    async close() {
      for (const { worker } of workers) await (await worker.started())?.close?.();
    },
  };
}
