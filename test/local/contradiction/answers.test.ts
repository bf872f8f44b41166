import { describe, expect, it } from 'vitest';
import { answeredOtherwise } from '../../../src/local/contradiction/answers.ts';
import { readValues } from '../../../src/local/contradiction/stated-values.ts';

const prompt = 'What is the capital of Australia?';
function instead(own: string, other: string, name: string) {
  const [response, sample] = [own, other].map((text) => readValues(text, () => false));
  const value = response?.values.find(({ mention }) => mention.text === name);
  if (!response || !sample || !value) throw new Error(`no ${name} in ${own}`);
  return answeredOtherwise(value, { prompt, response, sample })?.mention.text ?? null;
}

describe('answeredOtherwise', () => {
  it('holds one answer against another, whether it is a sentence or not', () => {
    expect(instead('Sydney', 'Canberra', 'Sydney')).toBe('Canberra');
    expect(instead('The capital of Australia is Sydney.', 'Canberra.', 'Sydney')).toBe('Canberra');
    expect(instead('Sydney.', 'It is Canberra.', 'Sydney')).toBe('Canberra');
  });

  it('takes nothing that the question names, nor one of several, for an answer', () => {
    expect(instead('The capital of Australia is Sydney.', 'Canberra', 'Australia')).toBeNull();
    expect(instead('Sydney', 'Canberra or Melbourne', 'Sydney')).toBeNull();
  });

  it('leaves sentences to their clauses', () => {
    expect(instead('Its capital is Sydney.', 'Its capital is Canberra.', 'Sydney')).toBeNull();
  });
});
