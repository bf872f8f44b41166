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
const ELSEWHERE = { status: 307, headers: { location: 'http://elsewhere.example/v1' } };
const GZIP = {
  bytes: gzipSync(Buffer.alloc(100_000_000, ' ')),
  headers: { 'content-encoding': 'gzip' },
};

const passing = (name: string, answer: Answer, times = 1): Fault => ({ name, answer, times, recovers: true });
const lasting = (name: string, answer: Answer | null, says: string): Fault => ({
  ...{ name, answer, says, times: Number.POSITIVE_INFINITY, recovers: false },
});

export const FAULTS: readonly Fault[] = [
  passing('connection closed', { drop: 'before' }),
  passing('connection reset', { drop: 'reset' }),
  passing('connection closed within an answer', { drop: 'within', ...CUT }),
  passing('no answer (hang)', { delay: 3_600_000 }),
  passing('half an answer (hang)', { drop: 'never', ...CUT }),
  passing('408', failure(408)),
  passing('409', failure(409)),
  passing('429 with retry-after-ms', failure(429, {}, { 'retry-after-ms': '50' }), 6),
  passing('429 with retry-after', failure(429, {}, { 'retry-after': '0.1' }), 6),
  passing('429 without', failure(429), 6),
  passing('500', failure(500), 3),
  passing('503, with retry-after', failure(503, {}, { 'retry-after': '0.1' })),
  passing('truncated JSON', CUT),
  passing('an error under status 200', { body: { error: { message: 'upstream' } } }),
  passing('empty choices', { body: { choices: [] } }),
  lasting('500 without end', failure(500), 'counts as down'),
  lasting('connection reset without end', { drop: 'reset' }, 'counts as down'),
  lasting('connection refused from the first', null, 'connection refused'),
  lasting('a redirect to another origin', ELSEWHERE, 'baseUrl or OPENAI_BASE_URL'),
  lasting('400', failure(400, { message: 'bad' }), 'refused the request'),
  lasting('401', failure(401), 'OPENAI_API_KEY'),
  lasting('403', failure(403), 'access was denied'),
  lasting('404', failure(404), 'Check the model name'),
  lasting('context length', failure(400, { code: 'context_length_exceeded' }), 'longer context'),
  lasting('content filter', failure(400, { code: 'content_filter' }), 'content filter'),
  lasting('quota used up', failure(429, { code: 'insufficient_quota' }), 'billing'),
  lasting('429, wait an hour', failure(429, {}, { 'retry-after': '3600' }), '60 min'),
  lasting('an answer without end', { rawBody: '{"choices": [', endless: true }, 'maxAnswerBytes'),
  lasting('100 MB in 100 kB (gzip)', GZIP, 'maxAnswerBytes'),
  lasting('another content type', HTML, 'base URL'),
];

export interface FaultOutcome {
  fault: Fault;
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
    answered: CALLS - failures.length,
    lost: failures.length,
    repeated: [...answers.values()].reduce((sum, count) => sum + count - 1, 0),
    requests: server.requests.length,
    seconds,
    error: failures[0] instanceof Error ? failures[0].message : null,
  };
}
