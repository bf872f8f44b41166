/** The estimate beside what the test server counts, on the passage with planted errors. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadPrompts } from '../../prompts/loader.ts';
import { resolveConfig } from '../../src/config/resolve.ts';
import type { ConfigInput } from '../../src/config/schema.ts';
import { createDetector } from '../../src/create-detector.ts';
import { tokenCounterFor } from '../../src/models/budget/token-count.ts';
import { estimateTextTokens } from '../../src/models/budget/token-estimate.ts';
import type { Passage } from '../../src/passage.ts';
import { estimateRequests, estimateRun } from '../../src/run/estimate.ts';
import { extentOf } from '../../src/run/passage-extent.ts';
import { plannedCalls } from '../../src/run/planned-calls.ts';
import { type OpenAiServer, startOpenAiServer } from '../support/openai-server.ts';
import { quint } from '../support/quint.ts';
import { simulate } from '../support/simulated-model.ts';

const prompts = await loadPrompts();
const { count } = await tokenCounterFor('gpt-4o');
const estimate = (passages: Passage[], settings: ConfigInput = {}, env: Record<string, string> = {}) =>
  estimateRun(passages, resolveConfig(settings), { prompts, env });

const passage: Passage = quint.passage;
const TRIPLES = 7;
const given: Passage = { ...passage, samples: quint.samples };

interface Counted {
  requests: Record<string, number>;
  inputTokens: number;
  outputTokens: number;
}

let server: OpenAiServer;
let counted: Counted;
beforeEach(async () => {
  counted = { requests: {}, inputTokens: 0, outputTokens: 0 };
  const answer = simulate(quint.model);
  server = await startOpenAiServer({
    handler(request) {
      const texts = [answer(request) ?? []].flat().map(String);
      const { messages, response_format: format } = request.body;
      const purpose = format?.json_schema?.name ?? 'sample';
      counted.requests[purpose] = (counted.requests[purpose] ?? 0) + 1;
      for (const { content } of messages) counted.inputTokens += count(content);
      for (const text of texts) counted.outputTokens += count(text);
      return texts;
    },
  });
});
afterEach(() => server.close());

/** Evaluates a passage, so that the server counts. */
async function ask(asked: Passage, settings: ConfigInput): Promise<void> {
  const env = { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: server.url };
  await createDetector({ ...settings, cache: { enabled: false } }, { env }).evaluate(asked);
}

/** Requests by purpose for a number of triples that is known. */
function planned(asked: Passage, settings: ConfigInput, triples: number): Record<string, number> {
  const config = resolveConfig(settings);
  const requests: Record<string, number> = {};
  for (const call of plannedCalls({ ...extentOf(asked, config, count), triples }, config)) {
    requests[call.purpose] = (requests[call.purpose] ?? 0) + call.requests;
  }
  return requests;
}

const CASES: [string, ConfigInput, Passage][] = [
  ['paper', { protocol: 'paper' }, passage],
  ['paper, given samples, no correction', { protocol: 'paper', segmentation: { correct: false } }, given],
  ['economy', {}, passage],
  ['economy, given samples, without HEQA', { verification: { head: false } }, given],
  ['economy, tails alone', { verification: { head: false, relation: false } }, passage],
  ['paper, tails alone', { protocol: 'paper', verification: { head: false, relation: false } }, passage],
  ['economy, no fact filter', { verification: { factFilter: false } }, passage],
  ['economy, one answer a request', { models: { generator: { multipleChoices: 'no' } } }, passage],
  ['economy, no verification', { verification: { by: 'none' } }, passage],
];

it.each(CASES)(
  'of %s is what is sent once the triples are known, and bounds it before within a factor of 3',
  async (...[, settings, asked]) => {
    await ask(asked, settings);
    expect(planned(asked, settings, TRIPLES)).toEqual(counted.requests);
    const { requests, inputTokens, outputTokens } = await estimate([asked], settings);
    const sent = Object.values(counted.requests).reduce((sum, one) => sum + one, 0);
    expect(requests).toBeGreaterThanOrEqual(sent);
    expect(requests).toBeLessThanOrEqual(2 * sent);
    const [tokens, sentTokens] = [inputTokens + outputTokens, counted.inputTokens + counted.outputTokens];
    expect(tokens).toBeGreaterThanOrEqual(sentTokens);
    expect(tokens).toBeLessThanOrEqual(3 * sentTokens);
  },
);

it('bounds what is sent for each purpose with small groups', async () => {
  const settings = { verification: { groupSize: 3 }, segmentation: { groupSize: 2 } };
  await ask(passage, settings);
  const bounds = planned(passage, settings, TRIPLES);
  expect(Object.keys(counted.requests).sort()).toEqual(Object.keys(bounds).sort());
  for (const [purpose, sent] of Object.entries(counted.requests)) {
    expect([purpose, sent <= (bounds[purpose] as number)]).toEqual([purpose, true]);
  }
});

describe('the formula', () => {
  it("is a sum in n, m and g, and the authors' own for the paper", async () => {
    const { formula, other } = await estimate([passage]);
    expect(formula).toBe('2 + ⌈n/5⌉ + ⌈m/8⌉·⌈n/12⌉ + 3·g + 4·⌈m/8⌉');
    expect(other).toMatchObject({ protocol: 'paper', formula: '2 + 3·n + n·m + 52·m' });
  });

  it('evaluates to the figure', async () => {
    const { formula, requests, triples: m } = await estimate([passage], { protocol: 'paper' });
    const n = 10;
    expect(m).toBe(14);
    expect(formula).toBe('2 + 3·n + n·m + 52·m');
    expect(requests).toBe(2 + 3 * n + n * m + 52 * m);
  });

  it('is that of long samples where these are read alone', async () => {
    const long = { ...given, samples: given.samples?.map((text) => text.repeat(20)) ?? [] };
    const { purposes } = await estimate([long]);
    expect(purposes[0]).toMatchObject({ purpose: 'segment', formula: '1 + ⌈n/1⌉', requests: 11 });
  });
});

describe('the price', () => {
  it('is that of the table: requests of both models at their own', async () => {
    const settings: ConfigInput = {
      models: { generator: { model: 'a' }, analyst: { model: 'b' } },
      prices: { a: { input: 1, output: 10 }, b: { input: 0, output: 0 } },
    };
    const { purposes, usd } = await estimate([passage], settings);
    const asked = purposes.filter(({ model }) => model === 'a');
    expect(asked.map(({ purpose }) => purpose)).toEqual([
      ...['sample', 'heqa-answers', 'relation-answers', 'tail-selections'],
    ]);
    const expected = asked.reduce(
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
    const bare: Passage = { id: 'bare', prompt: 'Who was Mara Quint?' };
    const both = await estimate([given, bare]);
    const [first, second] = [await estimate([given]), await estimate([bare])];
    expect(both.requests).toBe(first.requests + second.requests);
    expect(both.samples).toEqual({ given: 10, toDraw: 10 });
    expect(both.triples).toBe(first.triples + second.triples);
    expect(second.purposes[0]).toMatchObject({ purpose: 'respond', requests: 1 });
    expect(estimateRequests([given, bare], resolveConfig())).toBe(both.requests);
  });

  it('are nothing where no model is asked, and where there is no passage', async () => {
    const none = { requests: 0, inputTokens: 0, outputTokens: 0, usd: 0, formula: '0' };
    expect(await estimate([given], { preset: 'local' })).toMatchObject(none);
    expect(await estimate([])).toMatchObject({ ...none, passages: 0 });
    expect(estimateTextTokens('')).toBe(0);
  });
});

it('says what a service that gives one answer a request would take', async () => {
  const { requests, ifOneAnswerARequest } = await estimate([passage]);
  const singly = await estimate([passage], { models: { generator: { multipleChoices: 'no' } } });
  expect(ifOneAnswerARequest?.requests).toBe(singly.requests);
  expect(singly.requests).toBeGreaterThan(requests);
  expect(singly.ifOneAnswerARequest).toBeNull();
});
