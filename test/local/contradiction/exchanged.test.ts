import { describe, expect, it } from 'vitest';
import { exchanged } from '../../../src/local/contradiction/exchanged.ts';
import type { Value } from '../../../src/local/contradiction/stated-value.ts';
import { readValues, type ValueText } from '../../../src/local/contradiction/stated-values.ts';

const read = (text: string) => readValues(text, () => false);

/** What stands in the sample in the place of the response's value of these words. */
function instead(response: string, words: string, sample: string): string | null {
  const text = read(response);
  const value = text.values.find(({ mention }) => mention.text === words);
  if (value === undefined) throw new Error(`no value ${words} in ${response}`);
  return exchanged(value, text, [read(sample)])[0]?.mention.text ?? null;
}

const BRIDGE = 'The bridge was begun in 1894, and the first train crossed it in 1886.';
const LAKES = 'Lake Sorvi is 42 m deep; Lake Anter goes down to 118 m.';
const FILM = 'Winter Orchard was written by Paula Grieg and directed by Tomas Venn.';

describe('exchanged', () => {
  it.each([
    [
      'by a word of the clause',
      BRIDGE,
      '1894',
      'It was begun in 1886. The first train crossed it in 1894.',
      '1886',
    ],
    [
      'by a topic',
      BRIDGE,
      '1894',
      'Construction of the bridge started in 1886. Trains came in 1894.',
      '1886',
    ],
    ['by names where both have some', LAKES, '42', 'Sorvi is 118 m deep. Anter has a depth of 42 m.', '118'],
    [
      'by the sentence',
      LAKES,
      '42',
      'Lake Sorvi is the deeper one, with 118 m in all. Anter has 42 m.',
      '118',
    ],
    [
      'of names behind one word',
      FILM,
      'Paula Grieg',
      'Tomas Venn wrote it. Paula Grieg directed it.',
      'Tomas Venn',
    ],
  ])('tells two values that changed places %s', (_, response, words, sample, expected) => {
    expect(instead(response, words, sample)).toBe(expected);
  });

  it.each([
    ['both are where they are', BRIDGE, '1894', 'The bridge was begun in 1894. A train crossed it in 1886.'],
    [
      'one place has words of its own',
      BRIDGE,
      '1894',
      'Begun in 1894. A train crossed it in 1894, one in 1886.',
    ],
    ['the sample lacks the other', BRIDGE, '1894', 'A train crossed the bridge in 1894.'],
    ['nothing tells of either', BRIDGE, '1894', 'The years 1886 and 1894 were good. It rained in 1894.'],
    [
      'a clause has both',
      BRIDGE,
      '1894',
      'It took from 1886 to 1894 until the first train crossed the bridge.',
    ],
    [
      'names stand behind different words',
      'Metis advised Zeus from within and Hera sat beside Leto.',
      'Zeus',
      'Leto was within. Zeus sat.',
    ],
    [
      'the response has no other',
      'The bridge was begun in 1894.',
      '1894',
      'Begun in 1886, it opened in 1894.',
    ],
    [
      'the other is of another sentence',
      'It was begun in 1894. It opened in 1886.',
      '1894',
      'Begun in 1886, opened in 1894.',
    ],
  ])('is none where %s', (_, response, words, sample) => {
    expect(instead(response, words, sample)).toBeNull();
  });

  it('needs both values in the place of the other, be it in two samples', () => {
    const [text, opened, begun] = [
      BRIDGE,
      'It stood in 1886. The first train came in 1894.',
      'Begun in 1886, it is a bridge, not of 1894.',
    ].map(read) as [ValueText, ValueText, ValueText];
    const value = text.values.find(({ mention }) => mention.text === '1894') as Value;
    const found = (samples: readonly ValueText[]) =>
      exchanged(value, text, samples).map((one) => one?.mention.text ?? null);
    expect(found([opened])).toEqual([null]);
    expect(found([begun])).toEqual([null]);
    expect(found([opened, begun])).toEqual(['1886', '1886']);
  });
});
