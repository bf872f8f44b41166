/** The square from 0 to 1 both ways, with its grid and the titles of its axes. */
import { linear } from './axis.ts';
import { INK, label, line } from './svg.ts';

export const SIDE = 200;
export const LEFT = 34;
export const TOP = 8;

export function unitSquare([across, up]: readonly [across: string, up: string]) {
  const x = linear([0, 1], [LEFT, LEFT + SIDE]);
  const y = linear([0, 1], [TOP + SIDE, TOP]);
  const grid = [0, 0.25, 0.5, 0.75, 1].flatMap((tick) => [
    line([x(tick), y(0)], [x(tick), y(1)]),
    line([x(0), y(tick)], [x(1), y(tick)]),
    label(`${tick}`, [x(tick), y(0) + 10], { anchor: 'middle', size: 7 }),
    label(`${tick}`, [x(0) - 4, y(tick) + 2.5], { anchor: 'end', size: 7 }),
  ]);
  return {
    ...{ x, y, grid },
    diagonal: line([x(0), y(0)], [x(1), y(1)], INK, { 'stroke-dasharray': '2 2' }),
    titles: [
      label(across, [LEFT + SIDE / 2, TOP + SIDE + 22], { anchor: 'middle' }),
      label(up, [10, TOP + SIDE / 2], { anchor: 'middle', turned: -90 }),
    ],
  };
}
