import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chatFunction } from '../../src/models/own-functions.ts';
import { Waiting } from '../../src/models/waiting.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const after = (milliseconds: number, fails = false) =>
  chatFunction('m', async () => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    if (fails) throw new Error('no');
    return 'yes';
  });
const request = (purpose: string) => ({ purpose, messages: [], temperature: 0 });

it('adds up by purpose, what waits at once and what fails too, to what was waited before', async () => {
  const waiting = new Waiting();
  const asked = [
    waiting.chat(after(1500)).complete(request('segment'), {}),
    waiting.chat(after(500)).complete(request('segment'), {}),
    waiting.chat(after(250, true)).complete(request('judge'), {}),
  ];
  const settled = Promise.allSettled(asked);
  await vi.advanceTimersByTimeAsync(1500);
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(waiting.seconds()).toEqual({ judge: 0.25, segment: 2 });
  expect(Object.entries(waiting.seconds({ segment: 1, extract: 3 }))).toEqual([
    ['extract', 3],
    ['judge', 0.25],
    ['segment', 3],
  ]);
});
