import { describe, expect, it } from 'vitest';
import { meterChat } from '../../../src/models/budget/metered-chat.ts';
import { ZERO_USAGE } from '../../../src/models/budget/usage.ts';
import type { ChatModel } from '../../../src/models/chat-model.ts';

describe('the meter', () => {
  const model: ChatModel = {
    id: 'test/model',
    complete: async ({ messages, n = 1 }) => {
      if (messages.length === 0) throw new Error('nothing to say');
      const choices = new Array(n).fill({ text: 'yes', finishReason: 'stop' });
      return { choices, usage: { requests: 1, inputTokens: 10, outputTokens: n } };
    },
  };
  const ask = (purpose: string, n: number) => ({
    messages: [{ role: 'user', content: 'so?' } as const],
    purpose,
    n,
  });

  it('starts at nothing', () => {
    const meter = meterChat(model);
    expect(meter.usage()).toEqual(ZERO_USAGE);
    expect(meter.byPurpose()).toEqual({});
  });

  it('counts in total and for each purpose, in alphabetical order', async () => {
    const meter = meterChat(model);
    await Promise.all([meter.complete(ask('sample', 5)), meter.complete(ask('extract', 1))]);
    await meter.complete(ask('extract', 2));
    expect(meter.usage()).toEqual({ requests: 3, inputTokens: 30, outputTokens: 8 });
    const expected = {
      extract: { requests: 2, inputTokens: 20, outputTokens: 3, usd: null },
      sample: { requests: 1, inputTokens: 10, outputTokens: 5, usd: null },
    };
    expect(JSON.stringify(meter.byPurpose())).toBe(JSON.stringify(expected));
  });

  it('says what that cost, in total and for each purpose', async () => {
    const meter = meterChat(model, { input: 1, output: 4 });
    expect([meter.cost(), meter.byPurpose()]).toEqual([0, {}]);
    await meter.complete(ask('sample', 5));
    await meter.complete(ask('extract', 1));
    // (10 · $1 + 5 · $4) and (10 · $1 + 1 · $4) a million
    expect(meter.byPurpose()).toMatchObject({ extract: { usd: 14e-6 }, sample: { usd: 30e-6 } });
    expect(meter.cost()).toBeCloseTo(44e-6, 12);
  });

  it('knows no cost without a price', async () => {
    const meter = meterChat(model);
    await meter.complete(ask('sample', 5));
    expect([meter.cost(), meter.byPurpose()]).toMatchObject([null, { sample: { usd: null } }]);
  });

  it('counts nothing for a call that fails', async () => {
    const meter = meterChat(model);
    await expect(meter.complete({ messages: [], purpose: 'extract' })).rejects.toThrow();
    expect(meter.usage()).toEqual(ZERO_USAGE);
  });
});
