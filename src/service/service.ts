/** The detector over HTTP, as request handlers; the command `serve` listens. */
import { Hono, type MiddlewareHandler } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { secureHeaders } from 'hono/secure-headers';
import PQueue from 'p-queue';
import { answerPassage } from './answer-passage.ts';
import { isLocalHost } from './local-host.ts';
import { METHODS, type Methods } from './methods.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { openApiDocument } from './openapi.ts';
import { Problem, problemOf, problemResponse } from './problem.ts';
import { Uploads } from './uploads.ts';

export interface ServiceOptions {
  version: string;
  /** Passages in work at once; a request for more is refused. */
  concurrency: number;
  timeoutSeconds: number;
  maxBodyBytes: number;
  /** Required of clients; without one, only requests from this machine are accepted. */
  token: string | null;
  onFailure: (error: unknown) => void;
}

export type Service = ReturnType<typeof createService>;

interface Known {
  Variables: {
    /** The final status of a streamed response. */
    ended?: Promise<number> | undefined;
  };
}

export function createService(methods: Methods, options: ServiceOptions) {
  const { version, token, onFailure } = options;
  const work = new PQueue({ concurrency: options.concurrency });
  const metrics = createMetrics(() => work.pending);
  let isStopping = false;
  const document = openApiDocument(version, token !== null);
  const problemFor = (error: unknown): Problem => {
    const problem = problemOf(error);
    if (problem === null) onFailure(error);
    return problem ?? new Problem(500, { detail: 'the service failed; its log says why' });
  };
  const app = new Hono<Known>();
  app.onError((error) => problemResponse(problemFor(error)));
  app.notFound(() => problemResponse(new Problem(404, { detail: 'no such path; see /openapi.json' })));
  app.use(countedBy(metrics, document.paths));
  // There is no TLS here.
  app.use(secureHeaders({ strictTransportSecurity: false }));
  app.use(async (context, next) => {
    if (token === null && !isLocalHost(context.req.header('host')))
      throw new Problem(403, { detail: 'without a token only requests from this machine are answered' });
    await next();
    // Keep-alive connections would delay the stop.
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

  const uploads = new Uploads();
  const answering = {
    ...{ methods, work, uploads, metrics, problemFor, isStopping: () => isStopping },
    ...options,
  };
  for (const method of METHODS) {
    app.post(`/v1/${method}`, async (context) => {
      const trace = isTrue(context.req.query('trace'));
      const { response, ended } = await answerPassage(method, context.req.raw, trace, answering);
      context.set('ended', ended);
      return response;
    });
    app.all(`/v1/${method}`, onlyPost);
  }
  return {
    fetch: app.fetch,
    request: app.request,
    /** Takes no more passages; resolves once those in work are done. */
    async stop(): Promise<void> {
      isStopping = true;
      await uploads.ended();
      await work.onIdle();
    },
  };
}

/** Counts requests by path; a streamed response counts with its final status. */
const countedBy =
  (metrics: Metrics, paths: object): MiddlewareHandler<Known> =>
  async (context, next) => {
    const { path } = context.req;
    const end = metrics.request(path in paths ? path : 'other');
    await next();
    const { ended = Promise.resolve(context.res.status) } = context.var;
    void ended.then(end);
  };

function onlyPost(): never {
  throw new Problem(405, { detail: 'only POST' }, { allow: 'POST' });
}

function isTrue(text: string | undefined): boolean {
  if (text === undefined || text === 'false') return false;
  if (text === 'true') return true;
  throw new Problem(400, { detail: 'trace: expected true or false', field: 'trace' });
}
