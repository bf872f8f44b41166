import { describe, expect, it } from 'vitest';
import { loadPrompts } from '../../prompts/loader.ts';
import { createLlmExtractor } from '../../src/triples/llm-extractor.ts';
import { HOSTILE, outsideBlocks } from '../support/hostile.ts';
import { blockOf, scriptedChat } from '../support/scripted-chat.ts';

const TEXT = 'Mara Quint was born in Leith. She studied in Edinburgh.';

async function requestsFor(text: string, prompt: string, tail: string) {
  const triples = [{ head: 'Mara Quint', relation: 'was born in', tail }];
  const model = scriptedChat({ extract: { triples }, correct: { triples } });
  const extractor = createLlmExtractor({ model, prompts: await loadPrompts(), correct: true });
  const result = await extractor.extract({ id: 'original', text }, { prompt });
  return { requests: model.requests, result };
}

describe('hostile text in a response, a prompt or a triple', () => {
  it.each(HOSTILE)('%j stays inside its block', async (attack) => {
    const plain = await requestsFor(TEXT, 'Who?', 'Leith');
    const text = `${TEXT} ${attack}`;
    const { requests, result } = await requestsFor(text, attack, `Leith ${attack}`);
    expect(requests).toHaveLength(2);
    for (const [index, { messages, schema, temperature }] of requests.entries()) {
      const expected = plain.requests[index];
      expect(messages[0]).toEqual(expected?.messages[0]);
      expect(schema).toEqual(expected?.schema);
      expect(temperature).toBe(0);
      expect(messages).toHaveLength(2);
      expect(outsideBlocks(messages[1]?.content ?? '')).toBe(
        outsideBlocks(expected?.messages[1]?.content ?? ''),
      );
      expect(blockOf(requests[index] as never, 'response')).toBe(text);
    }
    expect(result.triples.map(({ head }) => head)).toEqual(['Mara Quint']);
  });
});
