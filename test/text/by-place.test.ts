import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byPlace } from '../../src/text/by-place.ts';

describe('byPlace', () => {
  it('finds what has its middle in a range, its end left out', () => {
    const within = byPlace([{ start: 8, end: 12 }, { start: 0, end: 4 }, null], (span) => span);
    expect(within({ start: 0, end: 10 })).toEqual([{ start: 0, end: 4 }]);
    expect(within({ start: 2, end: 11 })).toEqual([
      { start: 8, end: 12 },
      { start: 0, end: 4 },
    ]);
    expect(within({ start: 20, end: 30 })).toEqual([]);
  });

  it('finds what looking at each finds', () => {
    const span = fc.tuple(fc.nat(30), fc.nat(10)).map(([start, length]) => ({ start, end: start + length }));
    fc.assert(
      fc.property(fc.array(fc.option(span)), span, (spans, range) => {
        const expected = spans.filter((one) => {
          const middle = one && (one.start + one.end) / 2;
          return middle !== null && range.start <= middle && middle < range.end;
        });
        expect(byPlace(spans, (one) => one)(range)).toEqual(expected);
      }),
    );
  });
});
