/**
 * An OpenAI-compatible HTTP server on a free port of this machine, for tests: chat completions, responses,
 * embeddings and the list of models. It records every request, answers from a queue, then from a handler, then by itself, and
 * can misbehave on demand.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { listening } from './listening.ts';
import {
  type Answer,
  completion,
  embeddings,
  failure,
  type RecordedRequest,
  type Reply,
  response,
} from './openai-answers.ts';

export * from './openai-answers.ts';

/** @returns undefined to leave the request to the server's own answer */
export type Handler = (request: RecordedRequest) => Reply | undefined | Promise<Reply | undefined>;

export interface ServerOptions {
  handler?: Handler;
  /** Give one choice whatever `n` asks for. */
  ignoreN?: boolean;
  /** Refuse requests that hold one of these parameters with status 400. */
  reject?: readonly string[];
  /** Refuse these kinds of `response_format` with status 400. */
  rejectFormats?: readonly ('json_schema' | 'json_object')[];
  /** Refuse chat completions and point to the Responses API. */
  responsesOnly?: boolean;
}

export interface OpenAiServer {
  /** Base URL, with `/v1`. */
  readonly url: string;
  /** What names it to whoever reads the environment. */
  readonly env: { OPENAI_API_KEY: string; OPENAI_BASE_URL: string };
  /** The same as the text of a `.env` file. */
  readonly dotenv: string;
  readonly requests: RecordedRequest[];
  /** The `/chat/completions` bodies, in order of arrival. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
  chatBodies(): any[];
  /** Answers for the next requests, used up before the handler is asked. */
  enqueue(...replies: Reply[]): void;
  /** Once, or again. */
  close(): Promise<void>;
}

export async function startOpenAiServer(options: ServerOptions = {}): Promise<OpenAiServer> {
  const requests: RecordedRequest[] = [];
  const queue: Reply[] = [];
  const answer = async (request: RecordedRequest): Promise<Answer> => {
    requests.push(request);
    const scripted = queue.shift() ?? refused(request, options) ?? (await options.handler?.(request));
    return toAnswer(scripted, request, options);
  };
  const server = createServer((incoming, outgoing) => {
    read(incoming)
      .then(answer)
      .then((reply) => send(reply, outgoing))
      .catch((error: unknown) => send(failure(500, { message: `test server: ${error}` }), outgoing));
  });
  const { url: root, close } = await listening(server);
  const url = `${root}v1`;
  return {
    url,
    env: { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: url },
    dotenv: `OPENAI_API_KEY=sk-test\nOPENAI_BASE_URL=${url}\n`,
    requests,
    chatBodies: () => requests.filter(({ path }) => path === '/chat/completions').map(({ body }) => body),
    enqueue: (...replies) => void queue.push(...replies),
    close,
  };
}

async function read(incoming: IncomingMessage): Promise<RecordedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  const { method = 'GET', url = '/', headers } = incoming;
  return { method, path: url.replace(/^\/v1/, ''), headers, body: text === '' ? null : JSON.parse(text) };
}

function refused(request: RecordedRequest, options: ServerOptions): Answer | undefined {
  if (options.responsesOnly && request.path === '/chat/completions') {
    return failure(404, { message: 'This is not a chat model. Use the v1/responses endpoint instead.' });
  }
  const parameter = options.reject?.find((name) => request.body?.[name] !== undefined);
  if (parameter) return failure(400, { message: `Unsupported parameter: '${parameter}'`, param: parameter });
  const format = request.body?.response_format?.type ?? request.body?.text?.format?.type;
  if (!options.rejectFormats?.includes(format)) return undefined;
  return failure(400, { message: `response_format of type '${format}' is not supported` });
}

function toAnswer(reply: Reply | undefined, request: RecordedRequest, options: ServerOptions): Answer {
  if (typeof reply === 'object' && !isTexts(reply)) return reply;
  const [path] = request.path.split('?');
  if (path === '/embeddings') return embeddings(request);
  if (path === '/models') return { body: { object: 'list', data: [{ id: 'test-model', object: 'model' }] } };
  if (path === '/responses') {
    const text = reply ?? ownText(request);
    return response(request, isTexts(text) ? (text[0] ?? '') : text);
  }
  if (path !== '/chat/completions') return failure(404, { message: `no such path: ${request.path}` });
  const n = options.ignoreN ? 1 : (request.body.n ?? 1);
  const texts = reply === undefined ? ownText(request) : reply;
  return completion(request, isTexts(texts) ? texts.slice(0, n) : new Array<string>(n).fill(texts));
}

const isTexts = (reply: unknown): reply is readonly string[] => Array.isArray(reply);

/** Without a script: the asked-for format as JSON where one is asked for, else the last message again. */
function ownText({ body }: RecordedRequest): string {
  const format = body.response_format ?? body.text?.format;
  return format
    ? JSON.stringify({ response_format: format.type })
    : `You said: ${(body.messages ?? body.input).at(-1).content}`;
}

async function send(answer: Answer, outgoing: ServerResponse): Promise<void> {
  if (answer.delay) await sleep(answer.delay, undefined, { ref: false });
  if (outgoing.destroyed) return;
  if (answer.drop === 'before') return void outgoing.destroy();
  if (answer.drop === 'reset') return void outgoing.socket?.resetAndDestroy();
  const text = answer.rawBody ?? JSON.stringify(answer.body ?? {});
  outgoing.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
  if (answer.endless) return repeat(text, outgoing);
  if (answer.drop === undefined) return void outgoing.end(answer.bytes ?? text);
  outgoing.write(text.slice(0, text.length / 2), () => {
    if (answer.drop === 'within') outgoing.destroy();
  });
}

/** As fast as the client reads, until it ends the connection. */
function repeat(text: string, outgoing: ServerResponse): void {
  const chunk = text.repeat(Math.ceil(65_536 / text.length));
  const endless = Readable.from(
    (function* () {
      for (;;) yield chunk;
    })(),
  );
  pipeline(endless, outgoing, () => {});
}
