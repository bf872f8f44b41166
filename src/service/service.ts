/** The detector over HTTP, as handlers of requests; who listens for these is not known here. */
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { secureHeaders } from 'hono/secure-headers';
import { untilAborted } from '../call-signal.ts';
import { EVENT_STREAM, eventStream } from './event-stream.ts';
import { isLocalHost } from './local-host.ts';
import { METHODS, type Method, type MethodOptions, type Methods } from './methods.ts';
import { createMetrics } from './metrics.ts';
import { openApiDocument } from './openapi.ts';
import { Problem, problemOf, problemResponse } from './problem.ts';
import { readPassage } from './read-passage.ts';
import { withinTime } from './within-time.ts';
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
  fetch: Hono<Known>['fetch'];
  request: Hono<Known>['request'];
  /** Takes no more passages; resolves once those in work are done. */
  stop(): Promise<void>;
}

/** What handlers tell each other. */
interface Known {
  Variables: {
    /** The status of an answer that is not yet at its end. */
    streamed?: Promise<number>;
  };
}

/** What a refused client is asked to wait; how long a passage takes is not known. */
const RETRY = { 'retry-after': '1' };

export function createService(methods: Methods, options: ServiceOptions): Service {
  const { version, token, onFailure } = options;
  const work = new WorkLimit(options.concurrency);
  const metrics = createMetrics(() => work.size);
  let isStopping = false;
  const document = openApiDocument(version, token !== null);
  const problemFor = (error: unknown): Problem => {
    const problem = problemOf(error);
    if (problem === null) onFailure(error);
    return problem ?? new Problem(500, { detail: 'the service failed; its log says why' });
  };
  const app = new Hono<Known>();
  app.onError((error) => problemResponse(problemFor(error)));
  app.notFound(() =>
    problemResponse(new Problem(404, { detail: 'there is nothing here; see /openapi.json' })),
  );
  app.use(async (context, next) => {
    const { path } = context.req;
    const end = metrics.request(path in document.paths ? path : 'other');
    await next();
    const { streamed } = context.var;
    if (streamed === undefined) end(context.res.status);
    else void streamed.then(end);
  });
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
  if (token !== null) for (const path of ['/v1/*', '/metrics']) app.use(path, bearerAuth({ token }));
  app.get('/metrics', async ({ body }) =>
    body(await metrics.text(), 200, { 'content-type': metrics.contentType }),
  );
  app.get('/v1/describe', async ({ json }) => json(await methods.describe()));

  const judge = (method: Method, request: Request, how: Omit<MethodOptions, 'signal'>): Promise<string> =>
    withinTime(options.timeoutSeconds, request.signal, (signal) =>
      work.begin(async () => {
        // A body that stops short of its end is waited for no longer.
        const passage = await untilAborted(readPassage(request, options.maxBodyBytes), signal);
        // Work without a model keeps the one thread: those who came meanwhile are refused before, not after it.
        await turnOfOthers();
        signal.throwIfAborted();
        const { json, label, spent } = await methods[method](passage, { ...how, signal });
        metrics.passage(method, label, spent);
        return json;
      }),
    );
  const answer = async (method: Method, context: Context<Known>): Promise<Response> => {
    const request = context.req.raw;
    const trace = isTrue(context.req.query('trace'));
    if (isStopping) throw new Problem(503, { detail: 'the service is about to stop' }, RETRY);
    if (!isJson(request)) throw new Problem(415, { detail: 'content-type has to be application/json' });
    if (work.isFull) throw new Problem(429, { detail: 'too many passages in work at once' }, RETRY);
    if (!wantsEvents(request)) {
      const headers = { 'content-type': 'application/json' };
      return new Response(await judge(method, request, { trace }), { headers });
    }
    const { response, ended } = await eventStream(
      (onProgress) => judge(method, request, { trace, onProgress }),
      problemFor,
    );
    context.set('streamed', ended);
    return response;
  };
  for (const method of METHODS) {
    app.post(`/v1/${method}`, (context) => answer(method, context));
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

const wantsEvents = ({ headers }: Request): boolean => (headers.get('accept') ?? '').includes(EVENT_STREAM);

function isTrue(text: string | undefined): boolean {
  if (text === undefined || text === 'false') return false;
  if (text === 'true') return true;
  throw new Problem(400, { detail: 'trace: expected true or false', field: 'trace' });
}
