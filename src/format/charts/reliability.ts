/**
 * Reliability diagram (Murphy & Winkler 1977): the observed share of hallucinations against the predicted
 * probability, a point a bin, with how many items each bin holds below. Calibrated probabilities lie on the
 * diagonal.
 */
import type { Mark } from 'vega';
import type { ReliabilityBin } from '../../statistics/reliability-bins.ts';
import { ACCENT, draw, INK, MUTED, RULE } from './draw.ts';

const SIDE = 300;
const GAP = 14;
const COUNTS = 64;

/** @returns one `<svg>` element */
export function reliabilityChart(bins: readonly ReliabilityBin[]): Promise<string> {
  const largest = Math.max(1, ...bins.map(({ n }) => n));
  const values = bins.map((bin) => ({ ...bin, text: binText(bin) }));
  const points = values
    .filter(({ meanProbability, observed }) => meanProbability !== null && observed !== null)
    .map(({ interval, ...bin }) => ({ ...bin, low: interval?.[0] ?? null, high: interval?.[1] ?? null }));
  return draw({
    description: `Reliability diagram: ${values.map(({ text }) => text).join('; ')}`,
    spec: {
      width: SIDE,
      height: SIDE + GAP + COUNTS,
      padding: { left: 52, right: 14, top: 10, bottom: 50 },
      data: [
        { name: 'bins', values: values.filter(({ n }) => n > 0) },
        { name: 'points', values: points },
        { name: 'whiskers', values: points.filter(({ low }) => low !== null) },
      ],
      scales: [
        { name: 'probability', domain: [0, 1], range: [0, SIDE] },
        { name: 'share', domain: [0, 1], range: [SIDE, 0] },
        { name: 'count', domain: [0, largest], range: [SIDE + GAP + COUNTS, SIDE + GAP] },
      ],
      axes: [
        { orient: 'bottom', scale: 'probability', title: 'predicted probability', tickCount: 5 },
        { orient: 'left', scale: 'share', title: 'observed share', tickCount: 5, grid: true },
        { orient: 'left', scale: 'count', title: 'items', values: [0, largest], format: 'd' },
      ],
      marks: [DIAGONAL, COUNT_BARS, WHISKERS, POINTS],
    },
  });
}

const DIAGONAL: Mark = {
  type: 'rule',
  aria: false,
  encode: {
    enter: {
      x: { value: 0 },
      y: { value: SIDE },
      x2: { value: SIDE },
      y2: { value: 0 },
      stroke: { value: MUTED },
      strokeDash: { value: [4, 4] },
    },
  },
};

const COUNT_BARS: Mark = {
  type: 'rect',
  from: { data: 'bins' },
  encode: {
    enter: {
      x: { scale: 'probability', field: 'lower', offset: 1 },
      x2: { scale: 'probability', field: 'upper', offset: -1 },
      y: { scale: 'count', field: 'n' },
      y2: { scale: 'count', value: 0 },
      fill: { value: RULE },
      stroke: { value: MUTED },
      strokeWidth: { value: 0.5 },
      description: { field: 'text' },
    },
  },
};

const WHISKERS: Mark = {
  type: 'rule',
  aria: false,
  from: { data: 'whiskers' },
  encode: {
    enter: {
      x: { scale: 'probability', field: 'meanProbability' },
      y: { scale: 'share', field: 'low' },
      y2: { scale: 'share', field: 'high' },
      stroke: { value: INK },
    },
  },
};

const POINTS: Mark = {
  type: 'symbol',
  from: { data: 'points' },
  encode: {
    enter: {
      x: { scale: 'probability', field: 'meanProbability' },
      y: { scale: 'share', field: 'observed' },
      size: { value: 52 },
      fill: { value: ACCENT },
      description: { field: 'text' },
    },
  },
};

function binText({ lower, upper, n, meanProbability, observed, interval }: ReliabilityBin): string {
  const range = `${lower.toFixed(2)} to ${upper.toFixed(2)}: ${n} item${n === 1 ? '' : 's'}`;
  if (meanProbability === null || observed === null) return range;
  const around = interval ? ` [${interval[0].toFixed(2)}, ${interval[1].toFixed(2)}]` : '';
  return `${range}, predicted ${meanProbability.toFixed(2)}, observed ${observed.toFixed(2)}${around}`;
}
