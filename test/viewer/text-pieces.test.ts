import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { piecesOf } from '../../src/viewer/text-pieces.ts';

const span = (start: number, end: number) => ({ span: { start, end } });

describe('pieces of a text', () => {
  it('are cut at every border, and know the marks over them', () => {
    const [long, short] = [span(0, 8), span(4, 12)];
    const pieces = piecesOf('Anna met Bob', [long, short]);
    expect(pieces.map(({ text }) => text)).toEqual(['Anna', ' met', ' Bob']);
    expect(pieces.map(({ marks }) => marks)).toEqual([[long], [long, short], [short]]);
  });

  it('leave out marks without a place, empty ones and those outside of the text', () => {
    const marks = [{ span: null }, span(2, 2), span(1, 9)];
    expect(piecesOf('abc', marks)).toEqual([{ start: 0, text: 'abc', marks: [] }]);
    expect(piecesOf('', [])).toEqual([]);
  });

  it('are together the text, and each mark is over just its words', () => {
    const spans = fc.array(fc.tuple(fc.nat(40), fc.nat(40)), { maxLength: 6 });
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), spans, (text, pairs) => {
        const marks = pairs.map(([one, other]) => span(Math.min(one, other), Math.max(one, other)));
        const pieces = piecesOf(text, marks);
        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
        for (const mark of marks) {
          const { start, end } = mark.span;
          const marked = pieces.filter((piece) => piece.marks.includes(mark)).map((piece) => piece.text);
          expect(marked.join('')).toBe(end <= text.length ? text.slice(start, end) : '');
        }
      }),
    );
  });
});
