import { describe, expect, it } from 'vitest';
import { literalPlaces, replaceInText } from '../../src/correction/replace-text.ts';

const RESPONSE = 'Ann Lee was born in Leith. Leith is near Oban, and Oban is near Perth in 1850.';
const spanOf = (part: string, from = 0) => {
  const start = RESPONSE.indexOf(part, from);
  return { start, end: start + part.length };
};
const FIRST = spanOf('Ann Lee was born in Leith.');
const SECOND = spanOf('Leith is near Oban, and Oban is near Perth in 1850.');
const change = (tripleId: string, span: { start: number; end: number }, old: string, fresh: string) => ({
  tripleId,
  span,
  surface: { old, new: fresh },
});

describe('literalPlaces', () => {
  it.each([
    ['Oban', 'Oban, Obanville and oban', [0]],
    ['395', 'at 5,395 or 395,000 or 395.', [23]],
    ['U.S. (east)', 'in U.S. (east) and UxSx (east)', [3]],
    ['Łódź', 'Łódź and Łódźki', [0]],
    ['', 'anything', []],
    [' ', 'any thing', []],
  ])('%j in %j', (value, text, places) => {
    expect(literalPlaces(text, value)).toEqual(places);
  });
});

describe('replaceInText', () => {
  it('replaces a value in the place of its triple', () => {
    const result = replaceInText(FIRST, RESPONSE, [change('a', spanOf('born in Leith'), 'Leith', 'Perth')]);
    expect(result).toEqual({ text: 'Ann Lee was born in Perth.', refused: new Map() });
  });

  it('takes the place within the span where a value stands twice', () => {
    const span = spanOf('Oban is near Perth');
    expect(replaceInText(SECOND, RESPONSE, [change('a', span, 'Oban', 'Ayr')]).text).toBe(
      'Leith is near Oban, and Ayr is near Perth in 1850.',
    );
  });

  it('takes the only place of the sentence where the span does not hold the value', () => {
    const span = spanOf('Leith is near', FIRST.end);
    expect(replaceInText(SECOND, RESPONSE, [change('a', span, '1850', '1851')]).text).toMatch(/1851\.$/);
  });

  it('refuses a value that does not stand there, or twice outside its span', () => {
    const span = spanOf('Leith is near', FIRST.end);
    const { text, refused } = replaceInText(SECOND, RESPONSE, [
      change('a', span, 'Edinburgh', 'Perth'),
      change('b', span, 'Oban', 'Perth'),
    ]);
    expect(text).toBe(RESPONSE.slice(SECOND.start));
    expect([...refused]).toEqual([
      ['a', 'not-literal'],
      ['b', 'not-literal'],
    ]);
  });

  it('makes equal changes of the same words once, and refuses the second of different ones', () => {
    const span = spanOf('born in Leith');
    const { text, refused } = replaceInText(FIRST, RESPONSE, [
      change('a', span, 'Leith', 'Perth'),
      change('b', span, 'Leith', 'Perth'),
      change('c', span, 'Leith', 'Ayr'),
      change('d', span, 'born in Leith', 'raised in Ayr'),
    ]);
    expect(text).toBe('Ann Lee was born in Perth.');
    expect([...refused]).toEqual([
      ['c', 'overlaps'],
      ['d', 'overlaps'],
    ]);
  });

  it('makes several changes of a sentence in the order of the text', () => {
    const { text } = replaceInText(SECOND, RESPONSE, [
      change('a', spanOf('in 1850'), '1850', '1849'),
      change('b', spanOf('Oban is near Perth'), 'Perth', 'Stirling and beyond'),
    ]);
    expect(text).toBe('Leith is near Oban, and Oban is near Stirling and beyond in 1849.');
  });
});
