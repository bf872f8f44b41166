/** `batches.json`: the request files and the state of each; written before every wait. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { RunError } from '../../errors.ts';
import { writeWhole } from '../../files/write-whole.ts';
import type { QuirkMemory, Quirks } from '../openai/chat-quirks.ts';
import { systemReason } from '../../files/system-reason.ts';

const STATE_FILE = 'batches.json';

const fileSchema = z.object({
  /** N of `requests-N.jsonl` and `answers-N.jsonl`, from 1. */
  number: z.int().min(1),
  /** Host and path. */
  service: z.string(),
  model: z.string(),
  endpoint: z.enum(['/v1/chat/completions', '/v1/responses']),
  requests: z.int().min(1),
  /** `submitting` is set before a batch is created, so that it can be found after a crash in between. */
  status: z.enum(['written', 'uploaded', 'submitting', 'submitted', 'answered']),
  fileId: z.string().nullable(),
  batchId: z.string().nullable(),
  /** Last batch status reported by the service. */
  batchStatus: z.string().nullable(),
});

const stateSchema = z.object({
  version: z.literal(1),
  /** What was learned of services, so that rejected parameters are not sent again. */
  quirks: z
    .array(z.tuple([z.string(), z.custom<Quirks>((value) => typeof value === 'object')]))
    .transform((entries): QuirkMemory => new Map(entries)),
  files: z.array(fileSchema),
});

export type BatchFile = z.output<typeof fileSchema>;
export type BatchState = z.output<typeof stateSchema>;

/** An empty state where there is none. @throws RunError when it cannot be read */
export async function readState(folder: string): Promise<BatchState> {
  const file = path.join(folder, STATE_FILE);
  try {
    return stateSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return { version: 1, quirks: new Map(), files: [] };
    const why =
      code === undefined ? ': it is not the state of a folder of batches' : ` (${systemReason(error)})`;
    throw new RunError(`${file} cannot be used${why}`, { cause: error });
  }
}

/** @throws RunError */
export async function writeState(folder: string, state: BatchState): Promise<void> {
  const content = JSON.stringify({ ...state, quirks: [...state.quirks] }, null, 2);
  await writeWhole(path.join(folder, STATE_FILE), `${content}\n`);
}
