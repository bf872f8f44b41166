/** Log-probabilities of tokens, from the service through cache and recording. */
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { modelIdentity, requestKey } from '../../../src/models/cache/cache-key.ts';
import { cacheChat } from '../../../src/models/cache/cached-chat.ts';
import { openResponseCache } from '../../../src/models/cache/response-cache.ts';
import { Cassette } from '../../../src/models/cassette/cassette.ts';
import { recordChat, replayChat } from '../../../src/models/cassette/cassette-chat.ts';
import type { ChatRequest } from '../../../src/models/chat-model.ts';
import { completePassage } from '../../../src/models/complete-passage.ts';
import { createOpenAiChat, servedChat } from '../../support/service-chat.ts';
import { readTokens, tokensOfText } from '../../../src/models/openai/openai-logprobs.ts';
import {
  failure,
  type RecordedRequest,
  response,
  type ScriptedToken,
  type ServerOptions,
  withTokens,
} from '../../support/openai-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SCRIPT: ScriptedToken[] = [
  ['In', 0.9, { At: 0.1 }],
  [' Oslo', 0.5, { ' Rome': 0.3, ' Bern': 0.1 }],
];
const handler = (request: RecordedRequest) => withTokens(request, SCRIPT);
const question: ChatRequest = {
  messages: [{ role: 'user', content: 'Where?' }],
  temperature: 0,
  purpose: 'test',
};
const asked: ChatRequest = { ...question, logprobs: 2 };

const TOKENS = [
  {
    text: 'In',
    logprob: Math.log(0.9),
    top: [
      { text: 'In', logprob: Math.log(0.9) },
      { text: 'At', logprob: Math.log(0.1) },
    ],
  },
  {
    text: ' Oslo',
    logprob: Math.log(0.5),
    top: [
      { text: ' Oslo', logprob: Math.log(0.5) },
      { text: ' Rome', logprob: Math.log(0.3) },
    ],
  },
];

const serve = (options: ServerOptions = { handler }) => servedChat(options);

describe('a service', () => {
  it('is asked for tokens and alternatives, and only where they are wanted', async () => {
    const { server, model } = await serve();
    const answer = await model.complete(asked);
    expect(answer.choices).toEqual([{ text: 'In Oslo', finishReason: 'stop', tokens: TOKENS }]);
    expect(server.chatBodies()[0]).toMatchObject({ logprobs: true, top_logprobs: 2 });
    const plain = await model.complete(question);
    expect(plain.choices).toEqual([{ text: 'In Oslo', finishReason: 'stop' }]);
    expect(server.chatBodies()[1]).not.toHaveProperty('logprobs');
    await model.complete({ ...question, logprobs: 0 });
    expect(server.chatBodies()[2]).toMatchObject({ logprobs: true });
    expect(server.chatBodies()[2]).not.toHaveProperty('top_logprobs');
  });

  it('that gives fewer alternatives is asked for 5, and that is remembered', async () => {
    const { server, model } = await serve({
      handler: (request) =>
        request.body.top_logprobs > 5
          ? failure(400, { message: 'top_logprobs must be at most 5', param: 'top_logprobs' })
          : handler(request),
    });
    const many = { ...question, logprobs: 20 };
    expect((await model.complete(many)).choices[0]?.tokens).toHaveLength(2);
    await model.complete(many);
    expect(server.chatBodies().map((body) => body.top_logprobs)).toEqual([20, 5, 5]);
  });

  it('that knows none is asked without, and answers all the same', async () => {
    const { server, model } = await serve({ handler, reject: ['logprobs'] });
    const many = { ...question, logprobs: 20 };
    expect((await model.complete(many)).choices).toEqual([{ text: 'In Oslo', finishReason: 'stop' }]);
    await model.complete(many);
    expect(server.chatBodies().map((body) => body.logprobs ?? null)).toEqual([true, true, null, null]);
  });

  it('is asked in the form of the Responses API, too', async () => {
    const { server, config } = await serve({
      handler: (request) => {
        const answer = response(request, 'In Oslo') as { body: { output: { content?: object[] }[] } };
        const [part] = answer.body.output[1]?.content ?? [];
        const logprobs = TOKENS.map(({ text, logprob, top }) => ({
          ...{ token: text, logprob, bytes: [...Buffer.from(text)] },
          top_logprobs: top.map((other) => ({ token: other.text, logprob: other.logprob })),
        }));
        Object.assign(part as object, { logprobs });
        return answer;
      },
    });
    const model = createOpenAiChat({ ...config, api: 'responses' }, { env: {} });
    expect((await model.complete(asked)).choices[0]?.tokens).toEqual(TOKENS);
    expect(server.requests[0]?.body).toMatchObject({
      include: ['message.output_text.logprobs'],
      top_logprobs: 2,
    });
    await model.complete(question);
    expect(server.requests[1]?.body).not.toHaveProperty('include');
  });
});

it('a cache keeps them, under another key than the answer without', async () => {
  const { server, config, model } = await serve();
  const cache = await openResponseCache({ folder: await temporaryFolder() });
  onTestFinished(() => cache.close());
  const identity = modelIdentity(config, server.url);
  const cached = cacheChat(model, { identity, cache });
  const first = await cached.complete(asked);
  expect((await cached.complete(asked)).choices).toEqual(first.choices);
  expect(server.requests).toHaveLength(1);
  expect((await cached.complete(question)).choices).toEqual([{ text: 'In Oslo', finishReason: 'stop' }]);
  await cached.complete({ ...asked, logprobs: 5 });
  expect(server.requests).toHaveLength(3);
  expect(requestKey(identity, question)).not.toBe(requestKey(identity, asked));
});

it('a recording keeps them', async () => {
  const { server, config, model } = await serve();
  const file = path.join(await temporaryFolder(), 'run.jsonl');
  const identity = modelIdentity(config, server.url);
  const writing = await Cassette.open(file, 'new');
  const answer = await recordChat(model, { identity, cassette: writing }).complete(asked);
  await writing.close();
  const reading = await Cassette.open(file, 'read');
  onTestFinished(() => reading.close());
  const replayed = replayChat({ id: model.id, identity, cassette: reading });
  expect(await replayed.complete(asked)).toEqual(answer);
  await expect(replayed.complete({ ...asked, logprobs: 3 })).rejects.toThrow(
    'alternatives of a token: recorded 2, asked 3',
  );
});

it('a response that is asked for comes with its tokens', async () => {
  const { model } = await serve();
  const settings = { ask: true, n: 0, limit: 10, temperature: 1, logprobs: 2 };
  const passage = await completePassage({ id: 'a', prompt: 'Where?' }, model, settings);
  expect(passage).toEqual({ id: 'a', prompt: 'Where?', response: 'In Oslo', tokens: TOKENS, samples: [] });
});

describe('the tokens of an answer', () => {
  it('have the characters that their bytes end', () => {
    const bytes = [...Buffer.from('é')] as [number, number];
    const content = [
      { token: '\\xc3', logprob: -1, bytes: [bytes[0]], top_logprobs: [{ token: '\\xc3', logprob: -1 }] },
      { token: '\\xa9', logprob: 0.1, bytes: [bytes[1]], top_logprobs: [] },
    ];
    expect(readTokens(content)).toEqual([
      { text: '', logprob: -1, top: [{ text: '', logprob: -1 }] },
      { text: 'é', logprob: 0 },
    ]);
  });

  it.each([[null], [undefined], [[]], [[{ token: 1 }]], ['x']])('are none in %j', (content) => {
    expect(readTokens(content)).toBeNull();
  });

  it('are those of the text, without a reasoning before it', () => {
    const tokens = ['<think>', 'hm', '</think>', '\n', 'In', ' Oslo'].map((text) => ({ text, logprob: -1 }));
    expect(tokensOfText('In Oslo', tokens)?.map(({ text }) => text)).toEqual(['In', ' Oslo']);
  });
});
