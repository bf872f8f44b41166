/** What a worker says of itself while it works. */
import { z } from 'zod';

const noteSchema = z.object({
  worker: z.string().max(200),
  host: z.string().max(200),
  pid: z.int(),
  version: z.string().max(50),
  concurrency: z.int().min(1),
  startedAt: z.iso.datetime(),
  /** Of each run it works on: passages done, and how many a minute lately. */
  runs: z.record(z.string(), z.object({ done: z.int().min(0), perMinute: z.number().min(0) })),
});

export type WorkerNote = z.infer<typeof noteSchema>;

/** How long a worker that says nothing counts as working, in seconds. */
export const SILENCE_SECONDS = 30;

/** The notes among texts that anybody may have written. */
export function readNotes(texts: readonly string[]): WorkerNote[] {
  return texts.flatMap((text) => {
    try {
      return [noteSchema.parse(JSON.parse(text))];
    } catch {
      return [];
    }
  });
}
