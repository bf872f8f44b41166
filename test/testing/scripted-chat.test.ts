import { describe, expect, it } from 'vitest';
import { createDetector } from '../../src/detector/create-detector.ts';
import { choices, scriptedChat } from '../../src/testing/index.ts';

const request = { messages: [{ role: 'user', content: 'Where is Oslo?' }], purpose: 'sample' } as const;

describe('scriptedChat', () => {
  it('answers by purpose, and keeps what it was asked', async () => {
    const chat = scriptedChat({
      sample: (_, call) => `Norway ${call}`,
      respond: choices('Oslo', { in: 'Norway' }),
      broken: new Error('no'),
    });
    expect((await chat.complete({ ...request, n: 2 })).choices.map(({ text }) => text)).toEqual([
      'Norway 0',
      'Norway 0',
    ]);
    expect((await chat.complete(request)).choices.map(({ text }) => text)).toEqual(['Norway 1']);
    const { choices: two } = await chat.complete({ ...request, purpose: 'respond' });
    expect(two.map(({ text }) => text)).toEqual(['Oslo', '{"in":"Norway"}']);
    await expect(chat.complete({ ...request, purpose: 'broken' })).rejects.toThrow('no');
    expect(chat.requests).toHaveLength(4);
    expect(chat.asked('sample')).toEqual([{ ...request, n: 2 }, request]);
  });

  it('gives a typical answer where none was planned, or refuses', async () => {
    const { choices: typical } = await scriptedChat().complete({ ...request, n: 2 });
    expect(typical).toHaveLength(2);
    expect(typical[0]?.text).not.toBe('');
    const strict = scriptedChat({}, { unplanned: 'throw', id: 'mine/model' });
    await expect(strict.complete(request)).rejects.toThrow('unplanned request: sample');
    expect(strict.id).toBe('mine/model');
  });

  it('is asked for samples where these are wanted', async () => {
    const chat = scriptedChat({ sample: 'Oslo is the capital of Norway.' });
    const oslo = { prompt: 'What is Oslo?', response: 'Oslo was founded in 1050.' };
    await createDetector({ sampling: { n: 3 } }, { chat, env: {} }).evaluate(oslo);
    expect(chat.asked('sample')).toHaveLength(1);
    await createDetector({}, { chat, env: {} }).evaluate(oslo);
    expect(chat.asked('sample')).toHaveLength(1);
  });

  it.each(['economy', 'paper'] as const)(
    'carries the whole method through, by the %s protocol',
    async (protocol) => {
      const chat = scriptedChat({ sample: 'Oslo is the capital of Norway. It was founded in 1040.' });
      const response = 'Oslo is the capital of Norway. It was founded in 1050.';
      const detector = createDetector({ preset: 'gca', protocol, sampling: { n: 3 } }, { chat, env: {} });
      const verdict = await detector.evaluate({ id: 'oslo', prompt: 'What is Oslo?', response });
      expect(verdict.triples.length).toBeGreaterThan(1);
      expect(verdict.score).not.toBeNull();
      expect(chat.asked('sample').length).toBeGreaterThan(0);
    },
  );
});
