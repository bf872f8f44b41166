import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ModelCallError, RunError } from '../../../src/errors.ts';
import { batchChat } from '../../../src/models/batch/batch-chat.ts';
import { BatchFiles } from '../../../src/models/batch/batch-files.ts';
import type { ChatAnswer, ChatModel } from '../../../src/models/chat-model.ts';
import { sleep } from '../../../src/common/call-signal.ts';
import { createOpenAiChat } from '../../support/service-chat.ts';
import { scopeChat } from '../../../src/models/scoped-chat.ts';
import { describeChatModel } from '../../contract/chat-model.contract.ts';
import {
  askInRounds,
  type ByBatch,
  converse,
  converseByBatch,
  ENV,
} from '../../support/batch-conversation.ts';
import { type BatchServerOptions, ownTexts, startBatchServer } from '../../support/batch-server.ts';
import { failure } from '../../support/openai-server.ts';
import { chatSettings } from '../../support/settings.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { serveOpenAi } from '../../support/serve-openai.ts';

async function serve(options: BatchServerOptions = {}) {
  const server = await startBatchServer(options);
  onTestFinished(() => server.close());
  return server;
}

const stateOf = async (folder: string) =>
  JSON.parse(await readFile(path.join(folder, 'batches.json'), 'utf8'));
const IDS = ['p1', 'p2'];
const byBatch = (url: string, folder: string, options: ByBatch = {}) =>
  converseByBatch(folder, IDS, { url, asks: true, ...options });

/** Every call a run of its own by batches. */
async function soleModel(options: BatchServerOptions, pause: typeof sleep) {
  const server = await startBatchServer(options);
  const folder = await mkdtemp(path.join(tmpdir(), 'hallugraph-batch-'));
  let calls = 0;
  const model: ChatModel = {
    id: 'openai/test-model',
    async complete(request, call) {
      const { result } = await askInRounds(
        path.join(folder, String(calls++)),
        (asked) => scopeChat(asked, 'p1').complete(request, call),
        { url: server.url, asks: true, signal: call?.signal, sleep: pause },
      );
      return result as ChatAnswer;
    },
  };
  const close = async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { model, close };
}

describeChatModel('a model that is asked by batches', async () => {
  const made = await Promise.all([
    soleModel({}, async () => {}),
    soleModel({ answer: () => failure(400) }, async () => {}),
    soleModel({ looks: Number.POSITIVE_INFINITY }, sleep),
  ]);
  const [model, failing, hanging] = made.map((one) => one.model) as [ChatModel, ChatModel, ChatModel];
  const close = async () => void (await Promise.all(made.map((one) => one.close())));
  return { model, failing, hanging, close };
});

describe('a run through the Batch API', () => {
  it('comes to what asking at once comes to', async () => {
    const plain = await serveOpenAi({ handler: ({ body }) => ownTexts(body) });
    const atOnce = createOpenAiChat(chatSettings({ baseUrl: plain.url }), { env: ENV });
    const server = await serve({ looks: 3 });
    const folder = await temporaryFolder();
    const { waiting, results } = await byBatch(server.url, folder);
    expect(results).toEqual({ p1: await converse(atOnce, 'p1'), p2: await converse(atOnce, 'p2') });
    expect(waiting).toEqual([]);
    // Samples, one more, what is read from them, draws about all, the same for all.
    expect(server.batches).toHaveLength(5);
    expect(await stateOf(folder)).toMatchObject({
      files: Array.from({ length: 5 }, (_, index) => ({
        number: index + 1,
        model: 'test-model',
        status: 'answered',
        batchId: `batch_${index}`,
        batchStatus: 'completed',
      })),
    });
  });

  it('waits longer and longer, and says how far a batch is', async () => {
    const server = await serve({ looks: 20 });
    const pauses: number[] = [];
    const told: unknown[] = [];
    await converseByBatch(await temporaryFolder(), [], { url: server.url, asks: true });
    await byBatch(server.url, await temporaryFolder(), {
      sleep: async (milliseconds) => void pauses.push(milliseconds),
      onProgress: (progress) => told.push(progress),
      onRound: (round) => told.push(round),
    });
    expect(pauses.slice(0, 3)).toEqual([5000, 7500, 11_250]);
    expect(pauses[19]).toBe(300_000);
    expect(pauses[20]).toBe(5000);
    expect(told.slice(0, 2)).toEqual([
      { round: 1, waiting: 2 },
      { file: 1, status: 'in_progress', completed: 0, total: 0 },
    ]);
    expect(told).toContainEqual({ file: 1, status: 'completed', completed: 2, total: 2 });
  });

  it('splits files that are too long, and keeps models apart', async () => {
    const server = await serve();
    await byBatch(server.url, await temporaryFolder(), { limits: { maxRequests: 2 } });
    expect(server.batches.map(({ request_counts }) => request_counts.total)).toEqual([2, 2, 2, 1, 1, 1]);
    const small = await temporaryFolder();
    await byBatch(server.url, small, { limits: { maxBytes: 600 } });
    for (const name of (await readdir(small)).filter((one) => one.startsWith('requests'))) {
      expect((await readFile(path.join(small, name))).length).toBeLessThanOrEqual(600);
    }
    const files = await BatchFiles.open(await temporaryFolder());
    for (const model of ['a', 'b']) {
      const chat = batchChat(chatSettings({ model, baseUrl: server.url }), { env: ENV, files });
      await converse(chat, 'p1').catch(() => {});
    }
    await files.write();
    expect(files.batches.map(({ model, requests }) => [model, requests])).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
  });

  it('is killed at any call and submits nothing twice', async () => {
    const undisturbed = await byBatch((await serve()).url, await temporaryFolder());
    let calls = 0;
    for (let kill = 1; ; kill++) {
      const controller = new AbortController();
      calls = 0;
      // Whether the service still does what it is asked in that moment differs from call to call.
      const server = await serve({
        fault: () => {
          calls += 1;
          if (calls === kill) controller.abort(new Error('killed'));
          return calls === kill && kill % 2 === 0 ? failure(500) : undefined;
        },
      });
      const folder = await temporaryFolder();
      const first = await byBatch(server.url, folder, { signal: controller.signal }).catch(() => null);
      const { results, waiting } = await byBatch(server.url, folder);
      expect(results).toEqual(undisturbed.results);
      expect(waiting).toEqual([]);
      expect(server.batches).toHaveLength(5);
      const ids = server.lines().map(({ custom_id }) => custom_id);
      expect(new Set(ids).size).toBe(ids.length);
      if (first !== null) break;
    }
    expect(calls).toBeGreaterThan(20);
  });

  it('finds the batch whose creation was not answered', async () => {
    const server = await serve({
      fault: ({ method, path: called, count }) =>
        method === 'POST' && called === '/batches' && count === 2 ? 'cut' : undefined,
    });
    const { waiting } = await byBatch(server.url, await temporaryFolder());
    expect(waiting).toEqual([]);
    expect(server.batches).toHaveLength(5);
    expect(server.calls).toContain('GET /batches');
  });

  it('lives through failing looks, and ends when there are too many', async () => {
    let looks = 0;
    const server = await serve({
      fault: ({ path: called }) => {
        if (!called.startsWith('/batches/')) return undefined;
        looks += 1;
        return looks % 10 === 0 ? undefined : failure(503);
      },
    });
    expect((await byBatch(server.url, await temporaryFolder())).waiting).toEqual([]);
    const dead = await serve({
      fault: ({ path: called }) => (called.startsWith('/batches/') ? failure(503) : undefined),
    });
    await expect(byBatch(dead.url, await temporaryFolder())).rejects.toMatchObject({ status: 503 });
    expect(dead.calls.filter((call) => call === 'GET /batches/batch_0')).toHaveLength(10);
  });

  it.each(['expired', 'failed', 'cancelled'] as const)(
    'asks again for what a batch left that %s',
    async (status) => {
      const server = await serve({
        end: (number) =>
          number === 0 ? { status, answered: (_, index) => index === 0 } : { status: 'completed' },
      });
      const folder = await temporaryFolder();
      const { waiting } = await byBatch(server.url, folder);
      expect(waiting).toEqual([]);
      const lines = server.lines().map(({ custom_id }) => custom_id);
      expect(lines.length - new Set(lines).size).toBe(status === 'failed' ? 2 : 1);
    },
  );

  it('gives up after three batches without an answer, and says why; a later run asks again', async () => {
    let isDown = true;
    const errors = [{ code: 'token_limit_exceeded', message: 'Enqueued token limit reached.' }];
    const server = await serve({
      end: () => (isDown ? { status: 'failed', errors } : { status: 'completed' }),
    });
    const folder = await temporaryFolder();
    const failing = byBatch(server.url, folder);
    await expect(failing).rejects.toBeInstanceOf(ModelCallError);
    await expect(failing).rejects.toThrow(/batch_failed: Enqueued token limit reached/);
    await expect(failing).rejects.toMatchObject({ retryable: true, exitCode: 3 });
    expect(server.batches).toHaveLength(3);
    isDown = false;
    expect((await byBatch(server.url, folder)).waiting).toEqual([]);
  });

  it('ends at once when the key is refused, without telling it', async () => {
    const server = await serve({ fault: () => failure(401, { message: `bad key ${ENV.OPENAI_API_KEY}` }) });
    const folder = await temporaryFolder();
    const failing = byBatch(server.url, folder);
    await expect(failing).rejects.toMatchObject({ status: 401, retryable: false });
    await expect(failing).rejects.not.toThrow(ENV.OPENAI_API_KEY);
    expect(server.calls).toHaveLength(1);
    for (const name of await readdir(folder)) {
      expect(await readFile(path.join(folder, name), 'utf8')).not.toContain(ENV.OPENAI_API_KEY);
    }
  });

  it('takes up a folder that was written to be answered by hand, unless that was begun', async () => {
    const server = await serve();
    const folder = await temporaryFolder();
    await converseByBatch(folder, IDS, { url: server.url });
    expect((await byBatch(server.url, folder)).waiting).toEqual([]);
    const begun = await temporaryFolder();
    const { files } = await converseByBatch(begun, IDS, { url: server.url });
    const [id] = files.openIn(1);
    await files.answer(1, [JSON.stringify({ custom_id: id, text: 'x' })]);
    await expect(byBatch(server.url, begun)).rejects.toBeInstanceOf(RunError);
  });
});
