/** Runs as they are recorded, and the input that they were about. */
import path from 'node:path';
import { DATASET_FORMATS, type LabelledPassage } from '../../datasets/index.ts';
import { RunError } from '../errors.ts';
import type { Host } from './host.ts';
import { passagesSha256, selectPassages } from './input.ts';
import { type RunManifest, readManifest } from './manifest.ts';
import { readInputFile } from './read-input.ts';
import { allOf, RECORDS_FILE, readRecords } from './records.ts';
import { runDirectory } from './run-directory.ts';
import type { RecordedRun } from './run-states.ts';

/** A run that was carried out, with its verdicts as they are recorded. @throws RunError when the folder is none */
export async function recordedRun(name: string, { cwd }: Pick<Host, 'cwd'>) {
  const directory = await runDirectory(name, cwd);
  const manifest = await readManifest(directory);
  return {
    name,
    directory,
    manifest,
    verdicts: await allOf(readRecords(path.join(directory, RECORDS_FILE))),
  };
}

/** The passages a run was about, with gold labels. @throws RunError when the input has changed */
export async function passagesOfRun({
  directory,
  manifest: { input },
}: RecordedRun): Promise<LabelledPassage[]> {
  const format = DATASET_FORMATS.find((name) => name === input.format);
  if (!format) throw new RunError(`${directory}: its input is of an unknown form, ${input.format}`);
  const { passages } = await readInputFile(path.resolve(directory, input.path), format, { map: input.map });
  refuseChanged(passages, input);
  return selectPassages(passages, input);
}

/** @throws RunError when these are not the passages that a run began with */
export function refuseChanged(
  passages: readonly LabelledPassage[],
  { path: file, sha256 }: RunManifest['input'],
): void {
  if (checksum(passages) === sha256) return;
  throw new RunError(`${file} has changed since the run began; begin a new run`);
}

export const checksum = (passages: readonly LabelledPassage[]): string =>
  passagesSha256(passages.map(({ passage }) => passage));
