/**
 * Node states of response graphs before and after message passing, two panels side by side (paper Figure 2). The
 * colour and shape of a node say which passage it belongs to; where it lies in a panel means nothing but what it is
 * near to, so there are no axes.
 */
import type { Mark } from 'vega';
import { cut, oneLine } from '../text.ts';
import { draw, INK, MUTED, RULE } from './draw.ts';
import type { Point } from './projection.ts';

export interface NodePoint {
  /** Of the entity. */
  label: string;
  passageId: string;
  before: Point;
  after: Point;
}

const SIDE = 330;
const GAP = 24;
const MARGIN = 14;
const WIDTH = 2 * SIDE + GAP;
const KEY_COLUMNS = 3;
const KEY_ROW = 20;

/** Okabe & Ito (2008), without black: to be told apart on light and dark paper, by the colour-blind too. */
const COLOURS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00'];
const SHAPES = ['circle', 'square', 'triangle-up', 'diamond', 'cross'];

/** @returns one `<svg>` element */
export function nodeScatter(nodes: readonly NodePoint[]): Promise<string> {
  const passages = [...new Set(nodes.map(({ passageId }) => passageId))];
  const looks = new Map(passages.map((id, index) => [id, lookOf(index)]));
  const panels = [
    { title: 'before message passing', left: 0, points: inFrame(nodes.map(({ before }) => before)) },
    { title: 'after message passing', left: SIDE + GAP, points: inFrame(nodes.map(({ after }) => after)) },
  ];
  const points = panels.flatMap(({ left, points: places }) =>
    nodes.map(({ label, passageId }, index) => {
      const [x, y] = places[index] as Point;
      return { x: left + x, y, text: oneLine(`${label} (${passageId})`), ...looks.get(passageId) };
    }),
  );
  const keys = passages.map((id, index) => ({
    x: (index % KEY_COLUMNS) * (WIDTH / KEY_COLUMNS) + 8,
    y: SIDE + 24 + Math.floor(index / KEY_COLUMNS) * KEY_ROW,
    text: cut(oneLine(id), 32),
    ...looks.get(id),
  }));
  return draw({
    description: `Node states of ${passages.length} passages before and after message passing, ${nodes.length} nodes`,
    spec: {
      width: WIDTH,
      height: SIDE + 24 + Math.ceil(passages.length / KEY_COLUMNS) * KEY_ROW,
      padding: { left: 4, right: 4, top: 26, bottom: 4 },
      data: [
        { name: 'panels', values: panels.map(({ title, left }) => ({ title, left })) },
        { name: 'points', values: points },
        { name: 'keys', values: keys },
      ],
      marks: [FRAMES, TITLES, symbols('points', 44), symbols('keys', 70), KEY_TEXTS],
    },
  });
}

const lookOf = (index: number): { colour: string; shape: string } => ({
  colour: COLOURS[index % COLOURS.length] as string,
  shape: SHAPES[(index + Math.floor(index / COLOURS.length)) % SHAPES.length] as string,
});

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

const FRAMES: Mark = {
  type: 'rect',
  aria: false,
  from: { data: 'panels' },
  encode: {
    enter: {
      x: { field: 'left' },
      y: { value: 0 },
      width: { value: SIDE },
      height: { value: SIDE },
      stroke: { value: RULE },
    },
  },
};

const TITLES: Mark = {
  type: 'text',
  aria: false,
  from: { data: 'panels' },
  encode: {
    enter: {
      x: { field: 'left' },
      y: { value: -9 },
      text: { field: 'title' },
      fill: { value: INK },
    },
  },
};

const symbols = (data: string, size: number): Mark => ({
  type: 'symbol',
  aria: data === 'points',
  from: { data },
  encode: {
    enter: {
      x: { field: 'x' },
      y: { field: 'y' },
      size: { value: size },
      shape: { field: 'shape' },
      fill: { field: 'colour' },
      fillOpacity: { value: 0.85 },
      description: { field: 'text' },
    },
  },
});

const KEY_TEXTS: Mark = {
  type: 'text',
  aria: false,
  from: { data: 'keys' },
  encode: {
    enter: {
      x: { field: 'x', offset: 10 },
      y: { field: 'y' },
      text: { field: 'text' },
      baseline: { value: 'middle' as const },
      fontSize: { value: 11 },
      fill: { value: MUTED },
    },
  },
};
