/** The service as a function of requests, without a network. */
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createCorrector } from '../../src/detector/corrector.ts';
import { BudgetError, ModelCallError } from '../../src/errors.ts';
import { methodsOf } from '../../src/service/methods.ts';
import { correctionSchema, verdictSchema } from '../../src/service/result-schemas.ts';
import type { Made } from './stubbed-service.ts';
import { bodyOf, gate, get, made, PASSAGE, post, problem, stubbed, TOKEN, until } from './stubbed-service.ts';

it('judges a passage as the command line does, with the trace on request alone', async () => {
  const service = stubbed();
  const response = await post(service, PASSAGE);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  const verdict = verdictSchema.parse(await response.json());
  expect(verdict).toMatchObject({ passage: PASSAGE, score: 0.5, label: 'hallucinated' });
  expect(verdict).not.toHaveProperty('trace');
  const traced = await post(service, PASSAGE, { path: '/v1/evaluate?trace=true' });
  expect(await traced.json()).toHaveProperty('trace.segmentations');
});

it('evaluates, checks and corrects by the methods themselves', async () => {
  const corrector = createCorrector({ preset: 'local' });
  const checker = createCorrector({ preset: 'check' }).detector;
  const service = made(methodsOf(corrector, checker));
  const passage = { ...PASSAGE, response: 'Rupert Brooke was born in Rugby in 1887.' };
  const samples = Array.from({ length: 3 }, () => 'Rupert Brooke was born in Rugby in 1880.');
  const evaluated = verdictSchema.parse(await (await post(service, { ...passage, samples })).json());
  expect(evaluated.label).toBe('hallucinated');
  const context = ['Rupert Brooke was born in Rugby in 1880.'];
  const checked = await post(service, { ...passage, context }, { path: '/v1/check' });
  expect(verdictSchema.parse(await checked.json()).triples.map(({ label }) => label)).toContain(
    'hallucinated',
  );
  const corrected = await post(service, { ...passage, samples }, { path: '/v1/correct' });
  const correction = correctionSchema.parse(await corrected.json());
  expect(correction).toMatchObject({ original: passage.response, corrected: samples[0] });
  expect(correction.before).not.toHaveProperty('trace');
});

it.each([
  ['no JSON', '{"prompt":', undefined, 'not JSON'],
  ['no UTF-8', Buffer.from([0x22, 0xff, 0x22]), undefined, 'not UTF-8'],
  ['no object', '[1]', undefined, 'expected an object'],
  ['no prompt', { response: 'x' }, 'prompt', 'missing; there are "response"'],
  ['a response of another type', { prompt: 'q', response: 3 }, 'response', 'expected text, found a number'],
  ['a sample of another type', { prompt: 'q', samples: ['a', null] }, 'samples.1', 'found null'],
  ['a misspelt field', { prompt: 'q', sampels: ['a'] }, 'sampels', 'did you mean samples?'],
  ['a role that is none', { prompt: [{ role: 'x', content: 'y' }] }, 'prompt.0.role', 'expected one of'],
  [
    'sentences outside',
    { ...PASSAGE, sentences: [{ start: 0, end: 99 }] },
    'sentences.0',
    'inside the response',
  ],
  ['half a character', '{"prompt":"\\ud800"}', 'prompt', 'lone surrogate'],
])('names the field of a body with %s', async (_, body, field, detail) => {
  const service = stubbed();
  const response = await service.request('/v1/evaluate', {
    method: 'POST',
    headers: { host: 'localhost', 'content-type': 'application/json' },
    body: typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body),
  });
  expect(response.status).toBe(400);
  const said = await problem(response);
  expect(said.field).toBe(field);
  expect(said.detail).toContain(detail);
  expect(service.failures).toEqual([]);
});

it('refuses what is no request of its own, each with a problem', async () => {
  const service = stubbed();
  const sent: [Response, number][] = [
    [await get(service, '/nowhere'), 404],
    [await get(service, '/v1/evaluate'), 405],
    [await post(service, PASSAGE, { headers: { 'content-type': 'text/plain' } }), 415],
    [await post(service, PASSAGE, { headers: { host: 'elsewhere.example' } }), 403],
    [await post(service, PASSAGE, { path: '/v1/evaluate?trace=maybe' }), 400],
  ];
  for (const [response, status] of sent) {
    expect(response.status).toBe(status);
    await problem(response);
  }
});

it('refuses bodies that are too large, by their length and as they come', async () => {
  const service = stubbed({}, { maxBodyBytes: 100 });
  const large = { ...PASSAGE, response: 'x'.repeat(100) };
  expect((await post(service, large, { headers: { 'content-length': '1000' } })).status).toBe(413);
  expect((await post(service, large)).status).toBe(413);
  expect((await post(service, PASSAGE)).status).toBe(200);
});

it('asks for its token, which no answer shows', async () => {
  const service = stubbed({}, { token: TOKEN });
  const none = await post(service, PASSAGE);
  const wrong = await post(service, PASSAGE, { headers: { authorization: 'Bearer another' } });
  for (const response of [none, wrong]) {
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer /);
    expect(JSON.stringify(await problem(response))).not.toContain(TOKEN);
  }
  const right = { authorization: `Bearer ${TOKEN}`, host: 'elsewhere.example' };
  expect((await post(service, PASSAGE, { headers: right })).status).toBe(200);
  expect((await get(service, '/health')).status).toBe(200);
  expect(await (await get(service, '/openapi.json')).json()).toMatchObject({ security: [{ bearer: [] }] });
});

it('refuses at once what goes beyond its concurrency, and drops nothing it took', async () => {
  const { open, before, began } = gate();
  const service = stubbed({ before }, { concurrency: 3 });
  const answers = Array.from({ length: 30 }, (_, index) => post(service, { ...PASSAGE, id: `p${index}` }));
  await until(() => began.length === 3);
  const refused = await Promise.all(answers.slice(3));
  for (const response of refused) {
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('1');
    await problem(response);
  }
  open();
  const accepted = await Promise.all(answers.slice(0, 3));
  const ids = await Promise.all(accepted.map(async (response) => (await bodyOf(response)).passage.id));
  expect(ids).toEqual(['p0', 'p1', 'p2']);
  expect(began).toEqual(ids);
  expect((await post(service, PASSAGE)).status).toBe(200);
});

it('stops the work of a client that goes away, and keeps its place until it has ended', async () => {
  const { open, before, signals } = gate();
  const service = stubbed({ before }, { concurrency: 1 });
  const client = new AbortController();
  const answer = post(service, PASSAGE, { signal: client.signal });
  await until(() => signals.length === 1);
  expect(signals[0]?.aborted).toBe(false);
  client.abort();
  expect((await answer).status).toBe(499);
  expect(signals[0]?.aborted).toBe(true);
  // this work did not listen
  expect((await post(service, PASSAGE)).status).toBe(429);
  open();
  await turn();
  expect((await post(service, PASSAGE)).status).toBe(200);
  expect(service.failures).toEqual([]);
});

it('says what its verdicts rest on', async () => {
  const service = stubbed({ backend: 'of the test' });
  const { evaluate, check } = await bodyOf(await get(service, '/v1/describe'));
  expect([evaluate.backend, check.extractor]).toEqual(['of the test', 'stub']);
});

it('gives up on a passage that takes too long', async () => {
  const { open, before, signals } = gate();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const posted = post(stubbed({ before }, { timeoutSeconds: 60 }), PASSAGE);
  await until(() => signals.length > 0);
  vi.advanceTimersByTime(60_000);
  const response = await posted;
  expect(response.status).toBe(504);
  expect((await problem(response)).detail).toBe('not done within 60 seconds');
  expect(signals[0]?.aborted).toBe(true);
  open();
});

/** A body that begins and does not end. */
const postSlowly = (service: Made) =>
  service.request('/v1/evaluate', {
    method: 'POST',
    headers: { host: 'localhost', 'content-type': 'application/json' },
    body: new ReadableStream({ start: (body) => body.enqueue(Buffer.from('{"prompt":')) }),
    duplex: 'half',
  } as RequestInit);

it('waits for a body no longer than for a passage', async () => {
  const service = stubbed({}, { timeoutSeconds: 0.05, concurrency: 1 });
  const endless = await postSlowly(service);
  expect(endless.status).toBe(408);
  expect((await problem(endless)).detail).toBe('the body did not arrive within 0.05 seconds');
  expect(endless.headers.get('connection')).toBe('close');
  await service.stop();
});

it('answers others while bodies come slowly, and reads the latest of these', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const service = stubbed({}, { concurrency: 1 });
  const [first, ...slow] = Array.from({ length: 64 }, () => postSlowly(service));
  expect((await post(service, PASSAGE)).status).toBe(200);
  const ended = await (first as Promise<Response>);
  expect(ended.status).toBe(408);
  expect(ended.headers.get('connection')).toBe('close');
  expect((await problem(ended)).detail).toBe('too many uploads in progress');
  vi.advanceTimersByTime(10_000);
  const late = await Promise.all(slow.map(async (response) => problem(await response)));
  expect(new Set(late.map(({ detail }) => detail))).toEqual(
    new Set(['the body did not arrive within 10 seconds']),
  );
  await service.stop();
});

it('takes nothing more when it stops, and ends once all it took is answered', async () => {
  const { open, before, began } = gate();
  const service = stubbed({ before });
  const answer = post(service, PASSAGE);
  await until(() => began.length === 1);
  expect((await get(service, '/ready')).status).toBe(200);
  let hasStopped = false;
  const stopped = service.stop().then(() => {
    hasStopped = true;
  });
  expect((await get(service, '/ready')).status).toBe(503);
  expect((await get(service, '/health')).status).toBe(200);
  const late = await post(service, PASSAGE);
  expect(late.status).toBe(503);
  expect(late.headers.get('connection')).toBe('close');
  expect(hasStopped).toBe(false);
  open();
  expect((await answer).status).toBe(200);
  await stopped;
});

it.each([
  [new ModelCallError('the key is wrong', { retryable: false, status: 401 }), 502, null],
  [new ModelCallError('too busy', { retryable: true, retryAfterSeconds: 2.5 }), 503, '3'],
  [new BudgetError('used up'), 503, null],
])('passes on what a model service did: %s', async (error, status, wait) => {
  const service = stubbed({ before: () => Promise.reject(error) });
  const response = await post(service, PASSAGE);
  expect(response.status).toBe(status);
  expect(response.headers.get('retry-after')).toBe(wait);
  expect((await problem(response)).detail).toBe(error.message);
});

it('tells a client nothing of a defect, and goes on', async () => {
  let calls = 0;
  const service = stubbed({
    before() {
      if (calls++ === 0) throw new Error('at /home/me/secret.ts');
    },
  });
  const response = await post(service, PASSAGE);
  expect(response.status).toBe(500);
  expect(JSON.stringify(await problem(response))).not.toContain('secret');
  expect(service.failures).toHaveLength(1);
  expect((await post(service, PASSAGE)).status).toBe(200);
});

it('lets no body name what every object has', async () => {
  const polluting = '{"prompt":"q","response":"A is B.","samples":["A is B."],"__proto__":{"polluted":1}}';
  expect((await post(stubbed(), polluting)).status).toBe(200);
  expect({}).not.toHaveProperty('polluted');
});

it('describes itself by the schema of passage files', async () => {
  const document = await bodyOf(await get(stubbed(), '/openapi.json'));
  expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.2.3' } });
  expect(Object.keys(document.paths)).toEqual([
    ...['/v1/evaluate', '/v1/check', '/v1/correct', '/v1/describe', '/metrics', '/health', '/ready'],
  ]);
  const { Passage } = document.components.schemas;
  expect(Passage.required).toEqual(['prompt']);
  expect(Object.keys(Passage.properties)).toEqual([
    ...['id', 'prompt', 'response', 'samples', 'context', 'sentences', 'claims', 'tokens'],
  ]);
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g);
  const named = new Set([...references].map(([, name]) => name));
  expect([...named].sort()).toEqual(Object.keys(document.components.schemas).sort());
});
