import { expect, it } from 'vitest';
import { declinesTask, isRefusal } from '../../src/english/refusal.ts';

it.each([
  "I'm sorry, but I can't help with that.",
  'Sorry. I cannot assist with this request. Please ask something else.',
  'As an AI language model, I cannot discuss this.',
])('declines a task: %s', (text) => {
  expect([isRefusal(text), declinesTask(text)]).toEqual([true, true]);
});

it.each(["I'm sorry, but I don't know who that was.", 'I do not have any information about him.'])(
  'declines to answer, which is an answer to a question: %s',
  (text) => {
    expect([isRefusal(text), declinesTask(text)]).toEqual([true, false]);
  },
);

it.each(['', '{"answer": "I cannot help with that"}', 'Rupert Brooke was an English poet.'])(
  'declines nothing: %j',
  (text) => {
    expect(declinesTask(text)).toBe(false);
  },
);
