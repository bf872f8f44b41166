import { describe, expect, it } from 'vitest';
import { loadPrompts } from '../../prompts/loader.ts';
import { ModelCallError } from '../../src/errors.ts';
import { createSpanDetector } from '../../src/reference/span-detector.ts';
import { describeHostileTexts } from '../contract/hostile-texts.contract.ts';
import { type Script, scriptedChat } from '../support/scripted-chat.ts';

const prompts = await loadPrompts();

const response = 'Ann Lee sang in York. She slept in York, and she was happy.';
const references = ['Ann Lee sang in Leeds.', ' '];

async function detect(answer: Script[string], given: readonly string[] = references) {
  const model = scriptedChat({ spans: answer });
  const spans = await createSpanDetector({ model, prompts }).detect({
    question: 'Who?',
    response,
    references: given,
  });
  return { model, spans };
}
const texts = (spans: { value: { start: number; end: number }[] | null }) =>
  spans.value?.map(({ start, end }) => response.slice(start, end));

describe('the span detector', () => {
  it('places what a model marks, in order, and knows the two types', async () => {
    const { model, spans } = await detect({
      spans: [
        { text: 'in York', type: 'conflict' },
        { text: 'in york', type: 'baseless info' },
        { text: 'she was happy', type: '?' },
      ],
    });
    expect(spans).toEqual({
      value: [
        { start: 13, end: 20, type: 'conflict', source: 'model', tripleIds: [] },
        { start: 32, end: 39, type: 'baseless', source: 'model', tripleIds: [] },
        { start: 45, end: 58, type: 'baseless', source: 'model', tripleIds: [] },
      ],
      reason: null,
    });
    expect(model.requests).toHaveLength(1);
    expect(model.requests[0]?.messages[1]?.content).not.toContain('references-2');
  });

  it('takes an empty list for a response without mistakes', async () => {
    expect((await detect({ spans: [] })).spans).toEqual({ value: [], reason: null });
  });

  it('asks again for what does not stand in the response, and then leaves it out', async () => {
    const answer = {
      spans: [
        { text: 'in Paris', type: 'conflict' },
        { text: 'happy', type: 'baseless' },
      ],
    };
    const { model, spans } = await detect(answer);
    expect(texts(spans)).toEqual(['happy']);
    expect(model.requests).toHaveLength(2);
    expect(model.requests[1]?.messages.at(-1)?.content).toContain('span 1 does not occur in the response');
  });

  it('keeps why there are none', async () => {
    const nowhere = { spans: [{ text: 'in Paris', type: 'conflict' }] };
    expect((await detect(nowhere)).spans).toMatchObject({ value: null, reason: 'unparsable' });
    expect((await detect('I see none.')).spans).toEqual({
      value: null,
      reason: 'unparsable',
      raw: 'I see none.',
    });
    const { model, spans } = await detect({ spans: [] }, [' ']);
    expect(spans).toEqual({ value: null, reason: 'no-reference' });
    expect(model.requests).toEqual([]);
    const down = new ModelCallError('down', { retryable: false, status: 503 });
    await expect(detect(down)).rejects.toBe(down);
  });
});

describeHostileTexts('a question, a response or a reference', async (extra) => {
  const model = scriptedChat({ spans: { spans: [] } });
  const detector = createSpanDetector({ model, prompts });
  await detector.detect({ question: extra, response: extra, references: [extra] });
  return model.requests.slice(0, 1);
});
