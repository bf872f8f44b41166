/**
 * A cached answer as a file: one line of JSON with a checksum, by which changes of the file are noticed.
 *
 *   {"sha256":"<64 digits>","answer":{"key":"...","draw":0,"text":"..."}}
 */
import { z } from 'zod';
import { jsonIn } from '../../common/json-line.ts';
import { sha256 } from './cache-key.ts';

export interface AnswerPlace {
  /** See cache-key.ts. */
  key: string;
  /** Its index within the key. */
  draw: number;
}

const fileSchema = z.object({
  sha256: z.string(),
  answer: z.object({ key: z.string(), draw: z.int(), text: z.string() }),
});

export function answerBytes({ key, draw }: AnswerPlace, text: string): Buffer {
  const answer = { key, draw, text };
  return Buffer.from(`${JSON.stringify({ sha256: sha256(JSON.stringify(answer)), answer })}\n`);
}

/** Null where the file is not as it was written. */
export function answerIn(bytes: Buffer): (AnswerPlace & { text: string }) | null {
  const answer = fileSchema.safeParse(jsonIn(bytes.toString())).data?.answer;
  return answer && answerBytes(answer, answer.text).equals(bytes) ? answer : null;
}
