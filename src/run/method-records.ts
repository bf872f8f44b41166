/**
 * What the baselines of a run said: `methods/<id>.jsonl`, one passage a line, in the order of the run. The files
 * belong to whoever holds the run's lock.
 */
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { PassageScores } from '../benchmark/method-scores.ts';
import { RunError } from '../errors.ts';
import { allOf, cutTornLine, type RecordKind, RecordWriter, readJsonRecords } from './records.ts';

export interface MethodRecord extends PassageScores {
  /** What the scores rest on, in the method's own form. */
  trace?: unknown;
}

const score = z.number().nullable();
const count = z.int().min(0);

const recordSchema = z.looseObject({
  id: z.string(),
  passage: score,
  sentences: z.array(score).nullable(),
  claims: z.array(score).nullable(),
  reason: z.string().nullable(),
  usage: z.looseObject({ requests: count, inputTokens: count, outputTokens: count }).nullable(),
});

const KIND: RecordKind<MethodRecord> = {
  name: 'the scores of a passage',
  is: (value): value is MethodRecord => recordSchema.safeParse(value).success,
};

const fileOf = (folder: string, method: string): string => path.join(folder, 'methods', `${method}.jsonl`);

/**
 * The records of a method so far; none where it has not begun.
 * @throws RunError naming the line that is not a record
 */
export async function readMethodRecords(folder: string, method: string): Promise<MethodRecord[]> {
  const file = fileOf(folder, method);
  if (!(await isThere(file))) return [];
  return allOf(readJsonRecords(file, KIND));
}

/**
 * Opens the records of a method to go on with them; a torn last line is cut off.
 * @throws RunError when they cannot be written
 */
export async function openMethodRecords(folder: string, method: string): Promise<RecordWriter<MethodRecord>> {
  const file = fileOf(folder, method);
  try {
    await mkdir(path.dirname(file), { recursive: true });
    if (await isThere(file)) await cutTornLine(file);
    return await RecordWriter.open<MethodRecord>(file);
  } catch (error) {
    throw new RunError(`${file}: cannot be written (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
    });
  }
}

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );
