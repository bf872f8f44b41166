import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { underOwnSignal } from '../../src/common/call-signal.ts';
import { createDetector } from '../../src/detector/create-detector.ts';
import { BudgetError, ModelCallError, PendingError } from '../../src/errors.ts';
import type { ChatModel } from '../../src/models/chat-model.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

it('follows the signal it was given, also one that was aborted before', async () => {
  const caller = new AbortController();
  const signals: AbortSignal[] = [];
  const waiting = underOwnSignal(caller.signal, async (own) => {
    signals.push(own);
    await new Promise((_, reject) => own.addEventListener('abort', () => reject(own.reason)));
  });
  caller.abort('enough');
  await expect(waiting).rejects.toBe('enough');
  expect(signals[0]).toMatchObject({ aborted: true, reason: 'enough' });
  expect(await underOwnSignal(caller.signal, async ({ reason }) => reason)).toBe('enough');
});

it('keeps nothing of listeners that calls left behind', async () => {
  const caller = new AbortController();
  // A caller's own signal may follow others, which Node then keeps for as long as somebody listens.
  const signal = AbortSignal.any([caller.signal]);
  const left = await underOwnSignal(signal, async (own) => {
    const held = { text: 'x'.repeat(1000) };
    own.addEventListener('abort', () => void held);
    return new WeakRef(held);
  });
  await sleep(0);
  collectGarbage();
  expect(left.deref()).toBeUndefined();
  expect(signal.aborted).toBe(false);
});

it('ends all calls of work that failed, but not where it waits for a batch or has spent its budget', async () => {
  const signals: AbortSignal[] = [];
  const failing = (error: Error) =>
    underOwnSignal(undefined, async (own) => {
      signals.push(own);
      throw error;
    });
  const failure = new Error('refused');
  await expect(failing(failure)).rejects.toBe(failure);
  await expect(failing(new PendingError('a file'))).rejects.toThrow(PendingError);
  await expect(failing(new BudgetError('used up'))).rejects.toThrow(BudgetError);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false, false]);
});

it('ends the calls for a passage of which one failed', async () => {
  const others: AbortSignal[] = [];
  let asked = 0;
  const text = JSON.stringify({ triples: [{ head: 'Oslo', relation: 'is', tail: 'a town' }] });
  const usage = { requests: 1, inputTokens: 1, outputTokens: 1 };
  const read = { choices: [{ text, finishReason: 'stop' as const }], usage };
  const chat: ChatModel = {
    id: 'test/refusing',
    complete: async (_, { signal } = {}) => {
      asked += 1;
      // the response is read and checked before its samples
      if (asked <= 2) return read;
      if (asked === 3) throw new ModelCallError('refused', { retryable: false });
      others.push(signal as AbortSignal);
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    },
  };
  const passage = {
    ...{ id: 'oslo', prompt: 'What is Oslo?', response: 'Oslo is a town.' },
    samples: ['Oslo is a city.', 'Oslo is the capital.', 'Oslo lies in Norway.'],
  };
  await expect(
    createDetector({ preset: 'paper-phd', embedder: { provider: 'lexical' } }, { chat }).evaluate(passage),
  ).rejects.toThrow('refused');
  expect(others).not.toEqual([]);
  for (const { aborted } of others) expect(aborted).toBe(true);
});
