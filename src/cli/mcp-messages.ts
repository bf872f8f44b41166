/**
 * Messages of the Model Context Protocol on standard streams, one JSON per line. Filters them for the package's own
 * transport, which would fail on a message that is too long, and abandon calls at the end of its input.
 */
import { Readable, Writable } from 'node:stream';
import { jsonIn } from '../common/json-line.ts';

/** Limit of the transport, with the line break. */
const MOST_BYTES = 10 * 1024 * 1024;
/** How much of an oversized message is searched for its id. */
const EDGE = 1000;
const NEW_LINE = 10;
/** JSON-RPC: not a valid request. */
const INVALID_REQUEST = -32_600;

/** A message of more than `mostBytes` is answered with an error and dropped; input ends once all requests are answered. */
export function messageStreams(
  stdin: AsyncIterable<Uint8Array | string>,
  stdout: { write(text: string): unknown },
  mostBytes = MOST_BYTES,
) {
  const calls = new OpenCalls();
  const tooLong = (edges: Edges) => {
    const message = `the message is longer than ${mostBytes} bytes`;
    const error = { jsonrpc: '2.0', id: idAt(edges), error: { code: INVALID_REQUEST, message } };
    stdout.write(`${JSON.stringify(error)}\n`);
  };
  async function* messages(): AsyncGenerator<Buffer> {
    for await (const line of linesOf(stdin, mostBytes, tooLong)) {
      calls.received(line);
      yield line;
    }
    await calls.answered();
  }
  const output = new Writable({
    decodeStrings: false,
    write(text: string, _, done) {
      stdout.write(text);
      calls.sent(text);
      done();
    },
  });
  return { input: Readable.from(messages()), output };
}

/** The beginning and the end of a dropped line. */
interface Edges {
  head: string;
  tail: string;
}

/** Whole lines with their line break, also a last line without one; longer ones are reported and dropped. */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array | string>,
  mostBytes: number,
  onTooLong: (edges: Edges) => void,
): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  let edges: Edges | null = null;
  const add = (part: Buffer) => {
    size += part.length;
    if (size > mostBytes) {
      const text = (buffer: Buffer) => buffer.toString('latin1');
      const head = edges?.head ?? text(Buffer.concat([...parts, part]).subarray(0, EDGE));
      const tail = (edges?.tail ?? text(Buffer.concat(parts).subarray(-EDGE))) + text(part.subarray(-EDGE));
      edges = { head, tail: tail.slice(-EDGE) };
      parts = [];
    } else parts.push(part);
  };
  const end = (): Buffer | null => {
    const line = Buffer.concat(parts);
    const left = edges;
    [parts, size, edges] = [[], 0, null];
    if (left !== null) onTooLong(left);
    return left === null && line.length > 0 ? line : null;
  };
  for await (const chunk of chunks) {
    let rest = Buffer.from(chunk as Uint8Array);
    for (let at = rest.indexOf(NEW_LINE); at >= 0; at = rest.indexOf(NEW_LINE)) {
      add(rest.subarray(0, at + 1));
      rest = rest.subarray(at + 1);
      const line = end();
      if (line !== null) yield line;
    }
    if (rest.length > 0) add(rest);
  }
  const last = end();
  if (last !== null) yield Buffer.concat([last, Buffer.from([NEW_LINE])]);
}

const ID = String.raw`"id"\s*:\s*("(?:[^"\\]|\\.){0,200}"|-?\d{1,15})`;
const FIRST = new RegExp(String.raw`^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?${ID}`);
const LAST = new RegExp(String.raw`${ID}\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$`);

/** The id of a request, first or last in it; null where it is elsewhere or missing. */
function idAt({ head, tail }: Edges): unknown {
  const written = (FIRST.exec(head) ?? LAST.exec(tail))?.[1];
  return written === undefined ? null : (jsonIn(Buffer.from(written, 'latin1').toString()) ?? null);
}

class OpenCalls {
  readonly #open = new Set<string>();
  #ended: (() => void) | undefined;

  received(line: Buffer): void {
    const { id, method, params } = parsed(line.toString());
    if (id !== undefined && method !== undefined) this.#open.add(JSON.stringify(id));
    // A cancelled request gets no answer.
    if (method === 'notifications/cancelled') this.#close(params?.requestId);
  }

  sent(text: string): void {
    const { id, method } = parsed(text);
    if (method === undefined) this.#close(id);
  }

  /** Resolves once none is open. */
  async answered(): Promise<void> {
    if (this.#open.size > 0) await new Promise<void>((resolve) => (this.#ended = resolve));
  }

  #close(id: unknown): void {
    this.#open.delete(JSON.stringify(id));
    if (this.#open.size === 0) this.#ended?.();
  }
}

/** Empty for an invalid message. */
const parsed = (line: string): { id?: unknown; method?: unknown; params?: { requestId?: unknown } } =>
  Object(jsonIn(line));
