/**
 * OpenAI's Batch API on a free port of this machine, for tests: files up and down, batches created, listed, looked
 * at and cancelled. Batches end after some looks, as they are told to.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { listening } from './listening.ts';
import { type Answer, completion, failure, type RecordedRequest, response } from './openai-answers.ts';

export interface BatchRequestLine {
  custom_id: string;
  method: string;
  url: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
  body: any;
}

export interface FakeBatch {
  id: string;
  input_file_id: string;
  endpoint: string;
  completion_window: string;
  status: string;
  output_file_id?: string;
  error_file_id?: string;
  errors?: { data: { code: string; message: string }[] };
  request_counts: { total: number; completed: number; failed: number };
}

/** How a batch ends; `answered` says which of its lines were answered by then. Default: completed, all of them. */
export interface BatchEnd {
  status: 'completed' | 'failed' | 'expired' | 'cancelled';
  answered?: (line: BatchRequestLine, index: number) => boolean;
  errors?: { code: string; message: string }[];
}

export interface BatchServerOptions {
  /** Answer to one line, or its texts. Default: {@link ownTexts}. */
  answer?: (line: BatchRequestLine) => Answer | readonly string[];
  /** @param number of the batch, from 0 */
  end?: (number: number) => BatchEnd;
  /** Looks at a batch before it ends. Default 1. */
  looks?: number;
  /** Says what to do with a request instead of serving it; `cut` serves it and cuts the connection. */
  fault?: (request: { method: string; path: string; count: number }) => Answer | 'cut' | undefined;
}

export interface BatchServer {
  /** Base URL, with `/v1`. */
  readonly url: string;
  /** `METHOD path` of all requests. */
  readonly calls: string[];
  readonly batches: FakeBatch[];
  /** The lines of all batches that were created, in order. */
  lines(): BatchRequestLine[];
  close(): Promise<void>;
}

export async function startBatchServer(options: BatchServerOptions = {}): Promise<BatchServer> {
  const calls: string[] = [];
  const store = new FakeBatches(options);
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/' } = incoming;
    const { pathname, searchParams } = new URL(url, 'http://test');
    const path = pathname.replace(/^\/v1/, '');
    calls.push(`${method} ${path}`);
    const count = calls.filter((call) => call === `${method} ${path}`).length;
    const fault = options.fault?.({ method, path, count });
    const answer = async (): Promise<Answer> => {
      const content = await read(incoming);
      return typeof fault === 'object'
        ? fault
        : store.serve({ call: `${method} ${path}`, content, searchParams });
    };
    const send = ({ status = 200, body, rawBody, headers }: Answer) => {
      if (fault === 'cut') return void outgoing.socket?.resetAndDestroy();
      outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
      outgoing.end(rawBody ?? JSON.stringify(body));
    };
    void answer()
      .catch((error: unknown) => failure(500, { message: `test server: ${error}` }))
      .then(send);
  });
  const { url, close } = await listening(server);
  return {
    url: `${url}v1`,
    calls,
    batches: store.batches,
    lines: () => store.batches.flatMap((batch) => store.linesOf(batch)),
    close,
  };
}

async function read(incoming: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return new Response(Buffer.concat(chunks), {
    headers: { 'content-type': incoming.headers['content-type'] ?? 'text/plain' },
  });
}

interface Call {
  call: string;
  content: Response;
  searchParams: URLSearchParams;
}

class FakeBatches {
  readonly batches: FakeBatch[] = [];
  readonly #files = new Map<string, string>();
  readonly #looks = new Map<string, number>();
  readonly #options: BatchServerOptions;

  constructor(options: BatchServerOptions) {
    this.#options = options;
  }

  async serve({ call, content, searchParams }: Call): Promise<Answer> {
    const [, id = ''] = /\/(?:batches|files)\/([^/]+)/.exec(call) ?? [];
    if (call === 'POST /files') return this.#upload(await content.formData());
    if (call === 'POST /batches') return this.#create(JSON.parse(await content.text()));
    if (call === 'GET /batches') return this.#list(searchParams);
    if (call.startsWith('GET /batches/')) return this.#look(id);
    const file = this.#files.get(id);
    return file === undefined ? failure(404, { message: `no such path: ${call}` }) : { rawBody: file };
  }

  linesOf({ input_file_id }: FakeBatch): BatchRequestLine[] {
    return (this.#files.get(input_file_id) ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  }

  async #upload(form: FormData): Promise<Answer> {
    const file = form.get('file');
    if (form.get('purpose') !== 'batch' || !(file instanceof File)) return failure(400);
    return { body: { id: this.#keep(await file.text()), object: 'file', filename: file.name } };
  }

  #create(asked: Pick<FakeBatch, 'input_file_id' | 'endpoint' | 'completion_window'>): Answer {
    if (asked.completion_window !== '24h' || !this.#files.has(asked.input_file_id)) return failure(400);
    const batch: FakeBatch = {
      ...asked,
      id: `batch_${this.batches.length}`,
      status: 'validating',
      request_counts: { total: 0, completed: 0, failed: 0 },
    };
    this.batches.push(batch);
    const lines = this.linesOf(batch);
    const foreign = lines.some(
      (line) => line.url !== batch.endpoint || line.body.model !== lines[0]?.body.model,
    );
    return foreign ? failure(400, { message: 'mixed file' }) : { body: batch };
  }

  /** The newest first, one a page. */
  #list(parameters: URLSearchParams): Answer {
    const newestFirst = [...this.batches].reverse();
    const after = newestFirst.findIndex(({ id }) => id === parameters.get('after'));
    const data = newestFirst.slice(after + 1, after + 2);
    return { body: { object: 'list', data, has_more: after + 2 < newestFirst.length } };
  }

  #look(id: string): Answer {
    const batch = this.batches.find((one) => one.id === id);
    if (!batch) return failure(404);
    const looks = (this.#looks.get(id) ?? 0) + 1;
    this.#looks.set(id, looks);
    if (looks > (this.#options.looks ?? 1) && !batch.output_file_id) this.#finish(batch);
    else if (looks <= (this.#options.looks ?? 1)) batch.status = 'in_progress';
    return { body: batch };
  }

  #finish(batch: FakeBatch): void {
    const end = this.#options.end?.(this.batches.indexOf(batch)) ?? { status: 'completed' };
    const answered = this.linesOf(batch).filter((line, index) => end.answered?.(line, index) ?? true);
    const results = end.status === 'failed' ? [] : answered.map((line) => this.#answerTo(line));
    const isGood = ({ response: { status_code } }: Result) => status_code === 200;
    const [good, bad] = [results.filter(isGood), results.filter((result) => !isGood(result))];
    Object.assign(batch, {
      status: end.status,
      request_counts: {
        total: this.linesOf(batch).length,
        completed: good.length,
        failed: bad.length,
      },
      ...(end.errors && { errors: { data: end.errors } }),
      ...(good.length > 0 && { output_file_id: this.#keep(toLines(good)) }),
      ...(bad.length > 0 && { error_file_id: this.#keep(toLines(bad)) }),
    });
  }

  #answerTo(line: BatchRequestLine): Result {
    const reply = this.#options.answer?.(line) ?? ownTexts(line.body);
    const { status = 200, body } = Array.isArray(reply) ? answerWith(line, reply) : (reply as Answer);
    return { custom_id: line.custom_id, response: { status_code: status, body }, error: null };
  }

  #keep(content: string): string {
    const id = `file_${this.#files.size}`;
    this.#files.set(id, content);
    return id;
  }
}

/** The last message again, with a number for each of the `n` answers. */
export function ownTexts(body: BatchRequestLine['body']): string[] {
  const { content } = (body.messages ?? body.input).at(-1);
  return Array.from({ length: body.n ?? 1 }, (_, index) => `You said: ${content} (${index})`);
}

function answerWith({ url, body }: BatchRequestLine, texts: readonly string[]): Answer {
  const request = { body } as RecordedRequest;
  return url === '/v1/responses' ? response(request, texts[0] ?? '') : completion(request, texts);
}

interface Result {
  custom_id: string;
  response: { status_code: number; body: unknown };
  error: null;
}

/** In another order than they were asked. */
const toLines = (results: readonly Result[]): string =>
  [...results]
    .reverse()
    .map((result) => `${JSON.stringify(result)}\n`)
    .join('');
