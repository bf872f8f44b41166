import { expect, it } from 'vitest';
import type { PassageVerdict } from '../../../src/passage.ts';
import { ordinaryAnswers, ordinaryCounts } from './ordinary-answers.ts';

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
