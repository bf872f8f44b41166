/** The passage in the body of a request, read as a record of a passage file is. */
import { bytesWithin } from '../common/bytes-within.ts';
import { passageReader } from '../../datasets/index.ts';
import { decodeUtf8, withoutByteOrderMark } from '../../datasets/json-text.ts';
import type { Passage } from '../passage.ts';
import { Problem } from './problem.ts';

const BODY = 'body';

/** @throws Problem for a body that is too large or no JSON @throws InputError naming the field */
export async function readPassage(request: Request, maxBytes: number): Promise<Passage> {
  const text = decodeUtf8(await readBody(request, maxBytes), BODY);
  const row = { value: parse(withoutByteOrderMark(text)), name: 'passage', place: () => BODY };
  return passageReader()(row).passage;
}

async function readBody(request: Request, maxBytes: number): Promise<Uint8Array> {
  const isTooLong = Number(request.headers.get('content-length') ?? 0) > maxBytes;
  const body = isTooLong ? null : await bytesWithin(request.body, maxBytes);
  if (body === null) throw new Problem(413, { detail: `the body is larger than ${maxBytes} bytes` });
  return body;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Problem(400, { detail: `the body is not JSON: ${(error as Error).message}` });
  }
}
