import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locateInOrder } from '../../datasets/locate-sentences.ts';

const found = (parts: string[], text: string) =>
  locateInOrder(parts, text).map((span) => span && text.slice(span.start, span.end));

describe('locateInOrder', () => {
  it('finds a repeated sentence at its second place the second time', () => {
    expect(locateInOrder(['He sang.', 'He sang.'], 'He sang. He sang.')).toEqual([
      { start: 0, end: 8 },
      { start: 9, end: 17 },
    ]);
  });

  it('does not mind other white space', () => {
    expect(found(['One  two.', 'Three\nfour.'], ' One\n\ntwo.Three four. ')).toEqual([
      'One\n\ntwo.',
      'Three four.',
    ]);
  });

  it('gives null for what is not there, out of order or blank', () => {
    expect(found(['b', 'a', ' ', 'c'], 'a b c')).toEqual(['b', null, null, 'c']);
  });

  it('finds every part of a text again, in order, without overlap', () => {
    const part = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => /\S/.test(text));
    const space = fc.constantFrom('', ' ', '\n\n', '\t');
    fc.assert(
      fc.property(fc.array(part), space, space, (parts, between, inside) => {
        const text = parts.join(between);
        const asked = parts.map((one) => one.trim().replace(/\s+/g, `${inside} `));
        const spans = locateInOrder(asked, text);
        expect(spans.map((span) => text.slice(span?.start, span?.end))).toEqual(
          parts.map((one) => one.trim()),
        );
        for (const [index, span] of spans.slice(1).entries()) {
          expect(span?.start).toBeGreaterThanOrEqual(spans[index]?.end ?? Number.POSITIVE_INFINITY);
        }
      }),
    );
  });
});
