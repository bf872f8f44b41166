import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ModelCallError } from '../../../src/errors.ts';
import type { CallOptions, ChatModel, ChatRequest } from '../../../src/models/chat-model.ts';
import { type LimitSettings, limitChat } from '../../../src/models/limits/limited-chat.ts';
import { chatFunction } from '../../../src/models/own-functions.ts';

const SETTINGS: LimitSettings = {
  maxConcurrency: 4,
  maxRetries: 4,
  maxRetrySeconds: 180,
  giveUpSeconds: 60,
};

/** A model that takes 100 ms for an answer; `behave` may fail instead, or tell of limits. */
function slowModel(behave: (attempt: number, options: CallOptions) => Error | undefined = () => undefined) {
  const sentAt: number[] = [];
  const sent: string[] = [];
  let inFlight = 0;
  let most = 0;
  const model: ChatModel = {
    id: 'test/slow',
    async complete({ messages }, options = {}) {
      sentAt.push(Math.round(performance.now()));
      sent.push(messages[0]?.content ?? '');
      const failed = behave(sent.length - 1, options);
      most = Math.max(most, ++inFlight);
      await new Promise((resolve) => setTimeout(resolve, 100));
      inFlight -= 1;
      if (failed) throw failed;
      return {
        choices: [{ text: 'yes', finishReason: 'stop' }],
        usage: { requests: 1, inputTokens: 90, outputTokens: 10 },
      };
    },
  };
  return { model, sent, sentAt, most: () => most };
}

const ask = (content: string): ChatRequest => ({ messages: [{ role: 'user', content }], purpose: 'test' });
const failed = (status: number | null, retryAfterSeconds: number | null = null) =>
  new ModelCallError(`failed with ${status}.`, { retryable: true, status, retryAfterSeconds });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Lets time pass until all calls have ended; how each ended, and the time it took in milliseconds. */
async function outcomes(calls: Promise<unknown>[]): Promise<{ ends: unknown[]; took: number }> {
  const began = performance.now();
  let ended = false;
  const all = Promise.allSettled(calls).then((results) => {
    ended = true;
    return results.map((result) => (result.status === 'fulfilled' ? 'answered' : result.reason));
  });
  while (!ended) await vi.advanceTimersByTimeAsync(50);
  return { ends: await all, took: performance.now() - began };
}

const callsOf = (model: ChatModel, count: number) =>
  Array.from({ length: count }, (_, index) => model.complete(ask(`call ${index}`)));

describe('requests in flight', () => {
  it('are as many as are set, in the order of calls', async () => {
    const { model, sent, most } = slowModel();
    const { ends, took } = await outcomes(callsOf(limitChat(model, SETTINGS), 10));
    expect(ends).toEqual(new Array(10).fill('answered'));
    expect(most()).toBe(4);
    expect(sent).toEqual(Array.from({ length: 10 }, (_, index) => `call ${index}`));
    // 10 requests of 100 ms, 4 at once
    expect(took).toBeLessThanOrEqual(350);
  });

  it('are halved when throttled, and grow again', async () => {
    const { model, most } = slowModel((attempt) => (attempt < 8 ? failed(429, 0.2) : undefined));
    const limited = limitChat(model, { ...SETTINGS, maxConcurrency: 8 });
    const first = await outcomes(callsOf(limited, 8));
    expect(first.ends).toEqual(new Array(8).fill('answered'));
    expect(most()).toBe(8);
    // 8 refused together, a wait of 200 ms, then 4 and 4 (or 5 and 3)
    expect(first.took).toBeGreaterThanOrEqual(400);
  });

  it('find the number that a service bears', async () => {
    let refused = 0;
    let inFlight = 0;
    const model = chatFunction('test/narrow', async () => {
      inFlight += 1;
      const isTooMany = inFlight > 3;
      await new Promise((resolve) => setTimeout(resolve, isTooMany ? 1 : 100));
      inFlight -= 1;
      if (!isTooMany) return 'yes';
      refused += 1;
      throw failed(429);
    });
    const { ends } = await outcomes(callsOf(limitChat(model, { ...SETTINGS, maxConcurrency: 16 }), 200));
    expect(ends).toEqual(new Array(200).fill('answered'));
    // without adapting, 13 of the first 16 and most later ones would be refused again and again
    expect(refused).toBeLessThan(100);
  });
});

describe('rates', () => {
  it('of requests are kept', async () => {
    const { model, sentAt } = slowModel();
    const began = Math.round(performance.now());
    await outcomes(callsOf(limitChat(model, { ...SETTINGS, requestsPerMinute: 60 }), 5));
    expect(sentAt.map((time) => time - began)).toEqual([0, 1000, 2000, 3000, 4000]);
  });

  it('of tokens are kept by what answers turn out to cost', async () => {
    const { model, sentAt } = slowModel();
    const began = Math.round(performance.now());
    // An answer costs 100 tokens, so one a second, whatever was expected of it.
    const limited = limitChat(model, { ...SETTINGS, maxConcurrency: 1, tokensPerMinute: 6000 });
    await outcomes(callsOf(limited, 4));
    expect(sentAt.map((time) => time - began)).toEqual([0, 1000, 2000, 3000]);
  });

  it('that the service tells are kept', async () => {
    const spent = { requests: { limit: 60, remaining: 0, resetSeconds: 60 }, tokens: null };
    const { model, sentAt } = slowModel((_, options) => void options.onRateLimits?.(spent));
    await outcomes(callsOf(limitChat(model, { ...SETTINGS, maxConcurrency: 1 }), 3));
    const [first = 0, second = 0, third = 0] = sentAt;
    expect([second - first, third - second]).toEqual([1000, 1000]);
  });

  it('hold everybody back as long as retry-after says', async () => {
    const { model, sentAt } = slowModel((attempt) => (attempt === 0 ? failed(429, 7) : undefined));
    const { ends } = await outcomes(callsOf(limitChat(model, { ...SETTINGS, maxConcurrency: 1 }), 3));
    expect(ends).toEqual(['answered', 'answered', 'answered']);
    const [first = 0, second = 0] = sentAt;
    expect(second - first).toBeGreaterThanOrEqual(7000);
  });
});

describe('retries', () => {
  it('wait for times that depend on the seed alone', async () => {
    const times = async (seed: number) => {
      const { model, sentAt } = slowModel((attempt) => (attempt < 3 ? failed(500) : undefined));
      await outcomes([limitChat(model, SETTINGS, { seed }).complete(ask('once'))]);
      const [first = 0, ...others] = sentAt;
      return others.map((time) => time - first);
    };
    const first = await times(1);
    expect(await times(1)).toEqual(first);
    expect(await times(2)).not.toEqual(first);
  });

  it('come before calls that are new', async () => {
    const { model, sent } = slowModel((attempt) => (attempt === 0 ? failed(500, 0.001) : undefined));
    await outcomes(callsOf(limitChat(model, { ...SETTINGS, maxConcurrency: 1 }), 4));
    expect(sent.indexOf('call 0', 1)).toBeLessThan(sent.length - 1);
  });

  it('end with the number that is set', async () => {
    const { model, sent } = slowModel(() => failed(500));
    const { ends } = await outcomes([limitChat(model, { ...SETTINGS, maxRetries: 2 }).complete(ask('once'))]);
    expect(ends).toEqual([expect.objectContaining({ status: 500, message: 'failed with 500.' })]);
    expect(sent).toHaveLength(3);
  });

  it('end with the time that is set, while throttled', async () => {
    const { model } = slowModel(() => failed(429));
    const notes: string[] = [];
    const limited = limitChat(model, SETTINGS, { onProblem: (note) => notes.push(note) });
    const { ends, took } = await outcomes([limited.complete(ask('once')), limited.complete(ask('twice'))]);
    const message = expect.stringMatching(
      /^failed with 429\. It was sent \d+ times in 1\d\d s; maxRetrySeconds \(180\) allows no more\.$/,
    );
    expect(ends).toEqual(
      [1, 2].map(() => expect.objectContaining({ status: 429, retryable: true, message })),
    );
    expect(notes).toEqual([
      expect.stringMatching(
        /^test\/slow: too many requests \(429\) for \d+ s; they are repeated for up to 180 s \(maxRetrySeconds\)$/,
      ),
    ]);
    expect(took).toBeGreaterThan(100_000);
    expect(took).toBeLessThan(181_000);
  });

  it('are not for what no retry mends', async () => {
    const final = new ModelCallError('the key was refused', { retryable: false, status: 401 });
    const defect = new TypeError('defect');
    for (const error of [final, defect]) {
      const { model, sent } = slowModel(() => error);
      const { ends } = await outcomes([limitChat(model, SETTINGS).complete(ask('once'))]);
      expect(ends).toEqual([error]);
      expect(sent).toHaveLength(1);
    }
  });
});

describe('a service that is down', () => {
  it.each([1, 4, 16])('ends %i calls within about a minute, few requests being wasted', async (calls) => {
    const { model, sent } = slowModel(() => failed(503));
    const { ends, took } = await outcomes(
      callsOf(limitChat(model, { ...SETTINGS, maxConcurrency: 16 }), calls),
    );
    for (const end of ends) {
      expect(end).toBeInstanceOf(ModelCallError);
      expect(end).toMatchObject({ status: 503, retryable: true, exitCode: 3 });
      expect((end as Error).message).toMatch(/^failed with 503\. Nothing was answered for \d+ s/);
    }
    expect(took).toBeGreaterThan(59_000);
    expect(took).toBeLessThan(70_000);
    expect(sent.length).toBeLessThan(32);
  });

  it('is asked again once it is back, and nothing is lost', async () => {
    const back = performance.now() + 30_000;
    const { model } = slowModel(() => (performance.now() < back ? failed(null) : undefined));
    const { ends, took } = await outcomes(callsOf(limitChat(model, SETTINGS), 20));
    expect(ends).toEqual(new Array(20).fill('answered'));
    expect(took).toBeLessThan(40_000);
  });

  it('is not one that answers others', async () => {
    const { model } = slowModel();
    const poisoned: ChatModel = {
      id: model.id,
      complete: (request) =>
        request.messages[0]?.content === 'poison' ? Promise.reject(failed(500)) : model.complete(request),
    };
    const limited = limitChat(poisoned, SETTINGS);
    const good = (async () => {
      for (let call = 0; call < 100; call++) await limited.complete(ask('good'));
    })();
    const { ends } = await outcomes([limited.complete(ask('poison')), good]);
    expect(ends).toEqual([expect.objectContaining({ message: 'failed with 500.' }), 'answered']);
  });

  it('lets a waiting call be aborted at once', async () => {
    const { model } = slowModel(() => failed(503));
    const controller = new AbortController();
    const reason = new Error('enough');
    setTimeout(() => controller.abort(reason), 20_000);
    const call = limitChat(model, SETTINGS).complete(ask('once'), { signal: controller.signal });
    const { ends, took } = await outcomes([call]);
    expect(ends).toEqual([reason]);
    expect(took).toBeLessThanOrEqual(20_050);
  });
});
