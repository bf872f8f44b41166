import { expect, it } from 'vitest';
import { SEK_RECORDS } from '../../src/run/sek-stage.ts';

const RECORD = {
  ...{ id: 'a', before: 'Brooke died in 1921.', after: 'Brooke died in 1915.', reason: null, usage: null },
  retrievals: [
    {
      at: 15,
      because: '1921',
      query: 'Brooke died',
      passages: [{ id: 'x#1', title: null, score: 1 }],
      removed: '1921.',
      written: '1915.',
    },
  ],
};

it.each([
  [{}, true],
  [{ answers: ['1915'], usage: { requests: 1, inputTokens: 2, outputTokens: 3 } }, true],
  [{ id: 7 }, false],
  [{ after: null }, false],
  [{ retrievals: [{ at: -1, query: '', passages: [] }] }, false],
  [{ reason: undefined }, false],
  [{ usage: { requests: 'many' } }, false],
])('with %j is a corrected text: %s', (changes, expected) => {
  expect(SEK_RECORDS.is({ ...RECORD, ...changes })).toBe(expected);
});
