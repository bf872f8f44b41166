import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { InputError, PendingError } from '../../../src/errors.ts';
import { batchChat } from '../../../src/models/batch/batch-chat.ts';
import { BatchFiles } from '../../../src/models/batch/batch-files.ts';
import { modelIdentity } from '../../../src/models/cache/cache-key.ts';
import { cacheChat } from '../../../src/models/cache/cached-chat.ts';
import { openResponseCache } from '../../../src/models/cache/response-cache.ts';
import type { ChatModel, ChatRequest } from '../../../src/models/chat-model.ts';
import { createOpenAiChat } from '../../support/service-chat.ts';
import { openAiService } from '../../../src/models/openai/openai-client.ts';
import { scopeChat } from '../../../src/models/scoped-chat.ts';
import {
  askInRounds,
  type ByBatch,
  converse,
  converseByBatch,
  ENV,
  question,
} from '../../support/batch-conversation.ts';
import type { BatchRequestLine as Line } from '../../support/batch-server.ts';
import { jsonLines, parsedLines } from '../../support/json-lines.ts';
import { chatSettings } from '../../support/settings.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { serveOpenAi } from '../../support/serve-openai.ts';

const fileName = (kind: 'requests' | 'answers', number: number) =>
  `${kind}-${String(number).padStart(4, '0')}.jsonl`;

const linesIn = async (folder: string, number: number): Promise<Line[]> =>
  parsedLines(await readFile(path.join(folder, fileName('requests', number)), 'utf8'));

async function allLines(folder: string): Promise<Line[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('requests'));
  return (await Promise.all(names.map((_, index) => linesIn(folder, index + 1)))).flat();
}

const write = (folder: string, number: number, lines: readonly unknown[]) =>
  writeFile(path.join(folder, fileName('answers', number)), jsonLines(lines));

/** A completion whose texts tell the request, by its number in `n`. */
const good = ({ custom_id, body }: Line) => ({
  custom_id,
  response: {
    status_code: 200,
    body: {
      choices: Array.from({ length: body.n ?? 1 }, (_, index) => ({
        index,
        finish_reason: 'stop',
        message: { content: `${custom_id.slice(0, 4)}-${custom_id.slice(64)}/${index}` },
      })),
      usage: { prompt_tokens: 5, completion_tokens: 2 },
    },
  },
  error: null,
});

const bad = (custom_id: string, status_code: number, error: object) => ({
  custom_id,
  response: { status_code, body: { error } },
  error: null,
});

/** Asks one request until it is answered; the answers to each round are given by `answer`. */
async function askInFolder(
  request: ChatRequest,
  answer: (lines: Line[], round: number) => unknown[],
  options: ByBatch = {},
) {
  const folder = await temporaryFolder();
  for (let round = 1; ; round++) {
    const ask = (model: ChatModel) => scopeChat(model, 'p1').complete(request);
    const { waiting, result } = await askInRounds(folder, ask, options);
    if (waiting.length === 0) return { answer: result, rounds: round - 1, lines: await allLines(folder) };
    await write(folder, round, answer(await linesIn(folder, round), round));
  }
}

/** Runs conversations until all are answered; the answers to each round are given by `answer`. */
async function converseToEnd(
  folder: string,
  ids: readonly string[],
  answer: (line: Line) => unknown = good,
  options: ByBatch = {},
) {
  for (let round = 1; ; round++) {
    const { waiting, results } = await converseByBatch(folder, ids, options);
    if (waiting.length === 0) return { results, rounds: round - 1, lines: await allLines(folder) };
    await write(folder, round, await Promise.all((await linesIn(folder, round)).map(answer)));
  }
}

describe('a run through a folder', () => {
  it('writes what it lacks, and goes on with what is answered', async () => {
    const folder = await temporaryFolder();
    const first = await converseByBatch(folder, ['p1', 'p2']);
    expect(first.waiting).toMatchObject([{ open: 2 }]);
    expect((await linesIn(folder, 1)).map(({ body, url }) => [url, body.n, body.model])).toEqual([
      ['/v1/chat/completions', 3, 'test-model'],
      ['/v1/chat/completions', 3, 'test-model'],
    ]);
    const { results, rounds, lines } = await converseToEnd(folder, ['p1', 'p2']);
    expect(rounds).toBe(5);
    expect(Object.values(results).map((texts) => texts.length)).toEqual([11, 11]);
    const ids = lines.map(({ custom_id }) => custom_id);
    expect(new Set(ids).size).toBe(ids.length);
    // Samples of the two are their own; what both ask at temperature 0 is asked once.
    expect(ids).toHaveLength(2 * (1 + 1 + 4 + 1) + 1);
  });

  it('comes to the same whatever the order and the parts in which answers come', async () => {
    const whole = await converseToEnd(await temporaryFolder(), ['p1', 'p2']);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(1e6), { minLength: 8, maxLength: 8 }), async (choices) => {
        const folder = await temporaryFolder();
        const given = new Set<string>();
        for (let step = 0; step < 60; step++) {
          const { waiting, results } = await converseByBatch(folder, ['p1', 'p2']);
          if (waiting.length === 0) {
            expect(results).toEqual(whole.results);
            expect(await allLines(folder)).toHaveLength(whole.lines.length);
            return;
          }
          const open = (await allLines(folder)).filter(({ custom_id }) => !given.has(custom_id));
          const number = choices[step % choices.length] as number;
          const rotated = [...open.slice(number % open.length), ...open.slice(0, number % open.length)];
          const part = rotated.slice(0, 1 + (number % 3));
          for (const { custom_id } of part) given.add(custom_id);
          await write(folder, 100 + step, part.map(good));
        }
        throw new Error('came to no end');
      }),
      { numRuns: 15 },
    );
  });

  it.each<[string, Parameters<typeof chatSettings>[0]]>([
    ['with n', { maxOutputTokens: 90 }],
    ['one by one', { multipleChoices: 'no', tokenLimit: 'max_tokens' }],
    ['without a schema and a temperature', { structuredOutput: 'none', omit: ['temperature'] }],
    ['through the Responses API', { api: 'responses' }],
  ])('asks for what would have been sent: %s', async (_, settings) => {
    const server = await serveOpenAi();
    const config = chatSettings({ baseUrl: server.url, ...settings });
    const direct = await converse(createOpenAiChat(config, { env: ENV }), 'p1');
    const sent = server.requests.map(({ path: endpoint, body }) => JSON.stringify([`/v1${endpoint}`, body]));
    const byHand = async ({ custom_id, url, body }: Line) => {
      const answer = await fetch(server.url.replace('/v1', url), {
        method: 'POST',
        body: JSON.stringify(body),
      });
      return { custom_id, response: { status_code: answer.status, body: await answer.json() } };
    };
    const run = await converseToEnd(await temporaryFolder(), ['p1'], byHand, { url: server.url, settings });
    expect(run.results).toEqual({ p1: direct });
    const lines = run.lines.map(({ url, body }) => JSON.stringify([url, body]));
    expect(new Set(lines)).toEqual(new Set(sent));
    expect(lines.length).toBeLessThanOrEqual(sent.length);
  });
});

describe('answers', () => {
  it('may be plain texts', async () => {
    const one = await askInFolder(question('Oslo?'), ([line]) => [
      { custom_id: line?.custom_id, text: '<think>hm</think>In Norway.' },
    ]);
    expect(one.answer).toEqual({
      choices: [{ text: 'In Norway.', finishReason: 'stop' }],
      usage: { requests: 1, inputTokens: 0, outputTokens: 0 },
    });
    const two = await askInFolder(question('Oslo?', { n: 2 }), ([line]) => [
      { custom_id: line?.custom_id, texts: ['a', 'b'] },
    ]);
    expect(two.answer).toMatchObject({ choices: [{ text: 'a' }, { text: 'b' }] });
  });

  it('that are too few are filled up one by one, each with a seed of its own', async () => {
    const { answer, lines, rounds } = await askInFolder(question('Oslo?', { n: 4, seed: 5 }), (asked) =>
      asked.map((line) => good({ ...line, body: {} })),
    );
    expect(rounds).toBe(2);
    expect(lines.map(({ custom_id, body }) => [custom_id.slice(64), body.n, body.seed])).toEqual([
      ['#0-3', 4, 5],
      ['#0-3.1', undefined, 6],
      ['#0-3.2', undefined, 7],
      ['#0-3.3', undefined, 8],
    ]);
    expect(answer).toMatchObject({ usage: { requests: 4, inputTokens: 20, outputTokens: 8 } });
    expect(answer?.choices).toHaveLength(4);
  });

  it.each([
    ['a content filter', (id: string) => bad(id, 400, { code: 'content_filter', message: 'no' })],
    [
      'a short context',
      (id: string) => bad(id, 400, { code: 'context_length_exceeded', message: 'too long' }),
    ],
    ['a filter, without a status', (id: string) => ({ custom_id: id, error: { code: 'content_filter' } })],
  ])('that blame the request for %s are its error', async (_, answer) => {
    const asked = askInFolder(question('Oslo?'), ([line]) => [answer(line?.custom_id ?? '')]);
    await expect(asked).rejects.toMatchObject({ code: 'model-call', status: 400, retryable: false });
    await expect(asked).rejects.toThrow(/test-model/);
  });

  it.each([429, 500, 503])('that failed with %i are asked for again', async (status) => {
    const { rounds, lines } = await askInFolder(question('Oslo?'), (asked, round) =>
      asked.map((line) => (round < 3 ? bad(line.custom_id, status, { message: 'later' }) : good(line))),
    );
    expect(rounds).toBe(3);
    expect(new Set(lines.map((line) => JSON.stringify(line))).size).toBe(1);
  });

  it('that refuse a parameter are asked for without it, also by the next process', async () => {
    const folder = await temporaryFolder();
    const refuse = (line: Line) =>
      'temperature' in line.body
        ? bad(line.custom_id, 400, { message: 'unsupported', param: 'temperature' })
        : good(line);
    const { lines } = await converseToEnd(folder, ['p1'], refuse);
    const first = await linesIn(folder, 1);
    expect(first.every(({ body }) => 'temperature' in body)).toBe(true);
    const later = lines.slice(first.length);
    expect(later.length).toBeGreaterThan(5);
    expect(later.some(({ body }) => 'temperature' in body)).toBe(false);
  });

  it('that refuse n are asked for one by one', async () => {
    const { answer, rounds, lines } = await askInFolder(question('Oslo?', { n: 3 }), (asked) =>
      asked.map((line) =>
        line.body.n ? bad(line.custom_id, 400, { message: "'n' must be 1", param: 'n' }) : good(line),
      ),
    );
    expect(rounds).toBe(2);
    expect(lines.map(({ body }) => body.n)).toEqual([3, undefined, undefined, undefined]);
    expect(answer?.choices).toHaveLength(3);
  });
});

describe('answer files', () => {
  async function withAnswers(content: (ids: string[]) => string) {
    const folder = await temporaryFolder();
    await converseByBatch(folder, ['p1', 'p2']);
    const ids = (await linesIn(folder, 1)).map(({ custom_id }) => custom_id);
    await writeFile(path.join(folder, 'answers-0001.jsonl'), content(ids));
    return BatchFiles.open(folder);
  }
  const text = (id: string | undefined) => JSON.stringify({ custom_id: id, text: 'x' });

  it.each<[string, RegExp, (ids: string[]) => string]>([
    ['torn', /answers-0001\.jsonl:2: not JSON/, ([a]) => `${text(a)}\n{"custom_id":"b`],
    ['no objects', /answers-0001\.jsonl:1: /, () => '7\n'],
    ['without an id', /answers-0001\.jsonl:1: custom_id/, () => '{"text":"x"}\n'],
    ['empty', /:1: expected response, error, text or texts/, ([a]) => `{"custom_id":"${a}"}\n`],
    ['double', /:3: a second answer to \w+#0-2; the first is .*:1$/, ([a]) => `${text(a)}\n\n${text(a)}\n`],
    [
      'of another form',
      /:1: response\.body is not an answer/,
      ([a]) => JSON.stringify({ custom_id: a, response: { status_code: 200, body: { hello: 1 } } }),
    ],
  ])('are refused by file and line when they are %s', async (_, message, content) => {
    const opening = withAnswers(content);
    await expect(opening).rejects.toBeInstanceOf(InputError);
    await expect(opening).rejects.toThrow(message);
  });

  it('are refused when an answer stands in two of them', async () => {
    const folder = await temporaryFolder();
    await converseByBatch(folder, ['p1']);
    const answers = (await linesIn(folder, 1)).map(good);
    await write(folder, 1, answers);
    await write(folder, 2, answers);
    await expect(BatchFiles.open(folder)).rejects.toThrow(/answers-0002\.jsonl:1: a second answer/);
  });

  it('may hold answers to unknown requests, whose places are told', async () => {
    const files = await withAnswers(([a]) => `${text('who?')}\r\n\uFEFF${text(a)}\r\n${text('what?')}`);
    expect(files.unknownAnswers.map((place) => path.basename(place))).toEqual([
      ...['answers-0001.jsonl:1', 'answers-0001.jsonl:3'],
    ]);
  });
});

it('keeps what comes in a cache, its tokens, too, for runs with and without batches', async () => {
  const cache = openResponseCache({ folder: await temporaryFolder() });
  onTestFinished(() => cache.close());
  const asked = question('Oslo?', { logprobs: 0 });
  const logprobs = { content: [{ token: 'Norway', logprob: -0.5, bytes: null }] };
  const body = { choices: [{ message: { content: 'Norway' }, finish_reason: 'stop', logprobs }] };
  const answered = (lines: Line[]) =>
    lines.map(({ custom_id }) => ({ custom_id, response: { status_code: 200, body } }));
  const choices = [{ text: 'Norway', finishReason: 'stop', tokens: [{ text: 'Norway', logprob: -0.5 }] }];
  const usage = { inputTokens: 0, outputTokens: 0 };
  for (const rounds of [1, 0]) {
    const { lines, ...ended } = await askInFolder(asked, answered, { cache });
    expect(ended).toEqual({ rounds, answer: { choices, usage: { requests: rounds, ...usage } } });
  }
  const config = chatSettings({ baseUrl: 'http://nobody.example/v1' });
  const identity = modelIdentity(config, openAiService(config, {}).shownUrl);
  const nobody = { id: 'nobody', complete: () => Promise.reject(new Error('was asked')) };
  expect((await cacheChat(nobody, { identity, cache }).complete(asked)).choices).toEqual(choices);
});

it('rejects with a PendingError, and wants draws that are numbered', async () => {
  const files = await BatchFiles.open(await temporaryFolder());
  const model = batchChat(chatSettings(), { env: {}, files });
  await expect(model.complete(question('Oslo?'))).rejects.toBeInstanceOf(PendingError);
  await expect(model.complete(question('Oslo?', { temperature: 1 }))).rejects.toThrow(/scope/);
  const signal = AbortSignal.abort('enough');
  await expect(model.complete(question('Oslo?'), { signal })).rejects.toBe('enough');
});
