import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { underOwnSignal } from '../src/call-signal.ts';

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
