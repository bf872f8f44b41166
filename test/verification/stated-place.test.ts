import { describe, expect, it } from 'vitest';
import { sentenceFinder } from '../../src/verification/stated-place.ts';

const TEXT =
  'The Hallam Bridge opened in 1931. It has two towers and cost 1,200 crowns. It did not carry trams. In 1931 Oslo grew.';
const found = (words: string, near = '') => {
  const span = sentenceFinder(TEXT)(words, near);
  return span && TEXT.slice(span.start, span.end);
};

describe('sentenceFinder', () => {
  it('finds words to the letter, in another case, and in another form', () => {
    expect(found('1931')).toBe('The Hallam Bridge opened in 1931.');
    expect(found('HALLAM bridge')).toBe('The Hallam Bridge opened in 1931.');
    expect(found('2 towers')).toBe('It has two towers and cost 1,200 crowns.');
    expect(found('costs 1200 crowns')).toBe('It has two towers and cost 1,200 crowns.');
    expect(found('did not carry')).toBe('It did not carry trams.');
  });

  it('finds words of scripts that put no space between them', () => {
    const text = '玛拉·昆特是画家。她于1915年去世。';
    const span = sentenceFinder(text)('1915年', '');
    expect(span && text.slice(span.start, span.end)).toContain('1915年');
    expect(sentenceFinder(text)('1921年', '')).toBeNull();
  });

  it('takes the sentence that shares most words with what it is about', () => {
    expect(found('1931', '(Oslo; grew in; 1930)')).toBe('In 1931 Oslo grew.');
  });

  it('finds nothing where no single sentence holds all the words', () => {
    for (const words of ['1932', 'two trams', '', 'not', 'was not it']) {
      expect([words, found(words)]).toEqual([words, words === 'not' ? 'It did not carry trams.' : null]);
    }
  });
});
