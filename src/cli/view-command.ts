/** `hallugraph view`: a recorded run in the browser, served on this machine only. */
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Command } from 'commander';
import { ConfigError } from '../errors.ts';
import { throwing } from '../files/system-reason.ts';
import { securityPolicy, viewerTemplate } from '../format/page.ts';
import { type RunView, runView } from '../report/view/run-view.ts';
import type { Host } from '../run/host.ts';
import { MANIFEST_FILE } from '../run/manifest.ts';
import { runDirectory } from '../run/recorded-run.ts';
import { RECORDS_FILE } from '../run/records.ts';
import { isLocalHost } from '../service/local-host.ts';
import { port } from './options.ts';
import { viewedRun } from './viewed-run.ts';

const EXAMPLES = `
Serves on the loopback address only, until it is interrupted. The page follows a run in progress.

Examples:
  $ hallugraph view
  $ hallugraph view runs/<run>
  $ hallugraph view runs/<run> --port 8080`;

export function commandModule(command: Command, host: Host): void {
  command
    .argument('[run]', 'run folder; latest is the last one in runs/', 'latest')
    .option('-p, --port <number>', 'port of the loopback address; 0 for a free one', port, 0)
    .addHelpText('after', EXAMPLES);
  command.action(async (run: string) => {
    const server = await viewServer(run, host);
    server.listen(command.opts<{ port: number }>().port, '127.0.0.1');
    await once(server, 'listening').catch(throwing(ConfigError, '--port: cannot be used'));
    host.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/\n`);
    await new Promise<void>((resolve) => host.onInterrupt(resolve));
    server.close();
    // Event streams would keep the server open.
    server.closeAllConnections();
  });
}

const POLL_MILLISECONDS = 1000;

const HEADERS = {
  ...{ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' },
};

export async function viewServer(run: string, host: Pick<Host, 'cwd' | 'stderr'>): Promise<Server> {
  const template = await viewerTemplate();
  const directory = await runDirectory(run, host.cwd);
  let known: { stamp: string; view: Promise<RunView> } | undefined;
  /** Reloaded when the files of the run have changed. */
  const current = async (): Promise<RunView> => {
    const stamp = await stampOf(directory);
    if (known?.stamp !== stamp) {
      const view = viewedRun(run, host, directory).then(runView);
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
    if (pathname === '/') {
      // Cannot be set from within a page.
      response.setHeader('content-security-policy', `${policy}; frame-ancestors 'none'`);
      return send(response, 200, 'text/html; charset=utf-8', page);
    }
    if (pathname === '/data/changes') return sendChanges(directory, request, response);
    const position = /^\/data\/passages\/(\d{1,9})\.json$/.exec(pathname)?.[1];
    const found =
      pathname === '/data/index.json'
        ? (await current()).index
        : position && (await (await current()).passage(Number(position)));
    if (!found) return send(response, 404, 'text/plain', 'not found');
    send(response, 200, 'application/json', JSON.stringify(found));
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

/** Sends an event whenever the files of the run have changed, while a client listens. */
function sendChanges(directory: string, request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream' });
  response.write(': listening\n\n');
  let last: string | undefined;
  const timer = setInterval(() => {
    void stampOf(directory).then((stamp) => {
      if (last !== undefined && stamp !== last) response.write('event: change\ndata: {}\n\n');
      last = stamp;
    });
  }, POLL_MILLISECONDS);
  request.on('close', () => clearInterval(timer));
}

async function stampOf(directory: string): Promise<string> {
  const stamps = [MANIFEST_FILE, RECORDS_FILE].map(async (name) => {
    const found = await stat(path.join(directory, name)).catch(() => null);
    return `${found?.size} ${found?.mtimeMs}`;
  });
  return (await Promise.all(stamps)).join(' ');
}
