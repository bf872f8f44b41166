import { expect, it } from 'vitest';
import type { PassageVerdict } from '../../../src/passage.ts';
import { answered, countsOf, ordinaryAnswers, ordinaryCounts, passagesOf } from './answers.ts';

it('holds each answer against all others', () => {
  const all = [{ prompt: 'q', answers: ['a', 'b', 'c'], unread: [1] }];
  expect(passagesOf(all, 'unread')).toEqual([{ id: '1-2', prompt: 'q', response: 'b', samples: ['a', 'c'] }]);
  expect(passagesOf(all, 'read').map(({ response }) => response)).toEqual(['a', 'c']);
  expect(answered().every(({ answers }) => new Set(answers).size === 4)).toBe(true);
});

it('counts what is flagged', () => {
  const verdict = (label: string, ...labels: string[]) =>
    ({ label, triples: labels.map((own) => ({ label: own })) }) as unknown as PassageVerdict;
  expect(
    countsOf([
      verdict('factual', 'factual', 'unsupported'),
      verdict('hallucinated', 'hallucinated', 'unsure', 'hallucinated'),
    ]),
  ).toEqual({ answers: 2, facts: 5, factsFlagged: 2, answersFlagged: 1, unsupported: 1 });
});

it('names wrong clauses that stand once in their answers', () => {
  for (const { response, wrong, samples } of ordinaryAnswers()) {
    if (wrong !== null) expect(response.split(wrong)).toHaveLength(2);
    expect(samples).toHaveLength(3);
  }
});

it('counts flagged facts in the wrong clause and outside', () => {
  const fact = (label: string, start: number, end: number) => ({ label, triple: { span: { start, end } } });
  const verdict = (label: string, ...triples: ReturnType<typeof fact>[]) =>
    ({ label, triples }) as unknown as PassageVerdict;
  const answers = [
    { response: 'All is right.', wrong: null },
    { response: 'One is right. Two is wrong.', wrong: 'is wrong' },
    { response: 'Three is wrong.', wrong: 'is wrong' },
  ];
  expect(
    ordinaryCounts(answers, [
      verdict('hallucinated', fact('hallucinated', 0, 5)),
      verdict('hallucinated', fact('hallucinated', 0, 12), fact('hallucinated', 14, 26)),
      verdict('factual', fact('unsure', 0, 14)),
    ]),
  ).toEqual({ right: 1, rightFlagged: 1, wrong: 2, found: 1, othersFlagged: 2 });
});
