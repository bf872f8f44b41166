/**
 * One kept answer as a file: JSON in UTF-8, with a checksum in front, so that the bytes are verified before they are
 * decoded.
 *
 *   {"sha256":"<64 digits>","answer":{"key":"...","draw":0,"text":"..."}}
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';

export interface AnswerPlace {
  /** See cache-key.ts. */
  key: string;
  /** Its index within the key. */
  draw: number;
}

const HEAD = '{"sha256":"';
const MIDDLE = '","answer":';
const END = '}\n';
const DIGITS = 64;
const START = HEAD.length + DIGITS + MIDDLE.length;

const answerSchema = z.object({ key: z.string(), draw: z.int(), text: z.string() });

export function answerBytes({ key, draw }: AnswerPlace, text: string): Buffer {
  const answer = JSON.stringify({ key, draw, text });
  return Buffer.from(`${HEAD}${checksum(Buffer.from(answer))}${MIDDLE}${answer}${END}`);
}

/** Parses a file; null where its bytes are not those that were written. */
export function answerIn(bytes: Buffer): (AnswerPlace & { text: string }) | null {
  const answer = bytes.subarray(START, bytes.length - END.length);
  const whole = `${HEAD}${checksum(answer)}${MIDDLE}`;
  if (bytes.toString('latin1', 0, START) !== whole || bytes.toString('latin1', START + answer.length) !== END)
    return null;
  try {
    return answerSchema.parse(JSON.parse(answer.toString()));
  } catch {
    return null; // somebody else's file with a checksum of its own
  }
}

const checksum = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
