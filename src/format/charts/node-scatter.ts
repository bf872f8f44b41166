/**
 * Node states of response graphs before and after message passing, two panels side by side (paper Figure 2). The
 * colour and shape of a node say which passage it belongs to; where it lies in a panel means nothing but what it is
 * near to, so there are no axes.
 */
import { symbolCircle, symbolCross, symbolDiamond, symbolSquare, symbolTriangle } from 'd3-shape';
import { cut, oneLine } from '../text.ts';
import { type Point, project } from './projection.ts';
import { element, group, image, MUTED, mark, RULE, words } from './svg.ts';

/** An entity of a response; vectors of one length. */
export interface NodeStates {
  label: string;
  passageId: string;
  before: readonly number[];
  after: readonly number[];
}

const SIDE = 330;
const GAP = 24;
const MARGIN = 14;
const WIDTH = 2 * SIDE + GAP;
const KEY_COLUMNS = 3;
const KEY_ROW = 20;

/** Okabe & Ito (2008), without black: to be told apart on light and dark paper, by the colour-blind too. */
const COLOURS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00'];
const SHAPES = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond, symbolCross];

const lookOf = (index: number) => ({
  fill: COLOURS[index % COLOURS.length] as string,
  shape: SHAPES[(index + Math.floor(index / COLOURS.length)) % SHAPES.length] ?? symbolCircle,
});

/** @returns one `<svg>` element */
export function nodeScatter(nodes: readonly NodeStates[]): string {
  const passages = [...new Set(nodes.map(({ passageId }) => passageId))];
  const panel = (title: string, states: readonly (readonly number[])[]) =>
    [
      words(0, -12, title),
      element('rect', { width: SIDE, height: SIDE, fill: 'none', stroke: RULE }),
      ...inFrame(project(states)).map(([x, y], index) => {
        const { label, passageId } = nodes[index] as NodeStates;
        const title = oneLine(`${label} (${passageId})`);
        return mark({ x, y, size: 44, title, ...lookOf(passages.indexOf(passageId)) });
      }),
    ].join('');
  const keys = passages.map((id, index) => {
    const [x, y] = [
      (index % KEY_COLUMNS) * (WIDTH / KEY_COLUMNS) + 8,
      Math.floor(index / KEY_COLUMNS) * KEY_ROW,
    ];
    const name = words(x + 10, y, cut(oneLine(id), 32), { 'font-size': 11, fill: MUTED });
    return mark({ x, y, size: 70, ...lookOf(index) }) + name;
  });
  return image(
    WIDTH + 8,
    26 + SIDE + 28 + Math.ceil(passages.length / KEY_COLUMNS) * KEY_ROW,
    `Node states of ${passages.length} passages before and after message passing, ${nodes.length} nodes`,
    group(
      4,
      26,
      panel(
        'before message passing',
        nodes.map(({ before }) => before),
      ),
    ),
    group(
      4 + SIDE + GAP,
      26,
      panel(
        'after message passing',
        nodes.map(({ after }) => after),
      ),
    ),
    group(4, 26 + SIDE + 24, ...keys),
  );
}

/** Points scaled to a panel, both directions alike; a single place comes to its middle. */
function inFrame(points: readonly Point[]): Point[] {
  const extent = (axis: 0 | 1): [number, number] => {
    const values = points.map((point) => point[axis]);
    return [Math.min(...values), Math.max(...values)];
  };
  const [[left, right], [bottom, top]] = [extent(0), extent(1)];
  const scale = (SIDE - 2 * MARGIN) / (Math.max(right - left, top - bottom) || 1);
  return points.map(([x, y]) => [
    SIDE / 2 + (x - (left + right) / 2) * scale,
    SIDE / 2 - (y - (bottom + top) / 2) * scale,
  ]);
}
