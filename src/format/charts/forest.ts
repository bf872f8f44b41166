/** Forest plot: one metric of many methods, a dot with its 95 % interval a method. */
import type { Mark } from 'vega';
import { cut, oneLine } from '../text.ts';
import { bracketed, threeDecimals } from '../three-decimals.ts';
import { ACCENT, draw, INK, MUTED } from './draw.ts';

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
export function forestChart({ metric, reference, rows }: Forest): Promise<string> {
  const values = rows.map((row, index) => ({
    label: cut(oneLine(row.label), LABEL_COLUMNS),
    figures: figuresOf(row),
    text: `${oneLine(row.label)}: ${figuresOf(row)}`,
    middle: (index + 0.5) * ROW,
    value: row.value,
    low: row.interval?.[0] ?? row.value,
    high: row.interval?.[1] ?? row.value,
    colour: row.marked ? ACCENT : INK,
    weight: row.marked ? 'bold' : 'normal',
  }));
  const points = values.filter(({ value }) => value !== null);
  const shown = [...points.flatMap(({ low, value, high }) => [low, value, high]), reference?.value ?? null];
  return draw({
    description: `${metric}: ${values.map(({ text }) => text).join('; ')}`,
    spec: {
      width: PLOT,
      height: rows.length * ROW,
      padding: { left: LABELS, right: FIGURES, top: reference ? 22 : 6, bottom: 46 },
      data: [
        { name: 'rows', values },
        { name: 'points', values: points },
        { name: 'reference', values: reference ? [reference] : [] },
      ],
      scales: [{ name: 'metric', domain: domainOf(shown), range: [0, PLOT], nice: true, zero: false }],
      axes: [{ orient: 'bottom', scale: 'metric', title: metric, tickCount: 6, grid: true }],
      marks: [...REFERENCE, ...TEXTS, WHISKERS, POINTS],
    },
  });
}

const figuresOf = ({ value, interval }: ForestRow): string =>
  interval ? `${threeDecimals(value)} ${bracketed(interval)}` : threeDecimals(value);

/** From the smallest to the largest, never empty. */
function domainOf(values: readonly (number | null)[]): [number, number] {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return [0, 1];
  const [low, high] = [Math.min(...known), Math.max(...known)];
  return low === high ? [low - 0.05, high + 0.05] : [low, high];
}

const REFERENCE: Mark[] = [
  {
    type: 'rule',
    aria: false,
    from: { data: 'reference' },
    encode: {
      enter: {
        x: { scale: 'metric', field: 'value' },
        y: { value: 0 },
        y2: { field: { group: 'height' } },
        stroke: { value: MUTED },
        strokeDash: { value: [4, 4] },
      },
    },
  },
  {
    type: 'text',
    aria: false,
    from: { data: 'reference' },
    encode: {
      enter: {
        x: { scale: 'metric', field: 'value' },
        y: { value: -7 },
        text: { field: 'label' },
        align: { value: 'center' },
        fontSize: { value: 11 },
        fill: { value: MUTED },
      },
    },
  },
];

const TEXTS: Mark[] = (
  [
    { field: 'label', x: -12, align: 'right' },
    { field: 'figures', x: PLOT + 12, align: 'left' },
  ] as const
).map(({ field, x, align }) => ({
  type: 'text',
  aria: false,
  from: { data: 'rows' },
  encode: {
    enter: {
      x: { value: x },
      y: { field: 'middle' },
      text: { field },
      align: { value: align },
      baseline: { value: 'middle' as const },
      fill: { field: 'colour' },
      fontWeight: { field: 'weight' },
    },
  },
}));

const WHISKERS: Mark = {
  type: 'rule',
  aria: false,
  from: { data: 'points' },
  encode: {
    enter: {
      x: { scale: 'metric', field: 'low' },
      x2: { scale: 'metric', field: 'high' },
      y: { field: 'middle' },
      stroke: { field: 'colour' },
      strokeWidth: { value: 1.5 },
    },
  },
};

const POINTS: Mark = {
  type: 'symbol',
  from: { data: 'points' },
  encode: {
    enter: {
      x: { scale: 'metric', field: 'value' },
      y: { field: 'middle' },
      size: { value: 52 },
      fill: { field: 'colour' },
      description: { field: 'text' },
    },
  },
};
