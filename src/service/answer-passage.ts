/** Handles requests with a passage. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type PQueue from 'p-queue';
import { untilAborted, withTimeLimit } from '../common/call-signal.ts';
import { EVENT_STREAM, eventStream } from './event-stream.ts';
import type { Method, MethodOptions, Methods } from './methods.ts';
import { misspeltFields } from '../detector/check-passage.ts';
import { InputError } from '../errors.ts';
import type { Passage } from '../passage.ts';
import type { Metrics } from './metrics.ts';
import { Problem, RETRY } from './problem.ts';
import type { Uploads } from './uploads.ts';
import { bytesWithin } from '../common/bytes-within.ts';
import { passageReader } from '../../datasets/index.ts';
import { decodeUtf8, withoutByteOrderMark } from '../../datasets/json-text.ts';

export interface Answering {
  methods: Methods;
  /** Work counts until it has settled, also after its client is gone. */
  work: PQueue;
  uploads: Uploads;
  metrics: Metrics;
  timeoutSeconds: number;
  maxBodyBytes: number;
  isStopping: () => boolean;
  problemFor: (error: unknown) => Problem;
}

/** Time limit for the body, in seconds; less where passages have less. */
const BODY_SECONDS = 10;

/**
 * A body is read and checked before its passage counts as work, so that a slow upload does not block other passages.
 *
 * @returns a complete response, or one that is streamed, with its end
 * @throws Problem for a request that is refused, or fails before the response began
 */
export async function answerPassage(
  method: Method,
  request: Request,
  trace: boolean,
  answering: Answering,
): Promise<{ response: Response; ended?: Promise<number> }> {
  if (!isJson(request)) throw new Problem(415, { detail: 'content-type has to be application/json' });
  refuseMore(answering);
  const passage = await read(request, answering);
  refuseMore(answering);
  const judged = (how: Omit<MethodOptions, 'signal'>) =>
    judge(method, passage, { how, client: request.signal }, answering);
  if (wantsEvents(request))
    return eventStream((onProgress) => judged({ trace, onProgress }), answering.problemFor);
  const json = await judged({ trace });
  return { response: new Response(json, { headers: { 'content-type': 'application/json' } }) };
}

function refuseMore({ work, isStopping }: Answering): void {
  if (isStopping()) throw new Problem(503, { detail: 'the service is shutting down' }, RETRY);
  // further work would wait
  if (work.pending >= work.concurrency)
    throw new Problem(429, { detail: 'too many passages in work' }, RETRY);
}

function read(request: Request, { uploads, timeoutSeconds, maxBodyBytes }: Answering): Promise<Passage> {
  const seconds = Math.min(BODY_SECONDS, timeoutSeconds);
  const detail = `the body did not arrive within ${seconds} seconds`;
  const late = new Problem(408, { detail }, { connection: 'close' });
  return withinTime({ seconds, late }, request.signal, (signal) =>
    uploads.run((ended) =>
      untilAborted(readPassage(request, maxBodyBytes), AbortSignal.any([signal, ended])),
    ),
  );
}

const judge = (
  method: Method,
  passage: Passage,
  { how, client }: { how: Omit<MethodOptions, 'signal'>; client: AbortSignal },
  { methods, work, metrics, timeoutSeconds: seconds }: Answering,
): Promise<string> => {
  const late = new Problem(504, { detail: `not done within ${seconds} seconds` });
  return withinTime({ seconds, late }, client, (signal) =>
    work.add(async () => {
      // Work blocks this thread: requests received meanwhile are refused before the next one starts.
      await nextTurn();
      signal.throwIfAborted();
      const { json, label, spent } = await methods[method](passage, { ...how, signal });
      metrics.passage(method, label, spent);
      return json;
    }),
  );
};

/** Aborts work at the time limit or when the client disconnects, without waiting for its end. @throws Problem in both cases */
const withinTime = <T>(
  { seconds, late }: { seconds: number; late: Problem },
  client: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> =>
  withTimeLimit({ milliseconds: seconds * 1000, late, signal: client }, work).catch((error: unknown) => {
    throw client.aborted ? new Problem(499, { detail: 'the client is gone' }) : error;
  });

/** Browsers send a preflight before this type goes across origins, and are refused. */
const isJson = ({ headers }: Request): boolean =>
  /^application\/json\s*(;|$)/i.test(headers.get('content-type') ?? '');

const wantsEvents = ({ headers }: Request): boolean => (headers.get('accept') ?? '').includes(EVENT_STREAM);

const BODY = 'body';

/** @throws Problem for a body that is too large or no JSON @throws InputError naming the field */
export async function readPassage(request: Request, maxBytes: number): Promise<Passage> {
  const text = decodeUtf8(await readBody(request, maxBytes), BODY);
  const value = parse(withoutByteOrderMark(text));
  const { passage } = passageReader({ canMap: false })({ value, name: 'passage', place: () => BODY });
  for (const field of misspeltFields(value)) throw new InputError(`${BODY}: ${field.problem}`, field);
  return passage;
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
