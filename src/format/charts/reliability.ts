/**
 * Reliability diagram (Murphy & Winkler 1977): the observed share of hallucinations against the predicted
 * probability, a point a bin, with how many items each bin holds below. Calibrated probabilities lie on the
 * diagonal.
 */
import { scaleLinear } from 'd3-scale';
import type { ReliabilityBin } from '../../statistics/reliability-bins.ts';
import { escapeHtml } from '../html.ts';
import { counted, figure } from '../text.ts';
import { ACCENT, bottomAxis, element, group, INK, image, leftAxis, line, MUTED, mark, RULE } from './svg.ts';

export type Bins = readonly ReliabilityBin[];

const SIDE = 300;
const GAP = 14;
const COUNTS = 64;
const BOTTOM = SIDE + GAP + COUNTS;

/** @returns one `<svg>` element */
export function reliabilityChart(bins: Bins): string {
  const largest = Math.max(1, ...bins.map(({ n }) => n));
  const x = scaleLinear([0, 1], [0, SIDE]);
  const y = scaleLinear([0, 1], [SIDE, 0]);
  const count = scaleLinear([0, largest], [BOTTOM, SIDE + GAP]);
  return image(
    52 + SIDE + 14,
    10 + BOTTOM + 50,
    `Reliability diagram: ${bins.map(binText).join('; ')}`,
    group(
      52,
      10,
      leftAxis(y, y.ticks(5), 'observed share', SIDE),
      leftAxis(count, [0, largest], 'items'),
      bottomAxis(x, BOTTOM, 'predicted probability'),
      line([0, SIDE], [SIDE, 0], { 'stroke-dasharray': '4,4' }),
      ...bins.filter(({ n }) => n > 0).map((bin) => bar(bin, x, count)),
      ...bins.map((bin) => point(bin, x, y)),
    ),
  );
}

type Place = (value: number) => number;

function bar(bin: ReliabilityBin, x: Place, count: Place): string {
  const [left, right] = [x(bin.lower) + 1, x(bin.upper) - 1];
  const size = { x: left, y: count(bin.n), width: right - left, height: count(0) - count(bin.n) };
  const look = { fill: RULE, stroke: MUTED, 'stroke-width': 0.5 };
  return element('rect', { ...size, ...look }, element('title', {}, escapeHtml(binText(bin))));
}

function point(bin: ReliabilityBin, x: Place, y: Place): string {
  const { meanProbability, observed, interval } = bin;
  if (meanProbability === null || observed === null) return '';
  const at = x(meanProbability);
  const whisker = interval ? line([at, y(interval[0])], [at, y(interval[1])], { stroke: INK }) : '';
  return whisker + mark({ x: at, y: y(observed), fill: ACCENT, size: 52, title: binText(bin) });
}

function binText({ lower, upper, n, meanProbability, observed, interval }: ReliabilityBin): string {
  const range = `${figure(lower)} to ${figure(upper)}: ${counted(n, 'item')}`;
  if (meanProbability === null || observed === null) return range;
  const around = interval ? ` [${figure(interval[0])}, ${figure(interval[1])}]` : '';
  return `${range}, predicted ${figure(meanProbability)}, observed ${figure(observed)}${around}`;
}
