/** The status note of a worker. */
import { z } from 'zod';
import { jsonIn } from '../common/json-line.ts';
import type { RunStore } from './run-store.ts';

const noteSchema = z.object({
  worker: z.string().max(200),
  host: z.string().max(200),
  pid: z.int(),
  version: z.string().max(50),
  concurrency: z.int().min(1),
  startedAt: z.iso.datetime(),
  /** By run: passages done, and the current rate per minute. */
  runs: z.record(z.string(), z.object({ done: z.int().min(0), perMinute: z.number().min(0).nullable() })),
});

export type WorkerNote = z.infer<typeof noteSchema>;

/** Seconds after which the note of a silent worker expires. */
export const MEMORY_SECONDS = 60;

/** The valid notes, each with its age. */
export function readNotes(
  notes: Awaited<ReturnType<RunStore['workers']>>,
): (WorkerNote & { heardSecondsAgo: number })[] {
  return notes.flatMap(({ note, expiresIn }) => {
    const { data } = noteSchema.safeParse(jsonIn(note));
    const heardSecondsAgo = Math.max(0, Math.round(MEMORY_SECONDS - expiresIn));
    return data ? [{ ...data, heardSecondsAgo }] : [];
  });
}
