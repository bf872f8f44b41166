/** The passages that embedders are compared on: read by patterns, and read by a model where runs of one are recorded. */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { GoldLabel, LabelledPassage } from '../../../datasets/labelled-passage.ts';
import { goldOf, passageRows } from '../../../src/benchmark/tune/component-set.ts';
import { passagesOfRun, recordedRun } from '../../../src/run/recorded-run.ts';
import { createDetector } from '../../../src/detector/create-detector.ts';
import { InputError } from '../../../src/errors.ts';
import type { PassageVerdict } from '../../../src/passage.ts';
import { MANIFEST_FILE } from '../../../src/run/manifest.ts';
import { openSet } from '../choices/data-sets.ts';
import { type RecordedSet, recordSet } from '../choices/recorded-set.ts';

export interface TriplesRead {
  title: string;
  /** What labels are there to be told apart. */
  objective: 'passage.rocAuc' | 'sentence.rocAuc';
  relationThreshold: number;
  set: RecordedSet;
}

/** Of WikiBio, whose passages bring 20 samples each: enough sentences, and not too many graphs. */
const WIKIBIO_PASSAGES = 15;

/** PHD and WikiBio with the triples of patterns. @throws InputError where a set is not in the folder */
export async function readByPatterns(folder: string, limit: number): Promise<TriplesRead[]> {
  const detector = createDetector(
    { preset: 'local', consistency: { always: true } },
    { threads: availableParallelism() },
  );
  const read: TriplesRead[] = [];
  for (const [name, title, objective] of [
    ['phd', 'PHD, triples by patterns', 'passage.rocAuc'],
    // 95 % of its passages are non-factual, so its sentences are told apart.
    ['wikibio', 'WikiBio, triples by patterns', 'sentence.rocAuc'],
  ] as const) {
    const first = name === 'wikibio' ? Math.min(limit, WIKIBIO_PASSAGES) : limit;
    const set = await recordSet(name, await openSet(folder, name, first), detector);
    read.push({ title, objective, relationThreshold: 0, set });
  }
  return read;
}

/**
 * All runs in a folder as one set, at two θ_r: with 0, the same tail under almost any relation is a repetition. Labels are those of the inputs, or of `labels.json` beside the runs:
 * `{ID: {label: factual | non-factual}}`.
 *
 * @throws InputError where there are no runs or no labels
 * @throws RunError where a run cannot be read, or its input has changed
 */
export async function readByModel(folder: string): Promise<TriplesRead[]> {
  const runs = runsIn(folder);
  if (runs.length === 0) throw new InputError(`${folder} holds no run folders`);
  const labels = labelsIn(folder);
  const passages: LabelledPassage[] = [];
  const verdicts: PassageVerdict[] = [];
  for (const name of runs) {
    const run = await recordedRun(name, { cwd: '.', stderr: process.stderr });
    const labelled = new Map((await passagesOfRun(run)).map((one) => [one.passage.id, one]));
    for (const verdict of run.verdicts) {
      const own = labelled.get(verdict.passage.id);
      const label = own?.label ?? labels.get(verdict.passage.id) ?? null;
      if (own === undefined || label === null) continue;
      passages.push({ ...own, label });
      verdicts.push(verdict);
    }
  }
  if (passages.length === 0) throw new InputError(`no passage of the runs in ${folder} has a label`);
  const set: RecordedSet = {
    name: 'phd',
    records: verdicts.map((verdict) => ({ verdict, rows: passageRows(verdict) })),
    gold: goldOf(passages, verdicts),
  };
  return [0, 0.5].map((relationThreshold) => ({
    title: `Recorded runs, triples by a model, θ_r ${relationThreshold}`,
    objective: 'passage.rocAuc',
    ...{ relationThreshold, set },
  }));
}

/** Folders with a run, and such folders one level below. */
function runsIn(folder: string): string[] {
  const names = (parent: string) => (existsSync(parent) ? readdirSync(parent).toSorted() : []);
  const inside = names(folder).flatMap((name) => [
    join(folder, name),
    ...(statSync(join(folder, name)).isDirectory() ? names(join(folder, name)) : []).map((own) =>
      join(folder, name, own),
    ),
  ]);
  return inside.filter((run) => existsSync(join(run, MANIFEST_FILE)));
}

function labelsIn(folder: string): Map<string, GoldLabel> {
  const file = join(folder, 'labels.json');
  if (!existsSync(file)) return new Map();
  const labels = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { label: GoldLabel }>;
  return new Map(Object.entries(labels).map(([id, { label }]) => [id, label]));
}
