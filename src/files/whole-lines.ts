/** Reads files of lines. */
import { createReadStream } from 'node:fs';

const LINE_BREAK = 0x0a;

/** Lines that end in a line break; `end` is the offset behind it, in bytes. Splits on nothing but `\n`. */
export async function* wholeLines(file: string): AsyncGenerator<{ text: string; end: number }> {
  let pending: Buffer[] = [];
  let end = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let at = chunk.indexOf(LINE_BREAK); at >= 0; at = chunk.indexOf(LINE_BREAK, start)) {
      const line = Buffer.concat([...pending, chunk.subarray(start, at)]);
      pending = [];
      start = at + 1;
      end += line.length + 1;
      yield { text: line.toString('utf8'), end };
    }
    if (start < chunk.length) pending.push(chunk.subarray(start));
  }
}
