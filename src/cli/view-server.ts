/** The viewer over HTTP for one run: the page, its data on request, and events for new data. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { securityPolicy, viewerTemplate } from '../format/page.ts';
import { type RunView, runView } from '../report/view/run-view.ts';
import { MANIFEST_FILE } from '../run/manifest.ts';
import { RECORDS_FILE } from '../run/records.ts';
import { isLocalHost } from '../service/local-host.ts';
import type { Host } from '../run/host.ts';
import { viewedRun } from './viewed-run.ts';
import { runDirectory } from '../run/recorded-run.ts';

const LOOK_EVERY_MS = 1000;

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const;

export async function viewServer(run: string, host: Pick<Host, 'cwd'>): Promise<Server> {
  const template = await viewerTemplate();
  const directory = await runDirectory(run, host.cwd);
  let known: { stamp: string; view: Promise<RunView> } | undefined;
  /** Reloaded when the files of the run have changed. */
  const current = async (): Promise<RunView> => {
    const stamp = await stampOf(directory);
    if (known?.stamp !== stamp) {
      const view = viewedRun(directory, host).then(runView);
      view.catch(() => undefined);
      known = { stamp, view };
    }
    return known.view;
  };
  await current();
  const page = template.replace('<meta name="policy">', '');
  const policy = securityPolicy(template, "'self'");
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!isLocalHost(request.headers.host)) return send(response, 403, 'text/plain', 'not local');
    if (request.method !== 'GET') return send(response, 405, 'text/plain', 'only GET');
    const [pathname = ''] = (request.url ?? '/').split(/[?#]/);
    const passage = /^\/data\/passages\/(\d{1,9})\.json$/.exec(pathname);
    if (pathname === '/') {
      // Cannot be set from within a page.
      response.setHeader('content-security-policy', `${policy}; frame-ancestors 'none'`);
      return send(response, 200, 'text/html; charset=utf-8', page);
    }
    if (pathname === '/data/index.json') return sendJson(response, (await current()).index);
    if (pathname === '/data/changes') return tellChanges(directory, request, response);
    const found = passage === null ? undefined : await (await current()).passage(Number(passage[1]));
    if (found === undefined) return send(response, 404, 'text/plain', 'not found');
    return sendJson(response, found);
  };
  return createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!response.headersSent) send(response, 500, 'text/plain', String(error));
      else response.destroy();
    });
  });
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { ...HEADERS, 'content-type': type });
  response.end(body);
}

const sendJson = (response: ServerResponse, value: unknown): void =>
  send(response, 200, 'application/json', JSON.stringify(value));

/** Sends an event whenever the files of the run have changed, while a client listens. */
function tellChanges(directory: string, request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream' });
  response.write(': listening\n\n');
  let last: string | undefined;
  const timer = setInterval(() => {
    void stampOf(directory).then((stamp) => {
      if (last !== undefined && stamp !== last) response.write('event: change\ndata: {}\n\n');
      last = stamp;
    });
  }, LOOK_EVERY_MS);
  request.on('close', () => clearInterval(timer));
}

/** Identifies a state of the run's files. */
async function stampOf(directory: string): Promise<string> {
  const stamps = [MANIFEST_FILE, RECORDS_FILE].map(async (name) => {
    const found = await stat(path.join(directory, name)).catch(() => null);
    return `${found?.size} ${found?.mtimeMs}`;
  });
  return (await Promise.all(stamps)).join(' ');
}
