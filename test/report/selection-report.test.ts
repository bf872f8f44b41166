import { expect, it } from 'vitest';
import { suppression } from '../../src/reference/select.ts';
import { renderChoices, type Selected } from '../../src/report/selection-report.ts';

const SELECTED: Selected[] = [
  {
    ...{ id: 'a', chosen: 1, response: 'Fine |\nindeed.' },
    candidates: [
      { id: 'a/1', model: 'x', spans: 2, score: 0.1 },
      { id: 'a/2', model: 'y', spans: 0, score: 0.9 },
    ],
  },
  {
    ...{ id: 'b', chosen: null, response: null },
    candidates: [{ id: 'b/1', model: 'x', spans: null, score: null }],
  },
];
const NO_RATES = suppression([]);
const RATES = suppression([
  {
    responses: [
      { hallucinated: true, model: 'x' },
      { hallucinated: false, model: 'y' },
    ],
    chosen: 1,
  },
]);

it('tells in text which response was chosen, by whom, and the spans of all', () => {
  expect(renderChoices(SELECTED, NO_RATES, 'text')).toBe(
    'a: response 2 of 2 (y); suspicious spans by response: 2, 0\n  Fine | indeed.\nb: no response; suspicious spans by response: not judged\n',
  );
  expect(renderChoices(SELECTED, RATES, 'text')).toMatch(
    /a response by chance +50\.0 % +1\n.*Change against chance: -100\.0 %\n$/s,
  );
});

it('makes tables of the same for Markdown', () => {
  const text = renderChoices(SELECTED, RATES, 'markdown');
  expect(text).toContain(
    '| a      | response 2 of 2 (y) | 2, 0                         | Fine \\| indeed. |',
  );
  expect(text).toContain('| b      | no response         | not judged                   | –               |');
  expect(text).toMatch(/\| the response chosen +\| 0\.0 % +\| 1 +\|\n\nChange against chance: -100\.0 %\n$/);
});

it('says where a choice rests on nothing', () => {
  const unjudged = { ...(SELECTED[1] as Selected), chosen: 0, response: 'Fine.' };
  expect(renderChoices([unjudged], NO_RATES, 'text')).toBe(
    'b: response 1 of 1 (x), though none could be judged; suspicious spans by response: not judged\n  Fine.\n',
  );
});
