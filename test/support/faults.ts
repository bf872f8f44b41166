/** What can go wrong between a model and its service, and what becomes of several calls when it does. */
import { gzipSync } from 'node:zlib';
import pMap from 'p-map';
import type { ChatModelConfig } from '../../src/config/schema.ts';
import { ModelCallError } from '../../src/errors.ts';
import { createOpenAiChat } from './service-chat.ts';
import { type Answer, failure, startOpenAiServer } from './openai-server.ts';
import { chatSettings } from './settings.ts';

export interface Fault {
  name: string;
  /** Null where nobody listens at the address. */
  answer: Answer | null;
  /** Requests it befalls, the first ones; Infinity for all. */
  times: number;
  /** Whether calls are answered in the end. */
  recovers: boolean;
  /** What the error of a call that failed says, where it does not recover. */
  says?: string;
}

const HTML = { rawBody: '<html>Sign in</html>', headers: { 'content-type': 'text/html' } };
const CUT = { rawBody: '{"choices": [{"message": {"cont' };
const FOREVER = { delay: 3_600_000 };
const always = { times: Number.POSITIVE_INFINITY, recovers: false } as const;
const once = { times: 1, recovers: true } as const;

export const FAULTS: readonly Fault[] = [
  { name: 'connection closed', answer: { drop: 'before' }, ...once },
  { name: 'connection reset', answer: { drop: 'reset' }, ...once },
  { name: 'connection closed within an answer', answer: { drop: 'within', ...CUT }, ...once },
  { name: 'no answer (hang)', answer: FOREVER, ...once },
  { name: 'half an answer (hang)', answer: { drop: 'never', ...CUT }, ...once },
  { name: '408', answer: failure(408), ...once },
  { name: '409', answer: failure(409), ...once },
  {
    name: '429 with retry-after-ms',
    answer: failure(429, {}, { 'retry-after-ms': '50' }),
    ...once,
    times: 6,
  },
  { name: '429 with retry-after', answer: failure(429, {}, { 'retry-after': '0.1' }), ...once, times: 6 },
  { name: '429 without', answer: failure(429), ...once, times: 6 },
  { name: '500', answer: failure(500), ...once, times: 3 },
  { name: '503, with retry-after', answer: failure(503, {}, { 'retry-after': '0.1' }), ...once },
  { name: 'truncated JSON', answer: CUT, ...once },
  { name: 'an error under status 200', answer: { body: { error: { message: 'upstream' } } }, ...once },
  { name: 'empty choices', answer: { body: { choices: [] } }, ...once },
  { name: '500 without end', answer: failure(500), ...always, says: 'counts as down' },
  { name: 'connection reset without end', answer: { drop: 'reset' }, ...always, says: 'counts as down' },
  { name: 'connection refused from the first', answer: null, ...always, says: 'connection refused' },
  {
    name: 'a redirect to another origin',
    answer: { status: 307, headers: { location: 'http://elsewhere.example/v1' } },
    ...always,
    says: 'baseUrl or OPENAI_BASE_URL',
  },
  { name: '400', answer: failure(400, { message: 'bad' }), ...always, says: 'refused the request' },
  { name: '401', answer: failure(401), ...always, says: 'OPENAI_API_KEY' },
  { name: '403', answer: failure(403), ...always, says: 'access was denied' },
  { name: '404', answer: failure(404), ...always, says: 'Check the model name' },
  {
    name: 'context length',
    answer: failure(400, { code: 'context_length_exceeded' }),
    ...always,
    says: 'longer context',
  },
  {
    name: 'content filter',
    answer: failure(400, { code: 'content_filter' }),
    ...always,
    says: 'content filter',
  },
  { name: 'quota used up', answer: failure(429, { code: 'insufficient_quota' }), ...always, says: 'billing' },
  {
    name: '429, wait an hour',
    answer: failure(429, {}, { 'retry-after': '3600' }),
    ...always,
    says: '60 min',
  },
  {
    name: 'an answer without end',
    answer: { rawBody: '{"choices": [', endless: true },
    ...always,
    says: 'maxAnswerBytes',
  },
  {
    name: '100 MB in 100 kB (gzip)',
    answer: { bytes: gzipSync(Buffer.alloc(100_000_000, ' ')), headers: { 'content-encoding': 'gzip' } },
    ...always,
    says: 'maxAnswerBytes',
  },
  { name: 'another content type', answer: HTML, ...always, says: 'base URL' },
];

export interface FaultOutcome {
  fault: Fault;
  calls: number;
  answered: number;
  /** Calls that failed. */
  lost: number;
  /** Answers the service gave for calls that it had answered before. */
  repeated: number;
  requests: number;
  seconds: number;
  /** Of the first call that failed. */
  error: string | null;
}

const CALLS = 8;
const AT_ONCE = 4;

/** Makes 8 calls, 4 at once, to a service with the fault. */
export async function sufferFault(
  fault: Fault,
  settings: Partial<ChatModelConfig> = {},
): Promise<FaultOutcome> {
  const answers = new Map<string, number>();
  let injected = 0;
  const server = await startOpenAiServer({
    handler: ({ body }) => {
      if (fault.answer !== null && injected < fault.times) {
        injected += 1;
        return fault.answer;
      }
      const text: string = body.messages[0].content;
      answers.set(text, (answers.get(text) ?? 0) + 1);
      return `answer to ${text}`;
    },
  });
  const model = createOpenAiChat(chatSettings({ baseUrl: server.url, ...settings }), { env: {} });
  if (fault.answer === null) await server.close();
  const began = performance.now();
  const errors = await pMap(
    Array.from({ length: CALLS }, (_, index) => `call ${index}`),
    async (content) => {
      const request = { messages: [{ role: 'user' as const, content }], purpose: 'test' };
      return model.complete(request).then(
        () => null,
        (error: unknown) => error,
      );
    },
    { concurrency: AT_ONCE },
  );
  const seconds = (performance.now() - began) / 1000;
  if (fault.answer !== null) await server.close();
  const failures = errors.filter((error) => error !== null);
  const unexpected = failures.find((error) => !(error instanceof ModelCallError));
  if (unexpected) throw unexpected;
  return {
    fault,
    calls: CALLS,
    answered: CALLS - failures.length,
    lost: failures.length,
    repeated: [...answers.values()].reduce((sum, count) => sum + count - 1, 0),
    requests: server.requests.length,
    seconds,
    error: failures[0] instanceof Error ? failures[0].message : null,
  };
}
