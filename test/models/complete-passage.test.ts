import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.ts';
import type { ChatModel, ChatRequest } from '../../src/models/chat-model.ts';
import { answerPassage, sampleSource } from '../../src/models/complete-passage.ts';

function recordingModel() {
  const requests: ChatRequest[] = [];
  const model: ChatModel = {
    id: 'test/recording',
    complete: async (request) => {
      requests.push(request);
      const choices = Array.from({ length: request.n ?? 1 }, (_, index) => ({
        text: `${request.purpose} ${index + 1}`,
        finishReason: 'stop' as const,
      }));
      return { choices, usage: { requests: 1, inputTokens: 1, outputTokens: 1 } };
    },
  };
  return { model, requests };
}

const settings = { ask: true, n: 3, temperature: 1 };

describe('answerPassage', () => {
  it('asks for a missing response, with the prompt as it is', async () => {
    const { model, requests } = recordingModel();
    const passage = await answerPassage({ id: 'a', prompt: 'Tell me.' }, model, settings);
    expect(passage).toEqual({ id: 'a', prompt: 'Tell me.', response: 'respond 1' });
    expect(requests).toEqual([
      { messages: [{ role: 'user', content: 'Tell me.' }], n: 1, temperature: 0, purpose: 'respond' },
    ]);
  });

  it('asks nothing where one is given, and needs one where none may be asked', async () => {
    const { model, requests } = recordingModel();
    const given = { id: 'a', prompt: 'p', response: 'r' };
    expect(await answerPassage(given, model, settings)).toEqual(given);
    const closed = { ...settings, ask: false };
    await expect(answerPassage({ id: 'a', prompt: 'p' }, model, closed)).rejects.toThrow(InputError);
    await expect(answerPassage({ id: 'a', prompt: 'p' }, null, settings)).rejects.toThrow(InputError);
    expect(requests).toEqual([]);
  });
});

describe('sampleSource', () => {
  const passage = { id: 'a', prompt: 'Tell me.' };

  it('draws from the model, all at once or some at a time', async () => {
    const { model, requests } = recordingModel();
    const source = sampleSource(passage, model, settings);
    expect(source.count).toBe(3);
    expect(await source.take({ first: 0, count: 3 })).toEqual(['sample 1', 'sample 2', 'sample 3']);
    expect(await source.take({ first: 2, count: 1 })).toEqual(['sample 1']);
    const own = {
      messages: [{ role: 'user', content: 'Tell me.' }],
      temperature: 1,
      purpose: 'sample',
    };
    expect(requests).toEqual([
      { ...own, n: 3 },
      { ...own, n: 1, firstDraw: 2 },
    ]);
  });

  it('gives those of the passage, and keeps to the limit', async () => {
    const { model, requests } = recordingModel();
    const given = { ...passage, samples: ['one', 'two', 'three'] };
    const source = sampleSource(given, model, { ...settings, limit: 2 });
    expect(source.count).toBe(2);
    expect(await source.take({ first: 0, count: 1 })).toEqual(['one']);
    expect(await source.take({ first: 1, count: 1 })).toEqual(['two']);
    expect(requests).toEqual([]);
  });

  it.each([
    ['none may be asked', { ...settings, ask: false }],
    ['none is wanted', { ...settings, n: 0 }],
  ])('is empty where %s', async (_, closed) => {
    const { model, requests } = recordingModel();
    const source = sampleSource(passage, model, closed);
    expect([source.count, await source.take({ first: 0, count: 0 })]).toEqual([0, []]);
    expect(requests).toEqual([]);
  });
});
