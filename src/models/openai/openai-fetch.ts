/**
 * The `fetch` under the OpenAI SDK, with seven differences from the plain one.
 *
 * - A redirect is followed only within the origin and with the method kept: key, headers and texts go to no other
 *   host. Any other one is an answer with its status and an error body that names both addresses.
 * - The body is read here, so that the SDK's timeout and retries cover a connection lost in the middle of it.
 * - A body has a limit, counted as it is decoded; beyond, the connection is ended, and the answer is an error.
 * - An error body of another form than OpenAI's is brought to that form, so that its message is kept.
 * - An error under status 200, as routers send it when the service behind them fails, gets a status of its own.
 * - A page of HTML, or an event stream, under a status of success is an error that quotes it.
 * - A very long `retry-after` is not waited for; the SDK would sleep as long as it says.
 */
import { jsonIn } from '../../common/json-line.ts';
import { bytesWithin } from '../../common/bytes-within.ts';
import { fetchWithinOrigin, type Redirect } from '../../common/fetch-within-origin.ts';
import { secondsOf } from '../limits/rate-limit-headers.ts';

/** Longest wait, in seconds, that a `retry-after` header may ask for. */
export const LONGEST_WAIT_SECONDS = 120;

/** Seconds to wait before the next request, as the service asks; null where it does not. */
export function retryAfterSeconds(headers: Headers): number | null {
  const milliseconds = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (Number.isFinite(milliseconds)) return milliseconds / 1000;
  return secondsOf(headers.get('retry-after') ?? '', Date.now());
}

/** The message of an error body: OpenAI's `error`, a `message`, or FastAPI's `detail` without the echoed input. */
function errorOf(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return undefined;
  if ('error' in body) return typeof body.error === 'string' ? { message: body.error } : body.error;
  if ('message' in body) return { message: String(body.message) };
  if (!('detail' in body)) return undefined;
  const details = Array.isArray(body.detail) ? body.detail : [body.detail];
  const lines = details.map((detail) =>
    typeof detail === 'object' && detail !== null
      ? `${[detail.loc ?? []].flat().join('.')}: ${detail.msg ?? detail.message ?? ''}`
      : String(detail),
  );
  return { message: lines.join('; ') };
}

/** An error body in OpenAI's format; for a page that is not JSON only the status is kept. */
const errorBody = (text: string): string => JSON.stringify({ error: errorOf(jsonIn(text)) ?? {} });

/** The status of an error sent in a successful response; null where there is none. */
function hiddenStatus(text: string): number | null {
  if (!/^\s*\{\s*"error"\s*:\s*[{"]/.test(text)) return null;
  const body = jsonIn(text) as { error?: { code?: unknown } } | undefined;
  if (body === undefined) return null;
  const code = Number(body.error?.code);
  return Number.isInteger(code) && code >= 400 && code < 600 ? code : BAD_GATEWAY;
}

const BAD_GATEWAY = 502;

function refusedRedirect({ status, from, to }: Redirect): Response {
  const error = { message: `from ${from} to ${to}` };
  return Response.json({ error }, { status, headers: { 'x-should-retry': 'false' } });
}

/** Error code for an answer beyond the size limit. */
export const TOO_LONG = 'answer_too_long';
/** A fault of the request: others may get shorter answers. */
const TOO_LONG_STATUS = 413;

function tooLong(): Response {
  const error = { code: TOO_LONG, message: '' };
  return Response.json({ error }, { status: TOO_LONG_STATUS, headers: { 'x-should-retry': 'false' } });
}

/** Error code for a page or stream where an answer was expected. */
export const NO_JSON = 'no_json';

/** In characters; far more than is quoted, so that a key is redacted before it is cut. */
const LONGEST_PAGE = 10_000;

/** A page under a status of success, as a login or an address without an API gives it, or a stream nobody asked for. */
function pageInstead(type: string, text: string): Response {
  const message = `${type}, not JSON: ${text.trim().slice(0, LONGEST_PAGE)}`;
  const headers = { 'x-should-retry': 'false' };
  return Response.json({ error: { code: NO_JSON, message } }, { status: BAD_GATEWAY, headers });
}

export type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** @param maxBytes limit of a decoded body */
export const bufferedFetch =
  (maxBytes: number): Fetch =>
  async (url, init) => {
    const response = await fetchWithinOrigin(url, init, refusedRedirect);
    const bytes = await bytesWithin(response.body, maxBytes);
    if (bytes === null) return tooLong();
    const text = new TextDecoder().decode(bytes);
    const headers = new Headers(response.headers);
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name);
    if ((retryAfterSeconds(headers) ?? 0) > LONGEST_WAIT_SECONDS) headers.set('x-should-retry', 'false');
    const hidden = response.ok ? hiddenStatus(text) : null;
    const { statusText } = response;
    const status = hidden ?? response.status;
    if (status === 204 || status === 304) return new Response(null, { status, statusText, headers });
    const type = headers.get('content-type') ?? '';
    if (response.ok && /^text\/(html|event-stream)/.test(type))
      return pageInstead(type.split(';', 1).join(), text);
    if (hidden !== null) headers.set('content-type', 'application/json');
    return new Response(response.ok && hidden === null ? text : errorBody(text), {
      status,
      statusText,
      headers,
    });
  };
