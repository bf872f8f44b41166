/** Recorded runs: their folders, records and input. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { DATASET_FORMATS, type LabelledPassage } from '../../datasets/index.ts';
import { RunError } from '../errors.ts';
import { counted } from '../format/text.ts';
import { changeSince } from './digests.ts';
import type { Host } from './host.ts';
import { type RunManifest, readManifest } from './manifest.ts';
import { readInputFile } from './read-input.ts';
import { allOf, RECORDS_FILE, readRecords, VERDICTS } from './records.ts';
import { checksum, selectPassages } from './select-passages.ts';

/** The folder of a run; `latest` is the last one in `runs/`, unless a folder has that name. @throws RunError */
export async function runDirectory(name: string, cwd: string): Promise<string> {
  const directory = path.resolve(cwd, name);
  if (name !== 'latest' || (await readdir(directory).catch(() => null)) !== null) return directory;
  const runs = path.resolve(cwd, 'runs');
  const folders = await readdir(runs).catch(() => []);
  let latest: { folder: string; startedAt: string } | undefined;
  for (const folder of folders.sort()) {
    const manifest = await readManifest(path.join(runs, folder)).catch(() => null);
    if (manifest && manifest.startedAt >= (latest?.startedAt ?? ''))
      latest = { folder, startedAt: manifest.startedAt };
  }
  if (latest) return path.join(runs, latest.folder);
  throw new RunError('latest: no run in runs/ here; name a run folder');
}

export interface RecordedRun {
  directory: string;
  manifest: RunManifest;
}

/** A message if a run lacks passages; null if all are recorded. */
export function shortfall(name: string, { summary }: RunManifest, recorded: number): string | null {
  const { passages } = summary;
  if (recorded >= passages) return null;
  return `${name} is not finished: ${recorded} of ${counted(passages, 'passage')} recorded`;
}

/**
 * A run without its records; prints a note if these have changed since it finished.
 *
 * @param folder default: that of {@link runDirectory}
 * @throws RunError for a folder that is no run
 */
export async function openRecorded(
  name: string,
  { cwd, stderr }: Pick<Host, 'cwd' | 'stderr'>,
  folder?: string,
): Promise<RecordedRun> {
  const directory = folder ?? (await runDirectory(name, cwd));
  const manifest = await readManifest(directory);
  const change = await changeSince(directory, manifest);
  if (change !== null) stderr.write(`note: ${name}: ${change}\n`);
  return { directory, manifest };
}

/** The run with its verdicts as recorded. */
export async function recordedRun(name: string, host: Pick<Host, 'cwd' | 'stderr'>) {
  const run = await openRecorded(name, host);
  const verdicts = await allOf(readRecords(path.join(run.directory, RECORDS_FILE), VERDICTS));
  return { name, ...run, verdicts };
}

/** The passages of a run, with gold labels. @throws RunError when the input has changed */
export async function passagesOfRun({
  directory,
  manifest: { input },
}: RecordedRun): Promise<LabelledPassage[]> {
  const format = DATASET_FORMATS.find((name) => name === input.format);
  if (!format) throw new RunError(`${directory}: its input has the unknown format ${input.format}`);
  const { passages } = await readInputFile(path.resolve(directory, input.path), format, { map: input.map });
  refuseChanged(passages, input);
  return selectPassages(passages, input);
}

/** @throws RunError unless a run began with these passages */
export function refuseChanged(
  passages: readonly LabelledPassage[],
  { path: file, sha256 }: RunManifest['input'],
): void {
  if (checksum(passages) === sha256) return;
  throw new RunError(`${file} has changed since the run began; begin a new run`);
}
