import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visibleText } from '../../src/text/fold.ts';
import { splitSentences } from '../../src/english/sentences.ts';

const textsOf = (text: string) => splitSentences(text).map(({ start, end }) => text.slice(start, end));

/** Texts of awkward pieces: abbreviations, line ends, quotes, lone surrogates, invisible characters. */
const awkwardText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
      fc.constantFrom(
        ...['Dr. Who ', 'U.S. ', 'He died. ', '"A." ', '3. ', '😀 '],
        ...['`', '`a.b(c)` ', 'Node.js ', 'x.md.'],
        ...['\r\n', '\n\n- ', ' ', '\u00a0', '\u200b', '\ud800'],
      ),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''));

describe('splitSentences', () => {
  it.each([
    [
      'He met Dr. J. R. Smith in St. Louis. They left.',
      ['He met Dr. J. R. Smith in St. Louis.', 'They left.'],
    ],
    [
      'It cost $1,000.50 in Washington, D.C. in 1990! Why?',
      ['It cost $1,000.50 in Washington, D.C. in 1990!', 'Why?'],
    ],
    [
      '`Array.prototype.reverse()` changes it. Run main.py on Node.js, see example.com. Then list.sort().',
      [
        '`Array.prototype.reverse()` changes it.',
        'Run main.py on Node.js, see example.com.',
        'Then list.sort().',
      ],
    ],
    ["It ended.Then he said `go.' Why", ['It ended.', "Then he said `go.'", 'Why']],
    ['One.\r\n\r\nTwo 😀.', ['One.', 'Two 😀.']],
    ['no end', ['no end']],
    ['', []],
    [' \r\n\t', []],
  ])('splits %j', (text, sentences) => {
    expect(textsOf(text)).toEqual(sentences);
  });

  it('ends a sentence at a blank line and before a list item, not at any other line break', () => {
    const text = 'Life of Ann\n\nShe was\nborn here. Facts:\n- born: 1912\n1. First point\n2. Second point';
    expect(textsOf(text)).toEqual([
      'Life of Ann',
      'She was\nborn here.',
      'Facts:',
      '- born: 1912',
      '1. First point',
      '2. Second point',
    ]);
  });

  it('gives ordered ranges that leave out nothing but white space and what is as invisible', () => {
    const visible = (text: string) => visibleText(text)?.visible ?? text;
    fc.assert(
      fc.property(awkwardText, (text) => {
        const spans = splitSentences(text);
        let cursor = 0;
        for (const { start, end } of spans) {
          expect(visible(text.slice(cursor, start)).trim()).toBe('');
          expect(end).toBeGreaterThan(start);
          cursor = end;
        }
        expect(visible(text.slice(cursor)).trim()).toBe('');
      }),
      { numRuns: 500 },
    );
  });
});

it('ends a sentence at a time of day before a word that is no name', () => {
  expect(textsOf('It closes at 9 p.m. Guided tours start at noon.')).toHaveLength(2);
  expect(textsOf('It closes at 9 p.m. The garden stays open.')).toHaveLength(2);
  expect(textsOf('It opens at 9 a.m. Monday to Friday.')).toHaveLength(1);
});
