import { describe, expect, it } from 'vitest';
import { oneAtATime } from '../../../src/models/limits/all-draws.ts';
import { scriptedChat } from '../../support/scripted-chat.ts';

const ask = { messages: [{ role: 'user', content: 'Hm?' }], purpose: 'sample' } as const;

describe('oneAtATime', () => {
  it('asks for each answer by a request of its own, told apart by seed, in order', async () => {
    const model = scriptedChat({ sample: ({ seed }) => `answer ${seed}` });
    const { choices, usage } = await oneAtATime(model).complete({ ...ask, n: 6, seed: 40 });
    expect(choices.map(({ text }) => text)).toEqual([40, 41, 42, 43, 44, 45].map((seed) => `answer ${seed}`));
    expect(usage.requests).toBe(6);
    expect(model.requests.every(({ n }) => n === 1)).toBe(true);
  });

  it('gives requests without a seed one, so that equal ones are not taken for the same', async () => {
    const model = scriptedChat({ sample: 'x' });
    await oneAtATime(model).complete({ ...ask, n: 2 });
    expect(model.requests.map(({ seed }) => seed)).toEqual([0, 1]);
  });

  it('goes on with the seeds where the first draws were asked for before', async () => {
    const model = scriptedChat({ sample: 'x' });
    await oneAtATime(model).complete({ ...ask, n: 2, firstDraw: 4 });
    await oneAtATime(model).complete({ ...ask, n: 1, firstDraw: 6 });
    expect(model.requests.map(({ seed, firstDraw }) => [seed, firstDraw])).toEqual([
      [4, undefined],
      [5, undefined],
      [6, undefined],
    ]);
  });

  it('leaves a request for one answer as it is', async () => {
    const model = scriptedChat({ sample: 'x' });
    await oneAtATime(model).complete(ask);
    expect(model.requests).toEqual([ask]);
  });
});
