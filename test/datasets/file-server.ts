/** A server that gives one file over real HTTP, and misbehaves as told. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { listening } from '../support/listening.ts';

export interface FileServer {
  url: string;
  /** What the file is now; may be changed between requests. */
  content: Buffer;
  /** Headers of the requests that came, in order. */
  requests: { path: string; headers: IncomingHttpHeaders }[];
  close(): Promise<void>;
}

export interface Behaviour {
  headers?: Record<string, string>;
  /** Answers these in turn, before anything else; 0 breaks the connection in the middle of the body. */
  first?: number[];
  /** Paths answered by 404. */
  absent?: string[];
  /** Paths that lead to others. */
  redirects?: Record<string, string>;
  /** Called with each request, before the answer. */
  onRequest?: (count: number) => Promise<void> | void;
}

const strongTag = (content: Buffer): string => `"${createHash('md5').update(content).digest('hex')}"`;

export async function fileServer(content: Buffer | string, behaviour: Behaviour = {}): Promise<FileServer> {
  const turns = [...(behaviour.first ?? [])];
  const server = createServer(async (request, response) => {
    state.requests.push({ path: request.url as string, headers: request.headers });
    await behaviour.onRequest?.(state.requests.length);
    answer(request, response, turns.shift());
  });
  const { url, close } = await listening(server);
  onTestFinished(close);
  const state: FileServer = {
    ...{ url: url.replace(/\/$/, ''), close, requests: [] },
    content: Buffer.from(content),
  };

  function answer(request: IncomingMessage, response: ServerResponse, turn: number | undefined): void {
    const path = request.url as string;
    const target = behaviour.redirects?.[path];
    if (target !== undefined) {
      response.writeHead(302, { location: target, ...behaviour.headers }).end();
      return;
    }
    if (turn !== undefined && turn !== 0) return void response.writeHead(turn).end('no');
    if (behaviour.absent?.includes(path)) return void response.writeHead(404).end('no');
    const { content: body } = state;
    const etag = strongTag(body);
    response.writeHead(200, { 'content-length': body.length, etag, ...behaviour.headers });
    if (turn !== 0) return void response.end(body);
    response.write(body.subarray(0, Math.ceil(body.length / 2)));
    // what the client has not read when the connection breaks is lost to it
    setTimeout(() => response.destroy(), 150);
  }

  return state;
}
