import { expect, it } from 'vitest';
import { topicKeys } from '../../src/english/topic-words.ts';
import { splitSentences } from '../../src/english/sentences.ts';

const keysOf = (prompt: string, response: string) => [
  ...topicKeys(prompt, response, splitSentences(response)),
];

it('takes the first subject', () => {
  expect(keysOf('', 'Ann Berg (1901–1980) was a chemist. She left.')).toEqual(['ann', 'berg']);
});

it('adds what prompt and first sentence share', () => {
  expect(keysOf('Tell me of the Oslo fire', 'The disaster was the Oslo fire of 1858.')).toEqual([
    'disast',
    'oslo',
    'fir',
  ]);
});

it('leaves out the subject of an answer to a question that asks for it', () => {
  expect(keysOf('Who wrote Emma?', 'Jane Austen wrote Emma in 1815.')).toEqual(['writ', 'emma']);
});

it('is empty for an empty response', () => {
  expect(keysOf('Oslo', '')).toEqual([]);
});
