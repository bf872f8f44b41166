/** The data of `report` and `view`: a run, with the gold labels of its input where it can still be read. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { HallugraphError } from '../errors.ts';
import type { ViewedRun } from '../report/view/run-view.ts';
import { verdictsUnderRule } from '../run/detection-stage.ts';
import type { Host } from '../run/host.ts';
import { openRecorded, passagesOfRun } from '../run/recorded-run.ts';
import { allOf, methodScores, recordsIn } from '../run/records.ts';

/** Notes if the records have changed. @throws RunError when it is no run folder, or its records cannot be read */
export async function viewedRun(
  name: string,
  host: Pick<Host, 'cwd' | 'stderr'>,
  folder?: string,
): Promise<ViewedRun> {
  const recorded = await openRecorded(name, host, folder);
  const { directory, manifest: run } = recorded;
  const passages = await passagesOfRun(recorded).catch((error: unknown) => {
    if (error instanceof HallugraphError) return [];
    throw error;
  });
  const files = await readdir(path.join(directory, 'methods')).catch(() => []);
  const names = files.filter((file) => file.endsWith('.jsonl')).map((file) => path.basename(file, '.jsonl'));
  return {
    ...{ directory, run, verdicts: verdictsUnderRule(directory, run.config.scoring) },
    gold: new Map(
      passages.flatMap(({ passage, label }) =>
        label === null ? [] : [[passage.id, label === 'non-factual']],
      ),
    ),
    methods: await Promise.all(
      names
        .sort()
        .map(async (name) => ({ name, scores: await allOf(recordsIn(directory, methodScores(name))) })),
    ),
  };
}
