import { describe, expect, it } from 'vitest';
import { answeredFact, isBareAnswer } from '../../src/english/bare-answer.ts';

describe('isBareAnswer', () => {
  it.each(['Sydney', 'In 1944.', ' Croatia, in\tthe final.\n', 'one two three four five six seven eight'])(
    '%s is one',
    (text) => {
      expect(isBareAnswer(text)).toBe(true);
    },
  );
  it.each([
    '',
    ' \n',
    'It is Sydney.',
    'Sydney. Canberra.',
    'The 2018 final ended 4-2.',
    'One two three four five six seven eight nine',
  ])('"%s" is none', (text) => {
    expect(isBareAnswer(text)).toBe(false);
  });
});

describe('answeredFact', () => {
  it('is made of question and answer', () => {
    expect(answeredFact('What is the capital of Australia?', 'Sydney.')).toEqual({
      head: 'capital of Australia',
      tail: 'Sydney',
    });
    expect(answeredFact('When did the war end?', '1944')).toEqual({ head: 'war end', tail: '1944' });
  });
  it('is none without a question, or where the answer is a sentence', () => {
    expect(answeredFact('Tell me about Australia.', 'Sydney')).toBeNull();
    expect(answeredFact('What is the capital of Australia?', 'It is Sydney.')).toBeNull();
  });
});
