/** Downloads one file, resuming where an earlier try stopped. */
import { open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import pRetry from 'p-retry';
import { FetchError } from './fetch-error.ts';
import { type AnnouncedChecksum, connectionError, httpGet } from './http-get.ts';

export interface DownloadOptions {
  /** The next is tried where one answers that it has no such file. */
  urls: readonly string[];
  /** Other origins to which a redirect may lead. Default: none. */
  origins?: readonly string[] | undefined;
  /** Where the bytes go; what an earlier try left there is gone on with. */
  part: string;
  signal?: AbortSignal | undefined;
  /** Before the first retry, in milliseconds, doubled each time. Default: 500. */
  retryDelay?: number | undefined;
}

export interface Download {
  url: string;
  etag: string | null;
  announced: AnnouncedChecksum | null;
  /** Bytes that were there before this call. */
  resumedFrom: number;
}

const RETRIES = 4;

/**
 * The whole file lies in `part` afterwards, flushed to disk.
 * @throws FetchError when no address gives it, after retries of what may pass
 */
export async function download(options: DownloadOptions): Promise<Download> {
  const [url, ...others] = options.urls as [string, ...string[]];
  const before = await sizeOf(options.part);
  try {
    const { resumed, ...got } = await pRetry(() => attempt(url, options), {
      retries: RETRIES,
      minTimeout: options.retryDelay ?? 500,
      shouldRetry: ({ error }) => error instanceof FetchError && error.retryable,
      ...(options.signal && { signal: options.signal }),
    });
    return { url, ...got, resumedFrom: resumed ? before : 0 };
  } catch (error) {
    const isAbsent = error instanceof FetchError && (error.status === 404 || error.status === 410);
    if (!isAbsent || others.length === 0) throw error;
    return download({ ...options, urls: others });
  }
}

type Attempt = Pick<Download, 'etag' | 'announced'> & { resumed: boolean };

async function attempt(url: string, { part, signal, origins = [] }: DownloadOptions): Promise<Attempt> {
  const begun = await begunPart(part, url);
  // bytes as they are stored, so that positions and checksums mean the file
  const headers = {
    'accept-encoding': 'identity',
    ...(begun && { range: `bytes=${begun.size}-`, 'if-range': begun.etag }),
  };
  const { response, announced } = await httpGet(url, { headers, origins, signal });
  const etag = response.headers.get('etag');
  const start = await startOf(url, response, begun);
  if (start === null) {
    await removePart(part);
    throw new FetchError(`${url}: changed while it was downloaded`, { retryable: true });
  }
  await writeFile(stateFile(part), JSON.stringify({ url, etag }));
  await appendBody({ url, response, part, start, signal });
  return { etag, announced, resumed: start > 0 };
}

/** Where the body belongs in the file; null when what is there already cannot be gone on with. */
async function startOf(url: string, response: Response, begun: Begun | null): Promise<number | null> {
  const { status } = response;
  if (status === 200) return 0;
  if (status === 206 && begun) {
    const from = Number(/^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1]);
    if (from === begun.size && response.headers.get('etag') === begun.etag) return begun.size;
  }
  await response.body?.cancel();
  if (begun && (status === 206 || status === 416)) return null;
  const retryable = status >= 500 || [408, 425, 429].includes(status);
  throw new FetchError(`${url}: the server answered ${status} ${response.statusText}`.trim(), {
    retryable,
    status,
  });
}

interface Body {
  url: string;
  response: Response;
  part: string;
  start: number;
  signal: AbortSignal | undefined;
}

async function appendBody({ url, response, part, start, signal }: Body): Promise<void> {
  const handle = await open(part, start > 0 ? 'a' : 'w');
  let received = 0;
  try {
    for await (const chunk of bodyOf(response, url, signal)) {
      await handle.appendFile(chunk);
      received += chunk.byteLength;
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  const announced = response.headers.get('content-length');
  if (announced !== null && !response.headers.has('content-encoding') && Number(announced) !== received) {
    throw new FetchError(`${url}: ${received} bytes came of ${announced}`, { retryable: true });
  }
}

async function* bodyOf(
  response: Response,
  url: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  try {
    if (response.body) yield* response.body;
  } catch (error) {
    throw connectionError(url, error, signal);
  }
}

/** Beside a part: where it comes from, and the server's mark of the version it is a part of. */
const stateFile = (part: string): string => `${part}.json`;

interface Begun {
  size: number;
  etag: string;
}

/** What an earlier try left of the same file, if it can be gone on with: a weak mark does not promise equal bytes. */
async function begunPart(part: string, url: string): Promise<Begun | null> {
  const size = await sizeOf(part);
  const state = await readFile(stateFile(part), 'utf8').then(parseState, () => null);
  if (size === 0 || state?.url !== url) return null;
  return typeof state.etag === 'string' && state.etag.startsWith('"') ? { size, etag: state.etag } : null;
}

function parseState(text: string): { url?: unknown; etag?: unknown } | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

/** Forgets an unfinished download. */
export async function removePart(part: string): Promise<void> {
  await rm(stateFile(part), { force: true });
  await rm(part, { force: true });
}
