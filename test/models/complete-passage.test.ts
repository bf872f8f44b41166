import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.ts';
import type { ChatModel, ChatRequest } from '../../src/models/chat-model.ts';
import { completePassage } from '../../src/models/complete-passage.ts';

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

describe('completePassage', () => {
  it('asks for what is missing, with the prompt as it is', async () => {
    const { model, requests } = recordingModel();
    const passage = await completePassage({ id: 'a', prompt: 'Tell me.' }, model, settings);
    expect(passage).toMatchObject({ response: 'respond 1', samples: ['sample 1', 'sample 2', 'sample 3'] });
    expect(requests).toEqual([
      { messages: [{ role: 'user', content: 'Tell me.' }], n: 1, temperature: 0, purpose: 'respond' },
      { messages: [{ role: 'user', content: 'Tell me.' }], n: 3, temperature: 1, purpose: 'sample' },
    ]);
  });

  it('asks nothing where everything is given, and keeps to the limit', async () => {
    const { model, requests } = recordingModel();
    const given = { id: 'a', prompt: 'p', response: 'r', samples: ['one', 'two', 'three'] };
    expect((await completePassage(given, model, { ...settings, limit: 2 })).samples).toEqual(['one', 'two']);
    expect(requests).toEqual([]);
  });

  it('leaves samples empty where none may be asked, and needs a response', async () => {
    const { model, requests } = recordingModel();
    const closed = { ...settings, ask: false };
    expect((await completePassage({ id: 'a', prompt: 'p', response: 'r' }, model, closed)).samples).toEqual(
      [],
    );
    await expect(completePassage({ id: 'a', prompt: 'p' }, model, closed)).rejects.toThrow(InputError);
    expect(requests).toEqual([]);
  });
});
