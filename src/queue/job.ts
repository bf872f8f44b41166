/** A job: one passage of a submitted run. Payloads are validated, since others may write to the queue. */
import { z } from 'zod';
import { checkPassage } from '../detector/check-passage.ts';
import { InputError } from '../errors.ts';
import { sha256 } from '../models/cache/cache-key.ts';
import type { Passage } from '../passage.ts';
import { jsonIn } from '../common/json-line.ts';
import { firstProblem } from '../common/schema-problems.ts';
import { LARGEST, packed, unpacked } from './packed.ts';

export interface PassageJob {
  /** Index of the passage in the run, from 0. */
  index: number;
  passage: Passage;
  /** How many of the stages of the run it goes through; undefined for all. */
  stages?: number | undefined;
}

const payloadSchema = z.strictObject({
  schemaVersion: z.literal(1),
  index: z.int().min(0),
  stages: z.int().min(1).optional(),
  /** As compressed JSON in base64, which every store accepts. */
  passage: z.base64().max(Math.ceil((LARGEST.passage * 4) / 3)),
});

export type JobPayload = z.infer<typeof payloadSchema>;

/** @throws InputError for a passage above the size limit */
export function jobPayload({ index, passage, stages }: PassageJob): JobPayload {
  const text = JSON.stringify(passage);
  if (text.length > LARGEST.passage / 3) {
    const megabytes = Math.floor(LARGEST.passage / 3 / 1e6);
    throw new InputError(`passage "${passage.id}": longer than ${megabytes} million characters`);
  }
  const kept = { passage: packed(text).toString('base64'), ...(stages !== undefined && { stages }) };
  return { schemaVersion: 1, index, ...kept };
}

/**
 * Validates a payload.
 *
 * @param passages number of passages of the run
 * @throws InputError, RunError saying what is wrong with it
 */
export function readJob(payload: unknown, passages: number | null): PassageJob {
  const result = payloadSchema.safeParse(payload);
  if (!result.success) throw new InputError(`not a job: ${firstProblem(result.error)}`);
  const { index, passage, ...rest } = result.data;
  if (passages !== null && index >= passages)
    throw new InputError(`not a job of this run: no passage ${index}`);
  const text = unpacked(Buffer.from(passage, 'base64'), 'passage');
  try {
    const given = jsonIn(text);
    if (given === undefined) throw new InputError('not a job: its passage is not JSON');
    return { index, passage: checkPassage(given), stages: rest.stages };
  } catch (error) {
    if (error instanceof RangeError) throw new InputError('not a job: its passage is nested too deeply');
    throw error;
  }
}

/** Equal for equal run and index, so that a passage is enqueued once. BullMQ refuses bare numbers as ids. */
export const jobId = (run: string, index: number): string => `p-${sha256(`${run} ${index}`).slice(0, 32)}`;
