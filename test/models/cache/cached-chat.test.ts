import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { ChatModelConfig } from '../../../src/config/schema.ts';
import { ModelCallError } from '../../../src/errors.ts';
import { modelIdentity, requestKey } from '../../../src/models/cache/cache-key.ts';
import { cacheChat } from '../../../src/models/cache/cached-chat.ts';
import { openResponseCache } from '../../../src/models/cache/response-cache.ts';
import type { ChatAnswer, ChatRequest } from '../../../src/models/chat-model.ts';
import { createOpenAiChat } from '../../support/service-chat.ts';
import {
  completion,
  failure,
  type RecordedRequest,
  type ServerOptions,
} from '../../support/openai-server.ts';
import { chatSettings } from '../../support/settings.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { serveOpenAi } from '../../support/serve-openai.ts';

const messages = [{ role: 'user', content: 'Where is Oslo?' }] as const;
const exact: ChatRequest = { messages, temperature: 0, purpose: 'test' };
const seeded: ChatRequest = { messages, temperature: 1, seed: 100, purpose: 'test' };
const texts = ({ choices }: ChatAnswer) => choices.map(({ text }) => text);

/** Answers that name their seed and their place in the request, so that no two draws are alike. */
function numbered(request: RecordedRequest) {
  const { n = 1, seed } = request.body;
  return Array.from({ length: n }, (_, index) => `seed ${seed} choice ${index}`);
}

/** As a process would make it: an adapter and a cache of its own. */
function connect(url: string, folder: string, settings: Partial<ChatModelConfig> = {}) {
  const config = chatSettings({ baseUrl: url, maxRetries: 0, ...settings });
  const problems: string[] = [];
  const cache = openResponseCache({ folder, onProblem: (words) => problems.push(words) });
  onTestFinished(() => cache.close());
  let hits = 0;
  const model = cacheChat(createOpenAiChat(config, { env: {} }), {
    ...{ identity: modelIdentity(config, url), cache },
    onCachedDraws: (draws) => {
      hits += draws;
    },
  });
  return { model, cache, problems, hits: () => hits };
}

async function setUp(options: ServerOptions = { handler: numbered }, settings?: Partial<ChatModelConfig>) {
  const server = await serveOpenAi(options);
  return { server, ...connect(server.url, await temporaryFolder(), settings) };
}

it('asks in one request for the draws that are missing, with seeds of their own', async () => {
  const { server, model, hits } = await setUp();
  const three = texts(await model.complete({ ...seeded, n: 3 }));
  const five = texts(await model.complete({ ...seeded, n: 5 }));
  const two = texts(await model.complete({ ...seeded, n: 2 }));
  expect(server.chatBodies().map(({ n, seed }) => [n, seed])).toEqual([
    [3, 100],
    [2, 103],
  ]);
  expect(three).toEqual(['seed 100 choice 0', 'seed 100 choice 1', 'seed 100 choice 2']);
  expect(five).toEqual([...three, 'seed 103 choice 0', 'seed 103 choice 1']);
  expect(two).toEqual(three.slice(0, 2));
  expect(hits()).toBe(5);
});

it('gives a service without n the seeds it would have had for all draws at once', async () => {
  const { server, model } = await setUp({ handler: numbered }, { multipleChoices: 'no' });
  await model.complete({ ...seeded, n: 2 });
  await model.complete({ ...seeded, n: 4 });
  const seeds = server.chatBodies().map(({ seed }) => seed);
  expect(seeds.slice(0, 2).sort()).toEqual([100, 101]);
  expect(seeds.slice(2).sort()).toEqual([102, 103]);
});

it.each([
  ['a refusal', { refusal: 'I cannot help with that.' }],
  ['a filtered answer', { finishReason: 'content_filter' }],
  ['a truncated answer', { finishReason: 'length' }],
])('does not keep %s', async (_, extra) => {
  const { server, model } = await setUp({ handler: (request) => completion(request, ['text'], extra) });
  const [first, second] = [await model.complete(exact), await model.complete(exact)];
  expect(second).toEqual(first);
  expect(server.requests).toHaveLength(2);
});

it('keeps neither an empty answer nor an error', async () => {
  const { server, model } = await setUp({});
  server.enqueue('  ', failure(500), 'at last');
  expect(texts(await model.complete(exact))).toEqual(['  ']);
  await expect(model.complete(exact)).rejects.toBeInstanceOf(ModelCallError);
  expect(texts(await model.complete(exact))).toEqual(['at last']);
  expect(texts(await model.complete(exact))).toEqual(['at last']);
  expect(server.requests).toHaveLength(3);
});

it('keeps no answer without the JSON that was asked for, and asks again for one that was kept', async () => {
  let answered = 'lorem }{ ipsum 12';
  const { server, model, cache } = await setUp({ handler: () => [answered] });
  const asked: ChatRequest = { ...exact, schema: { name: 'test', schema: { type: 'object' } } };
  await model.complete(asked);
  answered = '{"a": 1}';
  for (const _ of [1, 2]) expect(texts(await model.complete(asked))).toEqual([answered]);
  expect(server.requests).toHaveLength(2);
  const key = requestKey(modelIdentity(chatSettings(), server.url), asked);
  cache.store(key, new Map([[0, 'kept before']]));
  expect(texts(await model.complete(asked))).toEqual([answered]);
  expect(server.requests).toHaveLength(3);
  answered = 'a text';
  const ofText: ChatRequest = { ...exact, schema: { name: 'test', schema: { type: 'string' } } };
  for (const _ of [1, 2]) expect(texts(await model.complete(ofText))).toEqual([answered]);
  expect(server.requests).toHaveLength(4);
});

it('asks again for the one draw that was refused among others, and keeps the order', async () => {
  const { server, model } = await setUp({});
  const answer = completion({ method: 'POST', path: '', headers: {}, body: null }, ['a', 'b', 'c']);
  // biome-ignore lint/suspicious/noExplicitAny: the body of a completion as made by the test server
  (answer.body as any).choices[1].finish_reason = 'content_filter';
  server.enqueue(answer, ['B']);
  expect(texts(await model.complete({ ...seeded, n: 3 }))).toEqual(['a', 'b', 'c']);
  expect(texts(await model.complete({ ...seeded, n: 3 }))).toEqual(['a', 'B', 'c']);
  expect(texts(await model.complete({ ...seeded, n: 3 }))).toEqual(['a', 'B', 'c']);
  const seeds = server.chatBodies().map(({ seed }) => seed);
  expect(seeds).toHaveLength(2);
  expect([100, 101, 102]).not.toContain(seeds[1]);
});

it('makes one request of equal ones at the same time, also through two wrappers', async () => {
  const server = await serveOpenAi({
    handler: (request) => ({ ...completion(request, ['Norway']), delay: 100 }),
  });
  const folder = await temporaryFolder();
  const [one, two] = [connect(server.url, folder), connect(server.url, folder)];
  const answers = await Promise.all(
    [one, one, one, two, two].map(({ model }) => model.complete(exact).then(texts)),
  );
  expect(answers).toEqual(Array.from({ length: 5 }, () => ['Norway']));
  expect(server.requests).toHaveLength(1);
});

it('asks for those behind one that is aborted or fails', async () => {
  const { server, model } = await setUp({});
  server.enqueue({ delay: 60_000 }, failure(500), 'Norway');
  const controller = new AbortController();
  const reason = new Error('enough');
  const aborted = model.complete(exact, { signal: controller.signal });
  const failed = model.complete(exact);
  const answered = model.complete(exact);
  while (server.requests.length === 0) await sleep(5);
  controller.abort(reason);
  await expect(aborted).rejects.toBe(reason);
  await expect(failed).rejects.toBeInstanceOf(ModelCallError);
  expect(texts(await answered)).toEqual(['Norway']);
});

it('lets one that waits for another be aborted', async () => {
  const { model } = await setUp({ handler: () => ({ delay: 60_000 }) });
  const [first, second] = [new AbortController(), new AbortController()];
  const asking = model.complete(exact, { signal: first.signal });
  const waiting = model.complete(exact, { signal: second.signal });
  second.abort(new Error('second'));
  await expect(waiting).rejects.toThrow('second');
  first.abort(new Error('first'));
  await expect(asking).rejects.toThrow('first');
});

it('keeps samples without a seed apart by scope, and passes them through where there is none', async () => {
  let answers = 0;
  const { model } = await setUp({ handler: () => `answer ${++answers}` });
  const sampling: ChatRequest = { messages, temperature: 1, purpose: 'sample' };
  const ask = async (part: Partial<ChatRequest>) => texts(await model.complete({ ...sampling, ...part }))[0];
  expect(await ask({ scope: 'p1' })).toBe('answer 1');
  expect(await ask({ scope: 'p2' })).toBe('answer 2');
  expect(await ask({ scope: 'p1', firstDraw: 1 })).toBe('answer 3');
  expect(await ask({ scope: 'p1' })).toBe('answer 1');
  expect(await ask({ scope: 'p1', firstDraw: 1 })).toBe('answer 3');
  expect(await ask({})).toBe('answer 4');
  expect(await ask({})).toBe('answer 5');
});

it('goes on without a cache that cannot be used', async () => {
  const server = await serveOpenAi({ handler: numbered });
  const folder = path.join(await temporaryFolder(), 'file');
  await writeFile(folder, 'not a folder');
  const { model, problems } = connect(server.url, folder);
  expect(texts(await model.complete(exact))).toHaveLength(1);
  expect(texts(await model.complete(exact))).toHaveLength(1);
  expect(server.requests).toHaveLength(2);
  expect(problems).toEqual([expect.stringContaining('answers are not cached')]);
});
