import { expect, it } from 'vitest';
import { loadPrompts } from '../../../prompts/loader.ts';
import { resolveConfig } from '../../../src/config/resolve.ts';
import type { ChatRequest } from '../../../src/models/chat-model.ts';
import { render } from '../../../src/models/prompt.ts';
import type { Passage } from '../../../src/passage.ts';
import { type CountedCall, typicalChat } from '../../../src/detector/estimate/typical-chat.ts';

const prompts = await loadPrompts();
const model = resolveConfig().models.generator;
const words = (text: string) => text.split(/\s+/).length;

function chatOver(passages: readonly Passage[] = []) {
  const calls: CountedCall[] = [];
  const chat = typicalChat(model, { passages, count: words, onCall: (call) => calls.push(call) });
  const textsOf = async (request: ChatRequest) =>
    (await chat.complete(request)).choices.map(({ text }) => text);
  return { chat, calls, textsOf };
}

const asked = (purpose: string, content = 'Who was Ada?') => ({
  purpose,
  messages: [{ role: 'user' as const, content }],
});

it.each(prompts.all.map((prompt) => [prompt.name, prompt] as const))(
  'has an answer to %s',
  async (name, prompt) => {
    const variables = Object.fromEntries(
      prompt.variables.map((variable) => [variable, ['(Ada; wrote; 12 books)']]),
    );
    const { textsOf } = chatOver();
    const schema = { name, schema: prompt.answer };
    const isText = prompt.answer.type === 'string';
    const [text] = await textsOf({
      ...{ messages: render(prompt, variables), purpose: name },
      ...(!isText && { schema }),
    });
    if (prompt.answer.type === 'object') {
      const keys = Object.keys(prompt.answer.properties as object);
      expect(Object.keys(JSON.parse(text ?? ''))).toEqual(keys);
    } else expect(text).not.toBe('');
  },
);

it('counts a request with its prompt once for all its answers, and as often as there are where each comes alone', async () => {
  const { textsOf, calls } = chatOver();
  const texts = await textsOf({ ...asked('sample'), n: 3 });
  const outputTokens = texts.map(words).reduce((sum, count) => sum + count, 0);
  const shown = 3 + 3 + 4; // three words, and what surrounds messages and answers
  expect(calls).toEqual([
    {
      ...{ purpose: 'sample', model },
      usage: { requests: 1, inputTokens: shown, outputTokens },
      singly: { requests: 3, inputTokens: 3 * shown, outputTokens },
      atMost: 3,
    },
  ]);
});

it('writes samples like the response that a passage has to the prompt, none like another', async () => {
  const response = 'Ada was born in 1815. She wrote letters. She died in 1852.';
  const { textsOf } = chatOver([{ id: 'ada', prompt: 'Who was Ada?', response }]);
  expect(await textsOf(asked('respond'))).toEqual([response]);
  const samples = await textsOf({ ...asked('sample'), n: 3 });
  expect(samples).toEqual([
    'She wrote letters. She died in 1853.',
    'Ada was born in 1817. She died in 1854.',
    'Ada was born in 1818. She wrote letters.',
  ]);
});

it('gives tokens where they are asked for, which make up the text', async () => {
  const { choices } = await chatOver().chat.complete({ ...asked('respond'), logprobs: 5 });
  expect(choices[0]?.tokens?.map(({ text }) => text).join('')).toBe(choices[0]?.text);
});

it('answers a prompt of which it knows no more than the schema by that', async () => {
  const answer = { type: 'object', properties: { place: { type: 'string' } } };
  const schema = { name: 'other', schema: answer };
  expect(await chatOver().textsOf({ ...asked('other'), schema })).toEqual(['{"place":"Tilda Wenning"}']);
});
