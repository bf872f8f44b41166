/** Forest plot: one metric of many methods, a dot with its 95 % interval a method. */
import { scaleLinear } from 'd3-scale';
import { cut, oneLine } from '../text.ts';
import { withInterval } from '../three-decimals.ts';
import { ACCENT, bottomAxis, group, INK, image, line, MUTED, mark, words } from './svg.ts';

export interface ForestRow {
  label: string;
  /** Rows without a value keep their place. */
  value: number | null;
  /** 95 %; null where there is none. */
  interval: readonly [number, number] | null;
  /** Set off from the other rows. */
  marked: boolean;
}

export interface Forest {
  /** What is drawn, for the axis. */
  metric: string;
  /** The vertical line: what the metric would be by chance. */
  reference: { value: number; label: string } | null;
  /** From top to bottom. */
  rows: readonly ForestRow[];
}

const ROW = 22;
const LABELS = 190;
const PLOT = 360;
const FIGURES = 140;
/** Columns of a label that fit into `LABELS`. */
const LABEL_COLUMNS = 26;

/** @returns one `<svg>` element */
export function forestChart({ metric, reference, rows }: Forest): string {
  const height = rows.length * ROW;
  const top = reference ? 22 : 6;
  const x = scaleLinear(domainOf(rows, reference?.value), [0, PLOT]).nice(6);
  const chance = reference && [
    line([x(reference.value), 0], [x(reference.value), height], { 'stroke-dasharray': '4,4' }),
    words(x(reference.value), -11, reference.label, {
      ...{ 'text-anchor': 'middle', 'font-size': 11, fill: MUTED },
    }),
  ];
  return image(
    LABELS + PLOT + FIGURES,
    top + height + 46,
    `${metric}: ${rows.map(wordsOf).join('; ')}`,
    group(
      LABELS,
      top,
      bottomAxis(x, height, metric, height),
      ...(chance ?? []),
      ...rows.map((row, index) => rowMarks(row, (index + 0.5) * ROW, x)),
    ),
  );
}

function rowMarks(row: ForestRow, y: number, x: (value: number) => number): string {
  const { label, value, interval, marked } = row;
  const fill = marked ? ACCENT : INK;
  const style = { fill, 'font-weight': marked ? 'bold' : 'normal' };
  return [
    words(-12, y, cut(oneLine(label), LABEL_COLUMNS), { ...style, 'text-anchor': 'end' }),
    words(PLOT + 12, y, withInterval(value, interval), style),
    ...(interval
      ? [line([x(interval[0]), y], [x(interval[1]), y], { stroke: fill, 'stroke-width': 1.5 })]
      : []),
    ...(value === null ? [] : [mark({ x: x(value), y, fill, size: 52, title: wordsOf(row) })]),
  ].join('');
}

const wordsOf = (row: ForestRow): string => `${oneLine(row.label)}: ${withInterval(row.value, row.interval)}`;

/** From the smallest to the largest, never empty. */
function domainOf(rows: readonly ForestRow[], reference: number | undefined): [number, number] {
  const known = [...rows.flatMap(({ value, interval }) => [value ?? [], interval ?? []].flat()), reference];
  const values = known.filter((value) => value !== undefined);
  if (values.length === 0) return [0, 1];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return low === high ? [low - 0.05, high + 0.05] : [low, high];
}
