/** The detector over HTTP, as handlers of requests; who listens for these is not known here. */
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { secureHeaders } from 'hono/secure-headers';
import { isLocalHost } from './local-host.ts';
import { METHODS, type Method, type Methods } from './methods.ts';
import { openApiDocument } from './openapi.ts';
import { Problem, problemOf, problemResponse } from './problem.ts';
import { readPassage } from './read-passage.ts';
import { WorkLimit } from './work-limit.ts';

export interface ServiceOptions {
  version: string;
  /** Passages in work at once; a request for more is refused. */
  concurrency: number;
  /** For one passage. */
  timeoutSeconds: number;
  maxBodyBytes: number;
  /** That clients have to show; without one, requests have to be of this machine. */
  token: string | null;
  /** Is told of failures that are none of the client's. */
  onFailure: (error: unknown) => void;
}

export interface Service {
  fetch: Hono['fetch'];
  request: Hono['request'];
  /** Takes no more passages; resolves once those in work are done. */
  stop(): Promise<void>;
}

/** What a refused client is asked to wait; how long a passage takes is not known. */
const RETRY = { 'retry-after': '1' };

export function createService(methods: Methods, options: ServiceOptions): Service {
  const { version, token, onFailure } = options;
  const work = new WorkLimit(options.concurrency);
  let isStopping = false;
  const document = openApiDocument(version, token !== null);
  const app = new Hono();
  app.onError((error) => {
    const problem = problemOf(error);
    if (problem === null) onFailure(error);
    return problemResponse(problem ?? new Problem(500, { detail: 'the service failed; its log says why' }));
  });
  app.notFound(() =>
    problemResponse(new Problem(404, { detail: 'there is nothing here; see /openapi.json' })),
  );
  // There is no TLS here.
  app.use(secureHeaders({ strictTransportSecurity: false }));
  app.use(async (context, next) => {
    if (token === null && !isLocalHost(context.req.header('host')))
      throw new Problem(403, { detail: 'without a token only requests of this machine are answered' });
    await next();
    // An open connection would hold up the stop.
    if (isStopping) context.header('connection', 'close');
  });
  app.get('/health', ({ json }) => json({ status: 'ok' }));
  app.get('/ready', ({ json }) =>
    isStopping ? json({ status: 'stopping' }, 503) : json({ status: 'ready' }),
  );
  app.get('/openapi.json', ({ json }) => json(document));
  if (token !== null) app.use('/v1/*', bearerAuth({ token }));

  const answer = async (method: Method, request: Request, trace: boolean): Promise<Response> => {
    if (isStopping) throw new Problem(503, { detail: 'the service is about to stop' }, RETRY);
    if (!isJson(request)) throw new Problem(415, { detail: 'content-type has to be application/json' });
    if (work.isFull) throw new Problem(429, { detail: 'too many passages in work at once' }, RETRY);
    const json = await withinTime(options.timeoutSeconds, request.signal, (signal) =>
      work.begin(async () => {
        const passage = await readPassage(request, options.maxBodyBytes);
        // Work without a model keeps the one thread: those who came meanwhile are refused before, not after it.
        await turnOfOthers();
        signal.throwIfAborted();
        return methods[method](passage, { signal, trace });
      }),
    );
    return new Response(json, { headers: { 'content-type': 'application/json' } });
  };
  for (const method of METHODS) {
    app.post(`/v1/${method}`, ({ req }) => answer(method, req.raw, isTrue(req.query('trace'))));
    app.all(`/v1/${method}`, () => {
      throw new Problem(405, { detail: 'only POST' }, { allow: 'POST' });
    });
  }
  return {
    fetch: app.fetch,
    request: app.request,
    stop() {
      isStopping = true;
      return work.ended();
    },
  };
}

/** A browser asks before it sends this type across origins, and is not allowed to. */
const isJson = ({ headers }: Request): boolean =>
  /^application\/json\s*(;|$)/i.test(headers.get('content-type') ?? '');

function isTrue(text: string | undefined): boolean {
  if (text === undefined || text === 'false') return false;
  if (text === 'true') return true;
  throw new Problem(400, { detail: 'trace: expected true or false', field: 'trace' });
}

/**
 * Tells work to stop when its time is up or its client is gone, and waits for it no longer.
 * @throws Problem in both cases
 */
async function withinTime<T>(
  seconds: number,
  client: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stopper = new AbortController();
  const leave = () => stopper.abort(new Problem(499, { detail: 'the client is gone' }));
  const late = () => stopper.abort(new Problem(504, { detail: `not done within ${seconds} seconds` }));
  const timer = setTimeout(late, seconds * 1000);
  client.addEventListener('abort', leave);
  if (client.aborted) leave();
  try {
    return await Promise.race([rejectedBy(stopper.signal), work(stopper.signal)]);
  } finally {
    clearTimeout(timer);
    client.removeEventListener('abort', leave);
  }
}

const rejectedBy = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
