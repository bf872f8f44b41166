/** The scores of methods as drawings: curves of all, and details of one. */
import { reliabilityBins, type ReliabilityBin } from '../../statistics/probability-metrics.ts';
import type { ScoredMethod } from '../charts.ts';
import { counted, figure } from '../figures.ts';
import { frame, plotOf, roundAxis } from './axis.ts';
import { type Drawing, element, line, polyline, type Shape } from './drawing.ts';

interface UnitSquare {
  description: string;
  across: string;
  up: string;
  /** Room on the right, where it is not the usual. */
  right?: number;
}

/** A square from 0 to 1 both ways. @param draw places points of it */
function unitSquare(
  { description, across, up, right }: UnitSquare,
  draw: (place: (point: readonly [number, number]) => [number, number]) => readonly Shape[],
): Drawing {
  const plot = plotOf(SIDE, SIDE, right);
  const [x, y] = [roundAxis([0, 1], plot.across), roundAxis([0, 1], plot.up)];
  const shapes = draw(([one, other]) => [x.at(one), y.at(other)]);
  return { description, size: plot.size, shapes: [...frame(plot, [x, across], [y, up]), ...shapes] };
}

export const SIDE = 180;

export type Points = readonly (readonly [number, number])[];

export interface Curve {
  points: Points;
  /** Its class, or attributes of its own. */
  look: Shape['attributes'];
}

export type CurveKind = 'roc' | 'precisionRecall';

const AXES: Readonly<Record<CurveKind, Pick<UnitSquare, 'across' | 'up'>>> = {
  roc: { across: 'share of factual ones flagged', up: 'share of errors found' },
  precisionRecall: { across: 'share of errors found', up: 'share of flags that are right' },
};

/** Curves from the back to the front; the diagonal of a ROC curve is chance. */
export const curvesDrawing = (
  kind: CurveKind,
  description: string,
  curves: readonly Curve[],
  right?: number,
): Drawing =>
  unitSquare({ description, ...AXES[kind], ...(right !== undefined && { right }) }, (place) => [
    ...(kind === 'roc' ? [line(place([0, 0]), place([1, 1]), 'diagonal')] : []),
    ...curves.map(({ points, look }) => polyline(points.map(place), { class: 'curve', ...look })),
  ]);

/** How well the probabilities of a method are calibrated; null for one that gives none. */
export function calibrationOf({ name, items }: Pick<ScoredMethod, 'name' | 'items'>): Drawing | null {
  const known = items.flatMap(([, positive, probability]) =>
    probability === null ? [] : [{ probability, positive }],
  );
  return known.length === 0 ? null : reliabilityDrawing(reliabilityBins(known), `Calibration of ${name}`);
}

const LARGEST = 9;

/**
 * Reliability diagram (Murphy & Winkler 1977): the observed share of hallucinations against the predicted
 * probability, a point a bin, the larger the more items it holds, with its 95 % interval. Calibrated probabilities lie
 * on the diagonal.
 */
export function reliabilityDrawing(bins: readonly ReliabilityBin[], title: string): Drawing {
  const filled = bins.filter(({ n }) => n > 0);
  const largest = Math.max(1, ...filled.map(({ n }) => n));
  const description = `${title}. ${filled.map(binWords).join('; ')}`;
  const axes = { across: 'shown probability', up: 'share that is non-factual' };
  return unitSquare({ description, ...axes }, (place) => [
    line(place([0, 0]), place([1, 1]), 'diagonal'),
    ...filled.flatMap((bin) => {
      const { meanProbability, observed, interval, n } = bin;
      const [low, high] = interval ?? [observed ?? 0, observed ?? 0];
      const across = meanProbability ?? 0;
      const [cx, cy] = place([across, observed ?? 0]);
      const point = { class: 'point', cx, cy, r: 2 + LARGEST * Math.sqrt(n / largest) };
      return [
        line(place([across, low]), place([across, high]), 'whisker'),
        element('circle', point, element('title', {}, binWords(bin))),
      ];
    }),
  ]);
}

function binWords({ lower, upper, n, meanProbability, observed, interval }: ReliabilityBin): string {
  const around = interval === null ? '' : ` [${figure(interval[0])}, ${figure(interval[1])}]`;
  return `${figure(lower)} to ${figure(upper)}: ${counted(n, 'item')}, shown ${figure(meanProbability)}, non-factual ${figure(observed)}${around}`;
}
