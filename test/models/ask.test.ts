import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { loadPrompts } from '../../prompts/loader.ts';
import { ModelCallError } from '../../src/errors.ts';
import { ask, askOnce, jsonAnswer } from '../../src/models/ask.ts';
import type { PromptSet } from '../../src/models/prompt.ts';
import { choices, scriptedChat } from '../support/scripted-chat.ts';

let prompts: PromptSet;
beforeAll(async () => {
  prompts = await loadPrompts();
});

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

  it('reads each choice, with the reason where it cannot', async () => {
    const model = scriptedChat({
      'heqa-answer': [
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
