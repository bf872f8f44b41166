import { expect, it } from 'vitest';
import { pace } from '../../src/run/pace.ts';

it('counts what is done a minute, of the last minute', () => {
  let now = 0;
  const { count, state } = pace(() => now);
  for (now = 0; now < 30_000; now += 3000) count();
  now = 30_000;
  expect(state()).toEqual({ done: 10, perMinute: 20 });
  now = 75_000;
  expect(state()).toEqual({ done: 10, perMinute: 4 });
  now = 200_000;
  expect(state()).toEqual({ done: 10, perMinute: 0 });
});
