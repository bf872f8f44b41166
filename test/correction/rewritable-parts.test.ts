import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changedOutside,
  movedSpan,
  type Replacement,
  touchedUnits,
  withReplacements,
} from '../../src/correction/rewritable-parts.ts';

const span = (start: number, end: number) => ({ start, end });
const triple = (id: string, place: { start: number; end: number } | null) => ({ id, span: place });

describe('touchedUnits', () => {
  const sentences = [span(0, 10), span(11, 20), span(21, 30)];

  it('takes whole sentences, in order of the text', () => {
    expect(touchedUnits([triple('b', span(23, 25)), triple('a', span(2, 4))], sentences)).toEqual([
      { ...span(0, 10), tripleIds: ['a'] },
      { ...span(21, 30), tripleIds: ['b'] },
    ]);
  });

  it('makes one unit of triples of one sentence, and of sentences that share a triple', () => {
    const triples = [triple('a', span(2, 4)), triple('b', span(5, 15)), triple('c', span(12, 14))];
    expect(touchedUnits(triples, sentences)).toEqual([{ ...span(0, 20), tripleIds: ['a', 'b', 'c'] }]);
  });

  it('makes one unit of sentences that overlap', () => {
    const overlapping = [span(0, 12), span(8, 20)];
    expect(touchedUnits([triple('a', span(1, 2)), triple('b', span(15, 16))], overlapping)).toEqual([
      { ...span(0, 20), tripleIds: ['a', 'b'] },
    ]);
  });

  it('leaves out triples without a place or outside of every sentence', () => {
    expect(touchedUnits([triple('a', null), triple('b', span(40, 45))], sentences)).toEqual([]);
  });
});

/** A text cut into pieces, of which every second one is replaced. */
const replaced = fc
  .array(fc.tuple(fc.string(), fc.string({ minLength: 1 }), fc.string()), { maxLength: 5 })
  .chain((rows) => fc.tuple(fc.constant(rows), fc.string()))
  .map(([rows, last]) => {
    let text = '';
    const replacements: Replacement[] = [];
    for (const [kept, old, fresh] of rows) {
      text += kept;
      replacements.push({ start: text.length, end: text.length + old.length, text: fresh });
      text += old;
    }
    return {
      text: text + last,
      replacements,
      expected: `${rows.map(([kept, , fresh]) => kept + fresh).join('')}${last}`,
    };
  });

describe('withReplacements', () => {
  it('replaces the ranges and keeps what stands around them', () => {
    fc.assert(
      fc.property(replaced, ({ text, replacements, expected }) => {
        const corrected = withReplacements(text, replacements);
        expect(corrected).toBe(expected);
        expect(changedOutside(text, corrected, replacements)).toBe(false);
      }),
    );
  });
});

describe('changedOutside', () => {
  const text = 'One is red. Two is blue. Three is green.';
  const second = [span(12, 24)];

  it.each([
    ['nothing', text, false],
    ['the range alone', 'One is red. Two is grey. Three is green.', false],
    ['the range to nothing', 'One is red.  Three is green.', false],
    ['a sentence before', 'One is pink. Two is grey. Three is green.', true],
    ['a sentence behind', 'One is red. Two is grey. Three is gone.', true],
    ['the end cut off', 'One is red. Two is grey.', true],
  ])('sees a change of %s', (_, corrected, expected) => {
    expect(changedOutside(text, corrected, second)).toBe(expected);
  });

  it('asks for the text itself where nothing may change', () => {
    expect(changedOutside(text, text, [])).toBe(false);
    expect(changedOutside(text, `${text} `, [])).toBe(true);
  });

  it('does not count a piece twice', () => {
    expect(changedOutside('aXaYa', 'aXa', [span(1, 2), span(3, 4)])).toBe(true);
    expect(changedOutside('aXaYa', 'aaa', [span(1, 2), span(3, 4)])).toBe(false);
  });
});

describe('movedSpan', () => {
  const replacements = [{ ...span(5, 10), text: 'abc' }];

  it('keeps what stands before, shifts what stands behind, and resizes the range itself', () => {
    expect(movedSpan(span(0, 5), replacements)).toEqual(span(0, 5));
    expect(movedSpan(span(10, 14), replacements)).toEqual(span(8, 12));
    expect(movedSpan(span(5, 10), replacements)).toEqual(span(5, 8));
  });

  it('does not know a place within what was replaced', () => {
    expect(movedSpan(span(6, 9), replacements)).toBeNull();
    expect(movedSpan(span(0, 7), replacements)).toBeNull();
  });
});
