import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inChunks, packed } from '../../src/verification/even-chunks.ts';

describe('inChunks', () => {
  it('cuts a list into even pieces', () => {
    expect(inChunks([1, 2, 3, 4, 5], 4)).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
    expect(inChunks([], 4)).toEqual([]);
  });
});

describe('packed', () => {
  const pack = (sizes: number[], limit = 10) => packed(sizes, limit, (size) => size);

  it('fills a piece before it begins another, and leaves alone what is too long', () => {
    expect(pack([5, 5, 1, 9, 12, 3])).toEqual([[5, 5], [1, 9], [12], [3]]);
    expect(pack([])).toEqual([]);
  });

  it('keeps all in order, and no piece of several over the limit', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20)), fc.integer({ min: 1, max: 30 }), (sizes, limit) => {
        const pieces = pack(sizes, limit);
        expect(pieces.flat()).toEqual(sizes);
        for (const piece of pieces) {
          expect(piece.length).toBeGreaterThan(0);
          if (piece.length > 1) expect(piece.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });
});
