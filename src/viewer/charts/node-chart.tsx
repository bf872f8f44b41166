/**
 * Node states of response graphs before and after message passing, two panels side by side (paper Figure 2). Colour
 * and shape of a node stand for its passage; only distances have a meaning, so there are no axes.
 */
import { symbol, symbolCircle, symbolCross, symbolDiamond, symbolSquare, symbolTriangle } from 'd3-shape';
import type { DrawnNode } from '../../format/charts.ts';
import { short } from '../words.ts';

type Point = DrawnNode['before'];

const SIDE = 330;
const GAP = 24;
const TOP = 26;
const MARGIN = 14;
const WIDTH = 2 * SIDE + GAP + 8;
const KEY_COLUMNS = 3;
const KEY_ROW = 20;

/** Okabe & Ito (2008), without black: distinguishable on light and dark paper, and with colour blindness. */
const COLOURS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00'];
const SHAPES = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond, symbolCross];

export function NodeChart({ nodes }: { nodes: readonly DrawnNode[] }) {
  const passages = [...new Set(nodes.map(({ passageId }) => passageId))];
  const panel = (title: string, left: number, points: readonly Point[]) => (
    <g transform={`translate(${left} ${TOP})`}>
      <text class="axis" y={-8}>
        {title}
      </text>
      <rect class="panel" width={SIDE} height={SIDE} />
      {inFrame(points).map(([x, y], index) => {
        const { label, passageId } = nodes[index] as DrawnNode;
        const title = `${label} (${passageId})`;
        return <Mark key={`${title} ${index}`} {...{ x, y, title }} look={passages.indexOf(passageId)} />;
      })}
    </g>
  );
  const height = TOP + SIDE + 28 + Math.ceil(passages.length / KEY_COLUMNS) * KEY_ROW;
  return (
    <svg
      class="node-chart"
      viewBox={`0 0 ${WIDTH} ${height}`}
      role="img"
      aria-label={`Node states of ${passages.length} passages before and after message passing, ${nodes.length} nodes`}
    >
      {panel(
        'before message passing',
        4,
        nodes.map(({ before }) => before),
      )}
      {panel(
        'after message passing',
        4 + SIDE + GAP,
        nodes.map(({ after }) => after),
      )}
      {passages.map((id, index) => {
        const x = 12 + ((index % KEY_COLUMNS) * WIDTH) / KEY_COLUMNS;
        const y = TOP + SIDE + 24 + Math.floor(index / KEY_COLUMNS) * KEY_ROW;
        return (
          <g key={id}>
            <Mark x={x} y={y} look={index} title={id} />
            <text class="tick" x={x + 10} y={y + 4}>
              {short(id)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

function Mark({ x, y, look, title }: { x: number; y: number; look: number; title: string }) {
  const shape = SHAPES[(look + Math.floor(look / COLOURS.length)) % SHAPES.length] ?? symbolCircle;
  return (
    <path
      transform={`translate(${x.toFixed(2)} ${y.toFixed(2)})`}
      d={symbol(shape, 50)() ?? ''}
      fill={COLOURS[look % COLOURS.length]}
    >
      <title>{title}</title>
    </path>
  );
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
