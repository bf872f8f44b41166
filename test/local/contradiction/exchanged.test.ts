import { expect, it } from 'vitest';
import { exchanged } from '../../../src/local/contradiction/exchanged.ts';
import type { ValueText } from '../../../src/local/contradiction/stated-values.ts';
import { marked, read } from './marked.ts';

/** What stands in the sample in the place of the marked value of the response. */
function instead(response: string, sample: string): string | null {
  const { value, text } = marked(response);
  return exchanged(value, text, [read(sample)])[0]?.mention.text ?? null;
}

const BRIDGE = 'The bridge was begun in [1894], and the first train crossed it in 1886.';
const LAKES = 'Lake Sorvi is [42] m deep; Lake Anter goes down to 118 m.';
const FILM = 'Winter Orchard was written by [Paula Grieg] and directed by Tomas Venn.';

it.each([
  ['by a word of the clause', BRIDGE, 'It was begun in 1886. The first train crossed it in 1894.', '1886'],
  ['by a topic', BRIDGE, 'Construction of the bridge started in 1886. Trains came in 1894.', '1886'],
  ['by names where both have some', LAKES, 'Sorvi is 118 m deep. Anter has a depth of 42 m.', '118'],
  ['by the sentence', LAKES, 'Lake Sorvi is the deeper one, with 118 m in all. Anter has 42 m.', '118'],
  ['of names behind one word', FILM, 'Tomas Venn wrote it. Paula Grieg directed it.', 'Tomas Venn'],
])('tells two values that changed places %s', (_, response, sample, expected) => {
  expect(instead(response, sample)).toBe(expected);
});

it.each([
  ['both are where they are', BRIDGE, 'The bridge was begun in 1894. A train crossed it in 1886.'],
  ['one place has words of its own', BRIDGE, 'Begun in 1894. A train crossed it in 1894, one in 1886.'],
  ['the sample lacks the other', BRIDGE, 'A train crossed the bridge in 1894.'],
  ['nothing tells of either', BRIDGE, 'The years 1886 and 1894 were good. It rained in 1894.'],
  ['a clause has both', BRIDGE, 'It took from 1886 to 1894 until the first train crossed the bridge.'],
  [
    'names stand behind different words',
    'Metis advised [Zeus] from within and Hera sat beside Leto.',
    'Leto was within. Zeus sat.',
  ],
  ['the response has no other', 'The bridge was begun in [1894].', 'Begun in 1886, it opened in 1894.'],
  [
    'the other is of another sentence',
    'It was begun in [1894]. It opened in 1886.',
    'Begun in 1886, opened in 1894.',
  ],
])('is none where %s', (_, response, sample) => {
  expect(instead(response, sample)).toBeNull();
});

it('needs both values in the place of the other, be it in two samples', () => {
  const { value, text } = marked(BRIDGE);
  const opened = read('It stood in 1886. The first train came in 1894.');
  const begun = read('Begun in 1886, it is a bridge, not of 1894.');
  const found = (samples: readonly ValueText[]) =>
    exchanged(value, text, samples).map((one) => one?.mention.text ?? null);
  expect(found([opened])).toEqual([null]);
  expect(found([begun])).toEqual([null]);
  expect(found([opened, begun])).toEqual(['1886', '1886']);
});
