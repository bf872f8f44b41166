import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { BudgetError } from '../../src/errors.ts';
import { cacheChat } from '../../src/models/cache/cached-chat.ts';
import type { ChatRequest } from '../../src/models/chat-model.ts';
import { chatFunction } from '../../src/models/own-functions.ts';
import { localTurns, paceChat } from '../../src/models/limits/shared-pace.ts';
import { openQueue, type Queue } from '../../src/queue/open-queue.ts';
import type { RunStore } from '../../src/queue/run-store.ts';
import { type BudgetLimits, NOTHING } from '../../src/models/budget/budget.ts';
import { lowerLimits, sharedAnswers, sharedBudget, sharedTurns } from '../../src/queue/shared-limits.ts';
import { wrapStoreErrors } from '../../src/queue/store-failure.ts';
import { onOwnServer } from '../support/own-queue.ts';
import { QUEUE_SERVERS } from '../support/queue-servers.ts';

const REQUEST: ChatRequest = {
  messages: [{ role: 'user', content: 'Who?' }],
  purpose: 'test',
  temperature: 0,
};
const COST = { requests: 1, tokens: 10, usd: 0.5 };

/** A store whose every answer is a failure. */
const failing = new Proxy({} as RunStore, {
  get: () => () =>
    Promise.reject(Object.assign(new Error('Connection of s3cret terminated'), { code: '08006' })),
});
const brokenStore = wrapStoreErrors(failing, (text) => text.replace('s3cret', '[password]'));

const budgets: ReturnType<typeof sharedBudget>[] = [];
afterAll(() => {
  for (const budget of budgets) budget.close();
});

function budgetOn(
  store: RunStore,
  run: string,
  limits: BudgetLimits = {},
  leaseSeconds = 30,
  limitsNow = async () => limits,
) {
  const budget = sharedBudget(store, run, { limits, limitsNow, leaseSeconds });
  budgets.push(budget);
  return budget;
}

it('takes the lower of two limits, and the only one where there is one', () => {
  expect(lowerLimits({ usd: 2, tokens: 50 }, { usd: 1, requests: 7 })).toEqual({
    requests: 7,
    tokens: 50,
    usd: 1,
  });
});

it('counts as no cache where the store fails, and says so of budgets and turns', async () => {
  const answers = sharedAnswers(brokenStore);
  expect(await answers.find('key', { first: 0, n: 1 })).toEqual(new Map());
  await answers.store('key', new Map([[0, 'text']]));
  expect(await answers.claim('key')).toBe(true);
  await answers.release('key');
  answers.close();
  const failed = {
    name: 'StoreFailure',
    message: 'the store of the queue failed: Connection of [password] terminated',
  };
  await expect(budgetOn(brokenStore, 'run').reserve(COST)).rejects.toMatchObject(failed);
  await expect(sharedTurns(brokenStore)('model', 1)).rejects.toMatchObject(failed);
});

it('waits for the turns of requests and tokens, and gives back time that tokens did not take', async () => {
  const turns: [string, number][] = [];
  const model = {
    id: 'm',
    complete: async () => ({
      choices: [{ text: 'She sang.', finishReason: 'stop' as const }],
      usage: { requests: 1, inputTokens: 2, outputTokens: 1 },
    }),
  };
  const takeTurn = async (key: string, milliseconds: number) => {
    turns.push([key, milliseconds]);
    return 0;
  };
  const paced = paceChat(
    model,
    { requestsPerMinute: 600, tokensPerMinute: 6000, usdPerMinute: 0.6 },
    { key: 'm', takeTurn, price: { input: 1000, output: 3000 } },
  );
  await paced.complete(REQUEST);
  const of = (unit: string) => turns.filter(([key]) => key === `m ${unit}`).map(([, time]) => time);
  expect(of('requests')).toEqual([100]);
  const whole = (unit: string) => of(unit).reduce((sum, time) => sum + time, 0);
  // 3 tokens at 100 a second, and $0.005 at $0.01 a second, whatever was expected of them.
  expect(of('tokens')).toHaveLength(2);
  expect(whole('tokens')).toBeCloseTo(30);
  expect(whole('usd')).toBeCloseTo(500);
});

it('keeps to dollars a minute in one process, too, where the price is known', async () => {
  let now = 0;
  const takeTurn = localTurns(() => now);
  const waits = [
    await takeTurn('a', 100),
    await takeTurn('a', -30),
    await takeTurn('b', 10),
    await takeTurn('a', 1),
  ];
  expect(waits).toEqual([0, 100, 0, 70]);
  now = 1000;
  expect(await takeTurn('a', 1)).toBe(0);
  const model = { id: 'openai/acme', complete: () => Promise.reject(new Error('not asked')) };
  const pace = { key: 'm', takeTurn, price: null };
  expect(() => paceChat(model, { usdPerMinute: 1 }, pace)).toThrow('set prices."acme"');
});

describe.for(QUEUE_SERVERS)('in $name', ({ missing, start }) => {
  describe.skipIf(missing !== null)(missing ?? 'a server of its own', () => {
    let one: Queue;
    let other: Queue;
    onOwnServer(start, async (queue, server) => {
      one = queue;
      other = await openQueue(server.url);
    });
    afterAll(() => other?.close());

    it('holds a budget over two processes, and settles with what requests cost', async () => {
      await one.store.addRun('budget', '{}');
      const [first, second] = [one, other].map(({ store }) => budgetOn(store, 'budget', { requests: 3 }));
      const settle = await first?.reserve(COST);
      const others = [await second?.reserve(COST), await second?.reserve(COST)];
      expect(second?.committed).toEqual({ requests: 3, tokens: 30, usd: 1.5 });
      for (const settleOther of others) await settleOther?.(COST);
      const waiting = second?.reserve(COST);
      await settle?.(NOTHING);
      await (await waiting)?.(COST);
      await expect(first?.reserve(COST)).rejects.toThrow(BudgetError);
      await expect(first?.reserve(COST)).rejects.toThrow('3 requests is used up over all workers');
    });

    it('holds the limits that there are at each request', async () => {
      await one.store.addRun('changing', '{}');
      let requests = 1;
      const budget = budgetOn(one.store, 'changing', { requests }, 30, async () => ({ requests }));
      const take = async () => (await budget.reserve(COST))(COST);
      await take();
      await expect(take()).rejects.toThrow('1 request is used up');
      requests = 3;
      await take();
      expect(budget.limits).toEqual({ requests: 3 });
      requests = 2;
      await expect(take()).rejects.toThrow('2 requests is used up');
    });

    it('waits for what is set aside no longer than it is told, and not for what would not do', async () => {
      await one.store.addRun('waiting', '{}');
      const [first, second] = [one, other].map(({ store }) => budgetOn(store, 'waiting', { requests: 2 }));
      await (await first?.reserve(COST))?.(COST);
      await first?.reserve(COST);
      const leaving = second?.reserve(COST, AbortSignal.timeout(50));
      await expect(leaving).rejects.toMatchObject({ name: 'TimeoutError' });
      await expect(second?.reserve({ ...COST, requests: 2 })).rejects.toThrow(BudgetError);
    });

    it('takes what a process has set aside that is gone, and keeps what another still needs', async () => {
      await one.store.addRun('gone', '{}');
      const [first, second] = [one, other].map(({ store }) => budgetOn(store, 'gone', { requests: 2 }, 1));
      const settle = await first?.reserve(COST);
      await second?.reserve(COST);
      second?.close();
      await first?.reserve(COST);
      const { committed, reserved } = await one.store.committed('gone');
      expect([committed.requests, reserved.requests]).toEqual([2, 2]);
      await settle?.(COST);
    });

    it('asks once what two processes want to know, and keeps every character of it', async () => {
      let asked = 0;
      const text = 'She sang \u0000 in \ud800 "Leeds".';
      const model = chatFunction('m', async () => {
        asked += 1;
        await sleep(50);
        return text;
      });
      const identity = { service: 's', model: 'm', settings: {} };
      const caches = [one, other].map(({ store }) => sharedAnswers(store, 1));
      const chats = caches.map((cache) => cacheChat(model, { identity, cache }));
      const answers = await Promise.all([...chats, ...chats].map((chat) => chat.complete(REQUEST)));
      for (const { choices } of answers) expect(choices[0]?.text).toBe(text);
      expect(asked).toBe(1);
      for (const cache of caches) cache.close();
    });
  });
});
