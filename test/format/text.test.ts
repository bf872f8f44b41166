import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { lineAndColumn } from '../../src/report/facts.ts';
import {
  cut,
  escapeHtml,
  figure,
  oneLine,
  percentage,
  scoreFigure,
  shortened,
  thresholdFigure,
  tripleWords,
} from '../../src/format/text.ts';

describe('scoreFigure and thresholdFigure', () => {
  it('have as many decimals as tell a score from the threshold', () => {
    expect(scoreFigure(0.4, 0.58)).toBe('0.40');
    expect(scoreFigure(0.5796, 0.58)).toBe('0.5796');
    expect(scoreFigure(0.58, 0.58)).toBe('0.58');
    expect(scoreFigure(0.5796, null)).toBe('0.58');
    expect(scoreFigure(null, 0.58)).toBe('–');
    expect(thresholdFigure(0.58, [0.4, null, 0.58])).toBe('0.58');
    expect(thresholdFigure(0.58, [0.4, 0.5796, 0.576])).toBe('0.5800');
  });
});

describe('tripleWords', () => {
  it('has spaces only in scripts with spaces', () => {
    expect(tripleWords({ head: '北京', relation: '是中国的', tail: '首都' })).toBe('北京是中国的首都');
    expect(tripleWords({ head: 'Curie', relation: 'was_born in', tail: '华沙' })).toBe(
      'Curie was born in 华沙',
    );
  });
});

describe('figure', () => {
  it.each([
    [0.005, '0.01'],
    [-0.001, '0.00'],
    [-0.6, '-0.60'],
    [10, '10.00'],
    [null, '–'],
  ])('%s', (value, text) => {
    expect(figure(value)).toBe(text);
  });

  it('shows shares as percentages', () => {
    expect([percentage(1), percentage(0.666), percentage(null)]).toEqual(['100 %', '67 %', '–']);
  });
});

it('shortens by whole characters', () => {
  expect([shortened('abc', 3), shortened('abcd', 3), shortened('😀😀😀', 2)]).toEqual([
    'abc',
    'abc…',
    '😀😀…',
  ]);
});

describe('oneLine', () => {
  it('removes what acts on a terminal and keeps the text', () => {
    expect(oneLine('a\u001b[31mred\u001b[0m\r\n\tb\u0007 \u202eevil\u2028c')).toBe('ared b evil c');
    expect(oneLine('\u001b]8;;http://x\u0007link\u001b]8;;\u0007')).toBe('link');
    expect(oneLine('žluťoučký 東京 👨‍👩‍👧')).toBe('žluťoučký 東京 👨‍👩‍👧');
  });

  it('never leaves a control character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(oneLine(text)).not.toMatch(/\p{Cc}/u);
      }),
    );
  });
});

describe('cut', () => {
  it('leaves short text and shortens long text with an ellipsis', () => {
    expect(cut('four', 4)).toBe('four');
    expect(cut('fours', 4)).toBe('fou…');
    expect(cut('東京タワー', 6)).toBe('東京…');
    expect(cut('👨‍👩‍👧👨‍👩‍👧', 3)).toBe('👨‍👩‍👧…');
  });

  it('never exceeds its width', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, width) => {
        expect(stringWidth(cut(text, width))).toBeLessThanOrEqual(width);
      }),
    );
  });
});

describe('lineAndColumn', () => {
  it.each([
    ['abc', 0, '1:1'],
    ['a\nbc', 3, '2:2'],
    ['a\r\nbc', 3, '2:1'],
    ['🗼b', 2, '1:2'],
  ])('%j at %i is %s', (text, offset, place) => {
    expect(lineAndColumn(text, offset)).toBe(place);
  });
});

const unescaped = (html: string): string =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

describe('escaped text', () => {
  it('cannot open an element, close an attribute or start an entity', () => {
    expect(escapeHtml(`<img src=x onerror="a('&')">`)).toBe(
      '&lt;img src=x onerror=&quot;a(&#39;&amp;&#39;)&quot;&gt;',
    );
  });

  it('holds no control characters', () => {
    expect(escapeHtml('a\u0000b\u202ec')).toBe('a b c');
  });

  it('reads back as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...`<>"'&;#a3 lt`) }), (text) => {
        expect(escapeHtml(text)).not.toMatch(/[<>"']/);
        expect(unescaped(escapeHtml(text))).toBe(text);
      }),
    );
  });
});
