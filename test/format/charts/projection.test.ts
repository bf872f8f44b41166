import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomFor } from '../../../src/random.ts';
import { type Point, project } from '../../../src/format/charts/projection.ts';

const distance = (left: Point, right: Point): number => Math.hypot(left[0] - right[0], left[1] - right[1]);

/** Vectors around a centre. */
function cloud(count: number, centre: readonly number[], name: string): number[][] {
  const random = randomFor(1, name);
  return Array.from({ length: count }, () => centre.map((value) => value + 0.2 * (random() - 0.5)));
}

describe('up to three points', () => {
  it('stand at their true distances', async () => {
    // unit vectors at right angles: √2 from each other
    const [first, second, third] = (await project(
      [
        [2, 0, 0],
        [0, 1, 0],
        [0, 0, 5],
      ],
      1,
    )) as [Point, Point, Point];
    for (const pair of [
      [first, second],
      [first, third],
      [second, third],
    ] as [Point, Point][]) {
      expect(distance(...pair)).toBeCloseTo(Math.SQRT2, 12);
    }
    expect(
      await project(
        [
          [1, 0],
          [-3, 0],
        ],
        1,
      ),
    ).toEqual([
      [0, 0],
      [2, 0],
    ]);
    expect(await project([[1, 0]], 1)).toEqual([[0, 0]]);
    expect(await project([], 1)).toEqual([]);
  });
});

describe('more points', () => {
  const vectors = [...cloud(12, [1, 0, 0, 0], 'a'), ...cloud(12, [0, 0, 1, 0], 'b')];

  it('come together where their cosines are high', async () => {
    const points = await project(vectors, 3);
    const centre = (part: Point[]): Point => [
      part.reduce((sum, [x]) => sum + x, 0) / part.length,
      part.reduce((sum, [, y]) => sum + y, 0) / part.length,
    ];
    const [left, right] = [points.slice(0, 12), points.slice(12)];
    const nearer = (point: Point, own: Point, other: Point) => distance(point, own) < distance(point, other);
    expect(left.every((point) => nearer(point, centre(left), centre(right)))).toBe(true);
    expect(right.every((point) => nearer(point, centre(right), centre(left)))).toBe(true);
  });

  it('are the same for the same seed', async () => {
    const points = await project(vectors, 3);
    expect(await project(vectors, 3)).toEqual(points);
    expect(await project(vectors, 4)).not.toEqual(points);
  });

  it('are finite, and equal where the vectors are, whatever the vectors', async () => {
    const vector = fc.array(fc.constantFrom(-1, 0, 0.5, 1), { minLength: 3, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.array(vector, { maxLength: 9 }), async (some) => {
        const points = await project([...some, ...some], 1);
        expect(points).toHaveLength(2 * some.length);
        expect(points.flat().every(Number.isFinite)).toBe(true);
        expect(points.slice(some.length)).toEqual(points.slice(0, some.length));
      }),
      { numRuns: 20 },
    );
  });
});
