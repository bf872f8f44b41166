import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { loadPrompts } from '../../prompts/loader.ts';
import { ModelCallError } from '../../src/errors.ts';
import { ask, askOnce, jsonAnswer } from '../../src/models/ask.ts';
import { choices, type ScriptedAnswer, scriptedChat } from '../support/scripted-chat.ts';

const prompts = await loadPrompts();

const question = () => ({
  prompt: prompts.get('heqa-answer'),
  variables: { question: 'Who?' },
  parse: jsonAnswer(z.object({ answer: z.string() })),
});

describe('ask', () => {
  it('sends the rendered prompt with its schema, temperature, seed and purpose', async () => {
    const model = scriptedChat({ 'heqa-answer': { answer: 'Ada' } });
    await ask(model, { ...question(), n: 2, temperature: 1, seed: 5 });
    expect(model.requests).toHaveLength(1);
    expect(model.requests[0]).toMatchObject({ n: 2, temperature: 1, seed: 5, purpose: 'heqa-answer' });
    expect(model.requests[0]?.schema).toEqual({
      name: 'heqa-answer',
      schema: prompts.get('heqa-answer').answer,
    });
  });

  // A small model repeats one object until its answer is cut off.
  it('sends back the beginning of a long answer that was cut off, and the whole of one that cannot be read', async () => {
    const endless = `{"answer": "${'admirers, '.repeat(500)}`;
    for (const [finishReason, length] of [
      ['length', 1002],
      ['stop', 1002],
    ] as const) {
      const model = scriptedChat({
        'heqa-answer': (_, call) => (call > 0 ? { answer: 'Ada' } : [{ text: endless, finishReason }]),
      });
      expect((await askOnce(model, question())).value).toEqual({ answer: 'Ada' });
      expect(model.requests[1]?.messages.at(-2)?.content).toHaveLength(length);
    }
    const rambling = 'no idea '.repeat(500);
    const model = scriptedChat({ 'heqa-answer': (_, call) => (call > 0 ? { answer: 'Ada' } : rambling) });
    await askOnce(model, question());
    expect(model.requests[1]?.messages.at(-2)?.content).toBe(rambling);
  });

  it('reads each choice, with the reason where it cannot', async () => {
    const model = scriptedChat({
      'heqa-answer': (_, call) =>
        call > 0
          ? 'still no idea'
          : [
              ...choices(
                { answer: 'Ada' },
                'no idea',
                '```json\n{"answer": "Bo",}\n```',
                "Sure: {'answer': 'Cy'}!",
              ),
              { text: '{"answer": "D"}', finishReason: 'length' },
              { text: '', finishReason: 'refusal' },
              { text: '{"answer": "E"}', finishReason: 'content-filter' },
            ],
    });
    const asked = await ask(model, { ...question(), n: 7 });
    expect(asked.map(({ value, reason }) => value?.answer ?? reason)).toEqual([
      'Ada',
      'unparsable',
      'Bo',
      'Cy',
      'truncated',
      'refused',
      'refused',
    ]);
    expect(asked[1]?.raw).toBe('no idea');
  });

  it('shows the model its unusable answer and what is wrong with it, once', async () => {
    const repairing = async (first: ScriptedAnswer, second: ScriptedAnswer = { answer: 'Ada' }) => {
      const model = scriptedChat({ 'heqa-answer': (_, call) => (call === 0 ? first : second) });
      const asked = await askOnce(model, question());
      const [, again] = model.requests;
      return { asked, words: again?.messages.slice(2).map(({ role, content }) => [role, content]), model };
    };
    const cut = await repairing([{ text: '{"answer": "A', finishReason: 'length' }]);
    expect(cut.asked.value).toEqual({ answer: 'Ada' });
    expect(cut.words).toEqual([
      ['assistant', '{"answer": "A'],
      ['user', expect.stringMatching(/cut off.*\{"answer": "\.\.\."\}$/)],
    ]);
    expect((await repairing('Ada!')).words?.[1]?.[1]).toContain('no JSON');
    expect((await repairing({ name: 'Ada' })).words?.[1]?.[1]).toContain('not in the form');
    expect((await repairing('')).words?.[0]).toEqual(['assistant', '(no answer)']);

    const lost = await repairing('Ada!', 'Ada!!');
    expect(lost.asked).toEqual({ value: null, reason: 'unparsable', raw: 'Ada!' });
    expect(lost.model.requests).toHaveLength(2);
    const refused = await repairing([{ text: 'No.', finishReason: 'refusal' }]);
    expect(refused.model.requests).toHaveLength(1);
    const inWords = await repairing([
      { text: "I'm sorry, but I can't help with that.", finishReason: 'stop' },
    ]);
    expect(inWords.asked.reason).toBe('refused');
    expect(inWords.model.requests).toHaveLength(1);
    const unknowing = await repairing([{ text: "I'm sorry, but I don't know that.", finishReason: 'stop' }]);
    expect(unknowing.model.requests).toHaveLength(2);
    const failing = await repairing(
      'Ada!',
      new ModelCallError('too long', { retryable: false, status: 413 }),
    );
    expect(failing.asked).toEqual({ value: null, reason: 'unparsable', raw: 'Ada!' });
  });

  it('notices that JSON ends in the middle, though the service says that the answer is whole', async () => {
    const cut = scriptedChat({
      'heqa-answer': (_, call) => (call === 0 ? '{"answer": "A' : { answer: 'Ada' }),
    });
    expect((await askOnce(cut, question())).value).toEqual({ answer: 'Ada' });
    expect(cut.requests[1]?.messages.at(-1)?.content).toContain('cut off');
    const again = scriptedChat({ 'heqa-answer': '{"answer": "A' });
    const lost = { value: null, reason: 'truncated', raw: '{"answer": "A' };
    expect(await askOnce(again, question())).toEqual(lost);
    expect(again.requests).toHaveLength(2);
    const asText = { ...question(), prompt: prompts.get('sek-continue'), parse: (text: string) => text };
    const variables = Object.fromEntries(asText.prompt.variables.map((name) => [name, 'x']));
    const prose = scriptedChat({ 'sek-continue': 'He lived in ["' });
    expect((await askOnce(prose, { ...asText, variables })).value).toBe('He lived in ["');
  });

  it('asks again for what is not whole, and keeps the better answer', async () => {
    const list = (...names: string[]) => ({ names });
    const whole = async (first: object, second: ScriptedAnswer) => {
      const model = scriptedChat({ 'heqa-answer': (_, call) => (call === 0 ? first : second) });
      const parse = jsonAnswer(z.object({ names: z.array(z.string()) }));
      const faults = ({ names }: { names: string[] }) =>
        ['Ada', 'Bo']
          .filter((name) => !names.includes(name))
          .map((_, index) => `Item ${index + 1} is missing.`);
      const asked = await askOnce(model, { ...question(), parse, faults });
      return [asked.value?.names, model.requests.length];
    };
    expect(await whole(list('Ada', 'Bo'), 'unused')).toEqual([['Ada', 'Bo'], 1]);
    expect(await whole(list('Ada'), list('Ada', 'Bo'))).toEqual([['Ada', 'Bo'], 2]);
    expect(await whole(list('Ada'), list())).toEqual([['Ada'], 2]);
    expect(await whole(list('Ada'), 'Hm.')).toEqual([['Ada'], 2]);
  });

  it('takes no choice for an unparsable answer, and no more choices than asked for', async () => {
    const silent = await ask(scriptedChat({ 'heqa-answer': [] }), { ...question(), n: 3 });
    expect(silent).toEqual([{ value: null, reason: 'unparsable', raw: '' }]);
    const three = choices({ answer: 'Ada' }, { answer: 'Bo' }, { answer: 'Cy' });
    expect(await ask(scriptedChat({ 'heqa-answer': three }), { ...question(), n: 2 })).toHaveLength(2);
    expect(await askOnce(scriptedChat({ 'heqa-answer': three }), question())).toMatchObject({
      value: { answer: 'Ada' },
    });
  });

  it('takes an error that blames the request for data, one for each answer asked for', async () => {
    for (const status of [400, 413, 422]) {
      const error = new ModelCallError('filtered', { retryable: false, status });
      const asked = await ask(scriptedChat({ 'heqa-answer': error }), { ...question(), n: 3 });
      const failed = { value: null, reason: 'call-failed', raw: 'filtered' };
      expect(asked).toEqual([failed, failed, failed]);
    }
  });

  it('lets broken machinery through', async () => {
    for (const status of [401, 403, 404, 429, 500, null]) {
      const error = new ModelCallError('down', { retryable: false, status });
      await expect(ask(scriptedChat({ 'heqa-answer': error }), question())).rejects.toBe(error);
    }
    const signal = AbortSignal.abort(new Error('stop'));
    const model = scriptedChat({ 'heqa-answer': { answer: 'Ada' } });
    await expect(askOnce(model, question(), { signal })).rejects.toThrow('stop');
  });
});
