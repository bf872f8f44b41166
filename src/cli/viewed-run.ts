/** The data of `report` and `view`: a run, with the gold labels of its input where that can still be read. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { HallugraphError } from '../errors.ts';
import type { ViewedRun } from '../report/view/run-view.ts';
import { verdictsUnderRule } from '../run/detection-stage.ts';
import { readManifest } from '../run/manifest.ts';
import { runDirectory, passagesOfRun } from '../run/recorded-run.ts';
import { allOf, methodScores, recordsIn } from '../run/records.ts';
import type { Host } from '../run/host.ts';

/** @throws RunError when it is no run folder, or its records cannot be read */
export async function viewedRun(name: string, { cwd }: Pick<Host, 'cwd'>): Promise<ViewedRun> {
  const directory = await runDirectory(name, cwd);
  const run = await readManifest(directory);
  return {
    directory,
    run,
    verdicts: verdictsUnderRule(directory, run.config.scoring),
    gold: await goldOf(directory, run),
    methods: await methodsOf(directory),
  };
}

/** All methods that a benchmark has recorded so far. */
async function methodsOf(directory: string): Promise<NonNullable<ViewedRun['methods']>> {
  const files = await readdir(path.join(directory, 'methods')).catch(() => []);
  const names = files.filter((file) => file.endsWith('.jsonl')).map((file) => path.basename(file, '.jsonl'));
  return Promise.all(
    names
      .sort()
      .map(async (name) => ({ name, scores: await allOf(recordsIn(directory, methodScores(name))) })),
  );
}

/** Labels are optional: a missing input is not an error. */
async function goldOf(directory: string, manifest: ViewedRun['run']): Promise<ViewedRun['gold']> {
  try {
    const passages = await passagesOfRun({ directory, manifest });
    return new Map(
      passages.flatMap(({ passage, label }) =>
        label === null ? [] : [[passage.id, label === 'non-factual']],
      ),
    );
  } catch (error) {
    if (error instanceof HallugraphError) return new Map();
    throw error;
  }
}
