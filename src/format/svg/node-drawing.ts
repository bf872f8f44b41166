/**
 * Node states of response graphs before and after message passing, two panels side by side (paper Figure 2). Colour
 * and shape of a node stand for its passage; only distances have a meaning, so there are no axes.
 */
import type { DrawnNode } from '../charts.ts';
import { shortened } from '../figures.ts';
import { COLOURS, type Drawing, element, label, type Shape } from './drawing.ts';

type Point = DrawnNode['before'];

const SIDE = 330;
const GAP = 24;
const TOP = 26;
const MARGIN = 14;
const WIDTH = 2 * SIDE + GAP + 8;
const KEY_COLUMNS = 3;
const KEY_ROW = 20;
const LONGEST = 25;

/** Circle, square, triangle, diamond and cross around the origin. */
const MARKS = [
  'M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z',
  'M-3.5,-3.5h7v7h-7z',
  'M0,-5L4.7,3.2H-4.7z',
  'M0,-5.4L3.7,0L0,5.4L-3.7,0z',
  'M-4.7,-1.6h3.1v-3.1h3.2v3.1h3.1v3.2h-3.1v3.1h-3.2v-3.1h-3.1z',
];

export function nodeDrawing(nodes: readonly DrawnNode[]): Drawing {
  const passages = [...new Set(nodes.map(({ passageId }) => passageId))];
  const panel = (title: string, left: number, points: readonly Point[]): Shape[] => [
    label(title, [left, TOP - 8], 'axis'),
    element('rect', { class: 'panel', x: left, y: TOP, width: SIDE, height: SIDE }),
    ...inFrame(points).map(([x, y], index) => {
      const { label: name, passageId } = nodes[index] as DrawnNode;
      return mark([left + x, TOP + y], passages.indexOf(passageId), `${name} (${passageId})`);
    }),
  ];
  const key = passages.flatMap((id, index) => {
    const x = 12 + ((index % KEY_COLUMNS) * WIDTH) / KEY_COLUMNS;
    const y = TOP + SIDE + 24 + Math.floor(index / KEY_COLUMNS) * KEY_ROW;
    return [mark([x, y], index, id), label(shortened(id, LONGEST), [x + 10, y + 4], 'tick')];
  });
  const [before, after] = [nodes.map((node) => node.before), nodes.map((node) => node.after)];
  return {
    description: `Node states of ${passages.length} passages before and after message passing, ${nodes.length} nodes`,
    size: [WIDTH, TOP + SIDE + 28 + Math.ceil(passages.length / KEY_COLUMNS) * KEY_ROW],
    shapes: [
      ...panel('before message passing', 4, before),
      ...panel('after message passing', 4 + SIDE + GAP, after),
      ...key,
    ],
  };
}

function mark([x, y]: Point, passage: number, title: string): Shape {
  const d = MARKS[(passage + Math.floor(passage / COLOURS.length)) % MARKS.length] as string;
  const fill = COLOURS[passage % COLOURS.length] as string;
  const transform = `translate(${x.toFixed(2)} ${y.toFixed(2)})`;
  return element('path', { transform, d, fill }, element('title', {}, title));
}

/** Points scaled to a panel, equally in both directions; coinciding points are centred. */
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
