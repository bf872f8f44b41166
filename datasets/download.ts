/** Downloads a file, with retries of transient errors and checksums from the response headers. */
import pRetry from 'p-retry';
import { EXIT_CODES, HallugraphError } from '../src/errors.ts';
import { codeReason } from '../src/files/system-reason.ts';

/**
 * A server that could not be reached, or did not deliver the file. `retryable` is false for permanent errors;
 * `status` is the HTTP status where there was one.
 */
export class FetchError extends HallugraphError {
  readonly code = 'fetch';
  override readonly exitCode = EXIT_CODES.service;
  readonly retryable: boolean;
  readonly status: number | null;

  constructor(message: string, options: ErrorOptions & { retryable: boolean; status?: number | null }) {
    super(message, options);
    this.retryable = options.retryable;
    this.status = options.status ?? null;
  }
}

/** A checksum sent by the server, in lower-case hexadecimal. */
export interface AnnouncedChecksum {
  /** `git` is the SHA-1 of the file as a git object, which Hugging Face gives for small files. */
  kind: 'sha256' | 'git';
  value: string;
}

const REDIRECTS = 5;
const UNREACHABLE = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ENETUNREACH', 'EHOSTUNREACH']);

/**
 * Follows redirects within the origin, and to the listed `origins`; the status may be any other. @throws FetchError when
 * there is no response, or a redirect leads elsewhere
 */
export async function httpGet(
  url: string,
  { origins, signal }: { origins: readonly string[]; signal: AbortSignal | undefined },
) {
  const home = new URL(url);
  let at = home;
  let announced: AnnouncedChecksum | null = null;
  for (let hop = 0; hop <= REDIRECTS; hop++) {
    const response = await fetch(at, { redirect: 'manual', signal: signal ?? null }).catch((error) => {
      throw connectionError(at.origin + at.pathname, error, signal);
    });
    announced = announcedChecksum(response.headers) ?? announced;
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) return { response, announced };
    await response.body?.cancel();
    at = redirectTarget(location, at, { home, origins });
  }
  throw new FetchError(`${url}: redirected more than ${REDIRECTS} times`, { retryable: false });
}

function redirectTarget(location: string, at: URL, allowed: { home: URL; origins: readonly string[] }): URL {
  const target = URL.canParse(location, at.href) ? new URL(location, at) : null;
  if (target && [allowed.home.origin, ...allowed.origins].includes(target.origin)) return target;
  const where = target ? `${target.protocol}//${target.host}${target.pathname}` : 'an invalid address';
  throw new FetchError(
    `${at.origin}${at.pathname}: redirected to ${where}, which is not a known origin of the data set; if it is one, set HALLUGRAPH_DATASETS_URL to a mirror there, or download the file by hand`,
    { retryable: false },
  );
}

/** Hugging Face sends that of large files in `X-Linked-ETag`, of small ones in `ETag`. */
function announcedChecksum(headers: Headers): AnnouncedChecksum | null {
  const isHuggingFace = headers.has('x-repo-commit');
  const tag = headers.get('x-linked-etag') ?? (isHuggingFace ? headers.get('etag') : null);
  const [value] = /[0-9a-f]{40,}/i.exec(tag ?? '') ?? [];
  if (value?.length === 64) return { kind: 'sha256', value: value.toLowerCase() };
  return value?.length === 40 ? { kind: 'git', value: value.toLowerCase() } : null;
}

/** Converts an error of `fetch` or of reading its body. An interrupt is unchanged. */
export function connectionError(url: string, error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted || error instanceof FetchError) return error;
  const { code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  if (code !== undefined && UNREACHABLE.has(code)) {
    const host = new URL(url).host;
    return new FetchError(`${host} cannot be reached (${codeReason(code)}): no network, or no such server`, {
      retryable: false,
      cause: error,
    });
  }
  const why = code === undefined ? (error as Error).message : codeReason(code);
  return new FetchError(`${url}: the connection failed (${why})`, { retryable: true, cause: error });
}

export interface DownloadOptions {
  /** The next one is tried after a 404. */
  urls: readonly string[];
  /** Other origins to which a redirect may lead. Default: none. */
  origins?: readonly string[] | undefined;
  signal?: AbortSignal | undefined;
  /** Before the first retry, in milliseconds, doubled each time. Default: 500. */
  retryDelay?: number | undefined;
}

export interface Download {
  url: string;
  bytes: Uint8Array;
  etag: string | null;
  announced: AnnouncedChecksum | null;
}

const RETRIES = 4;

/** The whole file. @throws FetchError when no address delivers it, after retries of transient errors */
export async function download(options: DownloadOptions): Promise<Download> {
  const [url, ...others] = options.urls as [string, ...string[]];
  try {
    return await pRetry(() => attempt(url, options), {
      retries: RETRIES,
      minTimeout: options.retryDelay ?? 500,
      shouldRetry: ({ error }) => error instanceof FetchError && error.retryable,
      ...(options.signal && { signal: options.signal }),
    });
  } catch (error) {
    const isAbsent = error instanceof FetchError && (error.status === 404 || error.status === 410);
    if (!isAbsent || others.length === 0) throw error;
    return download({ ...options, urls: others });
  }
}

async function attempt(url: string, { origins = [], signal }: DownloadOptions): Promise<Download> {
  const { response, announced } = await httpGet(url, { origins, signal });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw refusal(url, response);
  }
  const body = await response.arrayBuffer().catch((error) => {
    throw connectionError(url, error, signal);
  });
  return { url, bytes: new Uint8Array(body), etag: response.headers.get('etag'), announced };
}

function refusal(url: string, { status, statusText }: Response): FetchError {
  const retryable = status >= 500 || [408, 425, 429].includes(status);
  return new FetchError(`${url}: the server answered ${status} ${statusText}`.trim(), { retryable, status });
}
