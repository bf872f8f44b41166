import { expect, it } from 'vitest';
import { labelPlaces } from '../../src/viewer/label-places.ts';

const node = (x: number, y: number, length = 4) => ({ x, y, length });
const FAR = [-1000, 1000] as const;

it('stands above its node where that is free', () => {
  expect(labelPlaces([node(0, 0), node(500, 0)], FAR)).toEqual([
    { x: 0, y: -17, anchor: 'middle' },
    { x: 500, y: -17, anchor: 'middle' },
  ]);
});

it('goes to another side where a name or a node is in its way, the later one of two', () => {
  // names of 46 by 24: the second would begin in the first
  expect(labelPlaces([node(0, 0), node(30, 0)], FAR)[1]).toEqual({ x: 30, y: 29, anchor: 'middle' });
  // a node above, and one below
  const [place] = labelPlaces([node(0, 0), node(0, -25, 1), node(0, 30, 1)], FAR);
  expect(place).toEqual({ x: 17, y: 6, anchor: 'start' });
});

it('is left out where no side is free, or the drawing ends', () => {
  const around = [node(0, -25, 1), node(0, 30, 1), node(25, 0, 1), node(-25, 0, 1)];
  expect(labelPlaces([node(0, 0), ...around], FAR)[0]).toBeNull();
  expect(labelPlaces([node(0, 0, 40)], [-20, 20])).toEqual([null]);
});
