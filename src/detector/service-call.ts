/** One call to a service of this package (`hallugraph serve`), and the errors its problems become. */
import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream';
import type { EvaluateOptions } from './detector-interface.ts';
import { BudgetError, type HallugraphError, InputError, ModelCallError } from '../errors.ts';
import { codeReason } from '../files/system-reason.ts';
import { fetchWithinOrigin, type Redirect } from '../common/fetch-within-origin.ts';
import { sleep } from '../common/call-signal.ts';
import type { Passage } from '../passage.ts';

/** The address of a service. The service uses its own configuration. */
export interface ServiceAddress {
  /** As printed by `hallugraph serve`. */
  url: string | URL;
  token?: string | undefined;
  /** The method: `check` compares passages with their references. Default `evaluate`. */
  method?: 'evaluate' | 'check' | undefined;
  /**
   * Maximum retries of a passage refused by a busy service (429), each after the requested delay, at most 60 seconds.
   * Default 60.
   */
  maxRetries?: number | undefined;
  /** Limit of one answer, decoded; beyond, the connection is ended. Default 64 MiB. */
  maxAnswerBytes?: number | undefined;
}

const MAX_RETRIES = 60;
const MAX_ANSWER_BYTES = 64 * 2 ** 20;
/** Default and maximum delay in seconds of a refused client. */
const WAIT = 1;
const LONGEST_WAIT = 60;

export interface Call {
  address: ServiceAddress;
  signal: AbortSignal;
  onProgress: EvaluateOptions['onProgress'] | undefined;
}

/**
 * The result of a method, requested as events: idle connections may be closed by proxies.
 *
 * @throws InputError, BudgetError, ModelCallError as in the service; ModelCallError also where the service does not
 *   answer
 */
export async function callMethod(
  method: string,
  passage: Passage,
  { address, signal, onProgress }: Call,
): Promise<unknown> {
  const { maxRetries = MAX_RETRIES } = address;
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(passage),
    signal,
  };
  for (let refusals = 0; ; refusals++) {
    const response = await send(`v1/${method}?trace=true`, request, address);
    if (response.status !== 429 || refusals >= maxRetries)
      return readResult(response, { signal, onProgress });
    await response.body?.cancel();
    await sleep((retryAfter(response) ?? WAIT) * 1000, signal);
  }
}

/** The service's description of itself. @throws ModelCallError where it does not answer */
export async function askService(path: string, address: ServiceAddress): Promise<unknown> {
  const response = await send(path, {}, address);
  if (!response.ok) throw await problemOf(response);
  return response.json();
}

async function send(path: string, request: RequestInit, address: ServiceAddress): Promise<Response> {
  const { url, token, maxAnswerBytes = MAX_ANSWER_BYTES } = address;
  const base = new URL(url);
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const headers = { ...(request.headers as Record<string, string>), ...authorization };
  try {
    const response = await fetchWithinOrigin(new URL(path, base), { ...request, headers }, refusedRedirect);
    return limited(response, maxAnswerBytes);
  } catch (error) {
    throw lost(error, request.signal);
  }
}

/** Whoever reads the body gets an error where it is longer. */
function limited({ body, status, statusText, headers }: Response, maxBytes: number): Response {
  let bytes = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes <= maxBytes) return controller.enqueue(chunk);
      const message = `the answer of the service is longer than maxAnswerBytes (${maxBytes} bytes), so the connection was ended`;
      throw new ModelCallError(message, { retryable: false, status });
    },
  });
  return new Response(body?.pipeThrough(counting) ?? null, { status, statusText, headers });
}

function refusedRedirect({ status, from, to }: Redirect): never {
  const message = `the service redirects from ${from} to ${to}: give the address that it is at as url`;
  throw new ModelCallError(message, { retryable: false, status });
}

async function readResult(
  response: Response,
  { signal, onProgress }: Omit<Call, 'address'>,
): Promise<unknown> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (!response.ok || !isStream || response.body === null) throw await problemOf(response);
  let last: Event = { data: '' };
  // Read to its end, so that the connection can be reused.
  for await (const event of eventsOf(response.body, signal)) {
    last = event;
    if (event.event === 'stage') onProgress?.(JSON.parse(event.data));
  }
  if (last.event === 'result') return JSON.parse(last.data);
  if (last.event === 'problem') throw errorFor(JSON.parse(last.data), null);
  throw new ModelCallError('the service closed its response early', { retryable: true });
}

type Event = Pick<EventSourceMessage, 'event' | 'data'>;

async function* eventsOf(body: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<Event> {
  try {
    yield* body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  } catch (error) {
    throw lost(error, signal);
  }
}

/** The error for an aborted call, or a failed connection. */
function lost(error: unknown, signal: AbortSignal | null | undefined): unknown {
  if (signal?.aborted) return signal.reason;
  if (error instanceof ModelCallError) return error;
  const { cause } = error as { cause?: NodeJS.ErrnoException };
  const why = (cause?.code && codeReason(cause.code)) ?? cause?.message ?? (error as Error).message;
  return new ModelCallError(`the service cannot be reached: ${why}`, { retryable: true, cause: error });
}

async function problemOf(response: Response): Promise<HallugraphError> {
  const { status } = response;
  const text = await response.text();
  const isProblem = response.headers.get('content-type') === 'application/problem+json';
  const problem = isProblem ? JSON.parse(text) : { status, detail: 'not an answer of hallugraph serve' };
  return errorFor(problem, retryAfter(response));
}

function errorFor(
  { status, detail, field, code }: { status: number; detail: string; field?: string; code?: string },
  wait: number | null,
): HallugraphError {
  if (status === 400 || status === 413) return new InputError(detail, { field: field ?? null });
  if (code === 'budget') return new BudgetError(detail);
  const retryable = status === 429 || status === 503 || status === 504;
  const message = code === 'model-call' ? detail : `the service refused with status ${status}: ${detail}`;
  return new ModelCallError(message, { retryable, status, retryAfterSeconds: wait });
}

function retryAfter({ headers }: Response): number | null {
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10);
  return seconds >= 0 ? Math.min(seconds, LONGEST_WAIT) : null;
}
