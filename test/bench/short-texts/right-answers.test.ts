import { expect, it } from 'vitest';
import type { PassageVerdict } from '../../../src/passage.ts';
import { answered, countsOf, passagesOf } from './right-answers.ts';

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
