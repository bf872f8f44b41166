/** Downloads one file, with retries of transient errors. */
import pRetry from 'p-retry';
import { type AnnouncedChecksum, connectionError, FetchError, httpGet } from './http-get.ts';

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
