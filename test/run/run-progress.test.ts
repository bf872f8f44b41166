import { expect, it } from 'vitest';
import { progressRate } from '../../src/run/run-progress.ts';

it('counts what is done a minute, of the last minute', () => {
  let now = 0;
  const { count, state } = progressRate(1, () => now);
  for (now = 3000; now <= 33_000; now += 3000) count();
  now = 33_000;
  // 10 in 30 s after the first, at 3 s
  expect(state()).toEqual({ done: 11, perMinute: 20 });
  for (now = 34_000; now <= 94_000; now += 1000) count();
  now = 94_000;
  // 60 in the minute after the one at 34 s
  expect(state()).toEqual({ done: 72, perMinute: 60 });
});

it('looks further back where passages take long, and sees that none is done any more', () => {
  let now = 0;
  const { count, state } = progressRate(1, () => now);
  for (now = 30_000; now <= 600_000; now += 30_000) count();
  now = 600_000;
  // The last 10, in 5 minutes
  expect(state()).toEqual({ done: 20, perMinute: 2 });
  now = 1_200_000;
  expect(state()).toEqual({ done: 20, perMinute: 0.7 });
});

it('says nothing before there is enough to tell, and leaves the start out', () => {
  let now = 0;
  const { count, state } = progressRate(4, () => now);
  // 8 s to load a model; then 4 at once every 2 s
  for (now = 10_000; now <= 14_000; now += 2000) for (let place = 0; place < 4; place++) count();
  expect(state()).toEqual({ done: 12, perMinute: null });
  for (let place = 0; place < 4; place++) count();
  // 12 in the 6 s after the first four
  expect(state()).toEqual({ done: 16, perMinute: 120 });
});
