import { describe, expect, it } from 'vitest';
import { InputError, ModelCallError } from '../../src/errors.ts';
import { blamesRequest } from '../../src/models/ask.ts';
import { completePassage } from '../../src/models/complete-passage.ts';
import { chatFunction } from '../../src/models/own-functions.ts';
import { choices, scriptedChat } from '../support/scripted-chat.ts';

function recordingModel() {
  const model = scriptedChat({ respond: 'respond 1', sample: choices('sample 1', 'sample 2', 'sample 3') });
  return { model, requests: model.requests };
}

const settings = { ask: true, n: 3, limit: 10, temperature: 1 };

const bare = { id: 'a', prompt: 'Tell me.' };
const messages = [{ role: 'user', content: 'Tell me.' }];

describe('a missing response', () => {
  it('is asked for, with the prompt as it is', async () => {
    const { model, requests } = recordingModel();
    const passage = await completePassage(bare, model, { ...settings, n: 0 });
    expect(passage).toEqual({ ...bare, response: 'respond 1', samples: [] });
    expect(requests).toEqual([{ messages, n: 1, temperature: 0, purpose: 'respond' }]);
  });

  it('is needed where none may be asked for', async () => {
    const { model, requests } = recordingModel();
    await expect(completePassage(bare, model, { ...settings, ask: false })).rejects.toThrow(InputError);
    await expect(completePassage(bare, null, settings)).rejects.toThrow(InputError);
    expect(requests).toEqual([]);
  });
});

describe('answers without end', () => {
  const answering = (length: number) => chatFunction('test/endless', async () => 'x'.repeat(length));

  it('are no response, and of the longest one all is kept', async () => {
    const drawn = (length: number) => completePassage(bare, answering(length), { ...settings, n: 0 });
    expect((await drawn(1_000_000)).response).toHaveLength(1_000_000);
    const error = await drawn(1_000_001).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ModelCallError);
    expect(error.message).toContain('test/endless is longer than 1000000 characters');
    expect(blamesRequest(error)).toBe(true);
  });

  it.each([
    [8, 100_000, 100_000],
    [8, 100_001, 100_000],
    [30_000, 119_999, 119_999],
    [30_000, 130_000, 120_000],
  ])('to a response of %i are cut as samples: %i to %i', async (length, drawn, kept) => {
    const passage = { ...bare, response: 'r'.repeat(length) };
    const { samples } = await completePassage(passage, answering(drawn), settings);
    expect(samples.map((sample) => sample.length)).toEqual([kept]);
  });
});

describe('a conversation', () => {
  it('is sent with all its messages, for the response and for samples alike', async () => {
    const { model, requests } = recordingModel();
    const prompt = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Who?' },
      { role: 'assistant', content: 'Ada.' },
      { role: 'user', content: 'When?' },
    ] as const;
    await completePassage({ id: 'a', prompt: [...prompt] }, model, settings);
    expect(requests.map(({ messages, purpose }) => [purpose, messages])).toEqual([
      ['respond', prompt],
      ['sample', prompt],
    ]);
  });
});

describe('samples', () => {
  const answered = { ...bare, response: 'r' };

  it('are drawn from the model, all at once', async () => {
    const { model, requests } = recordingModel();
    const passage = await completePassage(answered, model, settings);
    expect(passage).toEqual({ ...answered, samples: ['sample 1', 'sample 2', 'sample 3'] });
    expect(requests).toEqual([{ messages, n: 3, temperature: 1, purpose: 'sample' }]);
  });

  it('are those of the passage where it brings any, up to the limit', async () => {
    const { model, requests } = recordingModel();
    const given = { ...answered, samples: ['one', 'two', 'three'] };
    expect(await completePassage(given, model, settings)).toEqual(given);
    const limited = await completePassage(given, model, { ...settings, limit: 2 });
    expect(limited.samples).toEqual(['one', 'two']);
    expect(requests).toEqual([]);
  });

  it.each([
    ['none may be asked', { ...settings, ask: false }],
    ['none is wanted', { ...settings, n: 0 }],
  ])('are none where %s', async (_, closed) => {
    const { model, requests } = recordingModel();
    expect((await completePassage(answered, model, closed)).samples).toEqual([]);
    expect((await completePassage(answered, null, closed)).samples).toEqual([]);
    expect(requests).toEqual([]);
  });

  it('draws no samples for a response that is no answer', async () => {
    const { model, requests } = recordingModel();
    const isAnswer = () => false;
    const passage = await completePassage(bare, model, { ...settings, isAnswer });
    expect(passage.samples).toEqual([]);
    expect(requests.map(({ purpose }) => purpose)).toEqual(['respond']);
  });
});
