/** What a run gone through with typical answers comes to, beside what the test server then counts. */
import { beforeEach, describe, expect, it } from 'vitest';
import { resolveConfig } from '../../../src/config/resolve.ts';
import type { ConfigInput } from '../../../src/config/schema.ts';
import { createDetector } from '../../../src/detector/create-detector.ts';
import { tokenCounterFor } from '../../../src/models/budget/token-count.ts';
import { promptTokens } from '../../../src/models/budget/token-estimate.ts';
import type { Passage } from '../../../src/passage.ts';
import { estimateRun, TRIED } from '../../../src/detector/estimate/estimate.ts';
import { typicalChat } from '../../../src/detector/estimate/typical-chat.ts';
import type { OpenAiServer } from '../../support/openai-server.ts';
import { quint } from '../../support/quint.ts';
import { simulate } from '../../support/simulated-model.ts';
import { serveOpenAi } from '../../support/serve-openai.ts';

const { count } = await tokenCounterFor('gpt-4o');
const estimate = (passages: Passage[], settings: ConfigInput = {}, env: Record<string, string> = {}) =>
  estimateRun(passages, resolveConfig(settings), env);

const passage: Passage = quint.passage;
const given: Passage = { ...passage, samples: quint.samples };
const short: Passage = { ...given, samples: quint.samples.slice(0, 3) };

let server: OpenAiServer;
let counted: Record<string, { requests: number; inputTokens: number; outputTokens: number }>;
let asked: Passage;
beforeEach(async () => {
  counted = {};
  const model = resolveConfig().models.generator;
  server = await serveOpenAi({
    async handler({ path, body }) {
      if (path !== '/chat/completions') return undefined;
      const { messages, response_format: format, n = 1 } = body;
      const isOwn = messages.length === 1;
      const purpose = isOwn ? (body.temperature === 0 ? 'respond' : 'sample') : format.json_schema.name;
      const chat = typicalChat(model, { passages: [asked], count, onCall: () => {} });
      const schema = isOwn ? {} : { schema: format.json_schema };
      const { choices } = await chat.complete({ messages, n, purpose, ...schema });
      const before = counted[purpose] ?? { requests: 0, inputTokens: 0, outputTokens: 0 };
      counted[purpose] = {
        requests: before.requests + 1,
        inputTokens: before.inputTokens + promptTokens(messages, count),
        outputTokens: before.outputTokens + choices.reduce((sum, { text }) => sum + count(text), 0),
      };
      return choices.map(({ text }) => text);
    },
  });
});

/** Evaluates a passage, so that the server counts. */
async function ask(settings: ConfigInput): Promise<void> {
  const { env } = server;
  const light: ConfigInput = { embedder: { provider: 'lexical' }, encoder: { kind: 'identity' } };
  await createDetector({ ...light, ...settings, cache: { enabled: false } }, { env }).evaluate(asked);
}

const CASES: [string, ConfigInput, Passage][] = [
  ['economy', {}, passage],
  ['a response and samples that are to be asked for', {}, { id: 'bare', prompt: 'Who was Mara Quint?' }],
  ['given samples, without HEQA', { verification: { head: false } }, given],
  ['tails alone', { verification: { head: false, relation: false } }, given],
  ['no fact filter', { verification: { factFilter: false } }, given],
  ['small groups', { verification: { groupSize: 3 }, segmentation: { groupSize: 2 } }, given],
  ['no verification', { verification: { by: 'none' } }, passage],
  [
    'paper',
    { preset: 'gca', protocol: 'paper', verification: { headDraws: 2, relationDraws: 2, tailDraws: 2 } },
    short,
  ],
  [
    'a check against a reference',
    { preset: 'check', segmentation: { extractor: 'llm' }, reference: { checker: 'llm', spans: 'llm' } },
    { ...passage, context: ['Mara Quint was a painter. She was born in Leith.'] },
  ],
];

it.each(CASES)('of %s is what is sent to a model that answers the same', async (...[, settings, own]) => {
  asked = own;
  await ask(settings);
  const { purposes } = await estimate([own], settings);
  const costs = purposes.map(({ purpose, requests, inputTokens, outputTokens }) => [
    ...[purpose, { requests, inputTokens, outputTokens }],
  ]);
  expect(counted).toEqual(Object.fromEntries(costs));
});

it.each<[string, ConfigInput]>([
  ['default', {}],
  ['gca', { preset: 'gca', models: { generator: { multipleChoices: 'no' } } }],
])('under %s is at most what a service takes whose first answers are useless', async (_name, settings) => {
  const model = resolveConfig(settings).models.generator;
  const own = await serveOpenAi({
    async handler({ body: { messages, response_format: format, n = 1 } }) {
      const isAgain = messages.some(({ role }: { role: string }) => role === 'assistant');
      if (format && !isAgain) return new Array(n).fill('nonsense');
      const chat = typicalChat(model, { passages: [given], count, onCall: () => {} });
      const schema = format ? { schema: format.json_schema } : {};
      const purpose = format?.json_schema.name ?? 'sample';
      const first = messages.slice(
        0,
        messages.findIndex(({ role }: { role: string }) => role === 'user') + 1,
      );
      return (await chat.complete({ messages: first, n, purpose, ...schema })).choices.map(
        ({ text }) => text,
      );
    },
  });
  const light: ConfigInput = { embedder: { provider: 'lexical' }, encoder: { kind: 'identity' } };
  const config = { ...light, ...settings, cache: { enabled: false } };
  await createDetector(config, { env: own.env }).evaluate(given);
  expect((await estimate([given], settings)).atMost).toBe(own.requests.length);
});

it('is near what a model takes that answers from facts', async () => {
  const { env } = await serveOpenAi({ handler: simulate(quint.model) });
  const detector = createDetector({ preset: 'gca', cache: { enabled: false } }, { env });
  const { usage } = await detector.evaluate(given);
  const { requests } = await estimate([given], { preset: 'gca' });
  expect(requests / usage.requests).toBeGreaterThan(0.7);
  expect(requests / usage.requests).toBeLessThan(1.5);
});

it('asks nobody, and needs no key', async () => {
  await estimate([passage], {}, { OPENAI_BASE_URL: server.url });
  expect(server.requests).toEqual([]);
});

it('sends an answer a request where the configuration says so', async () => {
  asked = given;
  const settings: ConfigInput = { preset: 'gca', models: { generator: { multipleChoices: 'no' } } };
  await ask(settings);
  const requests = Object.values(counted).reduce((sum, one) => sum + one.requests, 0);
  const singly = await estimate([given], settings);
  expect(singly).toMatchObject({ requests, ifOneAnswerARequest: null });
  const { ifOneAnswerARequest, ...together } = await estimate([given], { preset: 'gca' });
  expect(ifOneAnswerARequest?.requests).toBe(requests);
  expect(together.requests).toBeLessThan(requests);
});

describe('the price', () => {
  it('is that of the table: requests of both models at their own', async () => {
    const settings: ConfigInput = {
      preset: 'gca',
      models: { generator: { model: 'a' }, analyst: { model: 'b' } },
      prices: { a: { input: 1, output: 10 }, b: { input: 0, output: 0 } },
    };
    const { purposes, usd } = await estimate([passage], settings);
    const own = purposes.filter(({ model }) => model === 'a');
    expect(own.map(({ purpose }) => purpose).sort()).toEqual(
      ['sample', 'heqa-answers', 'relation-answers', 'tail-selections'].sort(),
    );
    const expected = own.reduce(
      (sum, { inputTokens, outputTokens }) => sum + (inputTokens + 10 * outputTokens) / 1e6,
      0,
    );
    expect(usd).toBeCloseTo(expected, 12);
  });

  it('is unknown for a model without one, and its tokens are guessed', async () => {
    const settings: ConfigInput = { models: { generator: { model: 'nobody/knows' } } };
    expect(await estimate([passage], settings)).toMatchObject({ usd: null, exactCounts: false });
    const own = { OPENAI_BASE_URL: 'http://here.example/v1' };
    expect((await estimate([passage], {}, own)).usd).toBeNull();
    expect(await estimate([passage])).toMatchObject({ exactCounts: true, usd: expect.any(Number) });
  });
});

describe('many passages', () => {
  it('add up, those with an answer and those without', async () => {
    const GCA: ConfigInput = { preset: 'gca' };
    const bare: Passage = { id: 'bare', prompt: 'Who was it?' };
    const both = await estimate([given, bare], GCA);
    const [first, second] = [await estimate([given], GCA), await estimate([bare], GCA)];
    expect(both.requests).toBe(first.requests + second.requests);
    expect(both.inputTokens).toBe(first.inputTokens + second.inputTokens);
    expect(both.samples).toEqual({ given: 10, toDraw: 10 });
    expect(both.triples).toBe(first.triples + second.triples);
    expect(second.purposes[0]).toMatchObject({ purpose: 'respond', requests: 1 });
  });

  it('are gone through in part, spread evenly, and the part counts for all', async () => {
    const settings: ConfigInput = { verification: { by: 'none' } };
    const many = Array.from({ length: 3 * TRIED }, (_, index) => ({ ...short, id: `p${index}` }));
    const one = await estimate([short], settings);
    expect(await estimate(many, settings)).toMatchObject({
      ...{ passages: 3 * TRIED, tried: TRIED, triples: 3 * TRIED * one.triples },
      ...{ requests: 3 * TRIED * one.requests, inputTokens: 3 * TRIED * one.inputTokens },
    });
  });

  it('are nothing where no model is asked, and where there is no passage', async () => {
    const none = { requests: 0, inputTokens: 0, outputTokens: 0, usd: 0 };
    expect(await estimate([given], { preset: 'local' })).toMatchObject(none);
    expect(await estimate([])).toMatchObject({ ...none, passages: 0 });
  });
});

it('takes PHD passages to hold about as many facts as a model finds in them', async () => {
  const response =
    'Carme is a retrograde irregular satellite of Jupiter. It was discovered by Seth Barnes Nicholson at the Mount ' +
    'Wilson Observatory in California in July 1938. It is named after the mythological Carme, mother of Britomartis, ' +
    'a Cretan goddess. Carme did not receive its present name until 1975; before then, it was simply known as Jupiter ' +
    'XI. It was sometimes called Pan between 1955 and 1975. It gives its name to a group of moons that orbit Jupiter.';
  const { triples } = await estimate([
    { id: 'p', prompt: 'Tell me about Carme.', response, samples: [response] },
  ]);
  expect(triples).toBeGreaterThanOrEqual(11);
  expect(triples).toBeLessThanOrEqual(15);
});
