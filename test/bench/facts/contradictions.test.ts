import { expect, it } from 'vitest';
import type { PassageVerdict } from '../../../src/passage.ts';
import { judgedContradictions } from './contradictions.ts';

const quote = { source: 'sample-1', start: 0, end: 3, text: '...' };
const contradiction = (value: string, instead: string) => ({
  ...{ kind: 'samples-contradict', value, instead, quote },
});
const verdict = (id: string, ...facts: [label: string, ...values: [string, string][]][]): PassageVerdict =>
  ({
    passage: { id },
    triples: facts.map(([label, ...values]) => ({
      label,
      reasons: values.map(([value, instead]) => contradiction(value, instead)),
    })),
  }) as unknown as PassageVerdict;
const judged = (passage: string, value: string, instead: string, isRight: boolean | null) => ({
  ...{ passage, value, instead, isRight },
});

it('counts each contradiction of flagged facts once, at odd places', () => {
  const verdicts = [
    verdict('even', ['hallucinated', ['1911', '1913']]),
    verdict(
      'odd',
      ['hallucinated', ['1911', '1913'], ['six', 'nine']],
      ['hallucinated', ['1911', '1913']],
      ['unsure', ['a', 'b']],
    ),
    verdict('even again', ['hallucinated', ['1911', '1913']]),
    verdict('odd again', ['hallucinated', ['Leith', 'Perth'], ['c', 'd']]),
  ];
  expect(
    judgedContradictions(verdicts, [
      judged('odd', '1911', '1913', true),
      judged('odd', 'six', 'nine', false),
      judged('odd again', 'Leith', 'Perth', null),
      judged('even', '1911', '1913', false),
    ]),
  ).toEqual({ right: 1, wrong: 1, unjudged: 2 });
});
