/** A stacked histogram of several kinds of items. */
import type { ScoredMethod } from '../charts.ts';
import { frame, plotOf, roundAxis } from './axis.ts';
import { type Drawing, element, line } from './drawing.ts';

const BINS = 20;
const [WIDTH, HEIGHT] = [450, 148];

export interface Kind {
  name: string;
  /** The style of its bars. */
  look: 'set-off' | 'by-fact' | 'unsure' | 'other';
  values: readonly number[];
}

export interface Histogram {
  /** From the bottom of the bars to their top; with at least one value. */
  kinds: readonly Kind[];
  /** Minimum range; extended to all values. */
  range?: readonly number[];
  threshold?: number | null;
  /** What is counted. */
  description: string;
  across: string;
}

/** @param right room on the right, where it is not the usual */
export function histogramDrawing(
  { kinds, range = [], threshold = null, description, across }: Histogram,
  right?: number,
): Drawing {
  const values = [...range, ...kinds.flatMap((kind) => kind.values)];
  const least = values.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  const most = values.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
  const span = most - least || 1;
  const counts = kinds.map((kind) => countsOf(kind.values, least, span));
  const below = (kind: number, bin: number): number =>
    counts.slice(0, kind).reduce((sum, own) => sum + (own[bin] ?? 0), 0);
  const highest = Math.max(...Array.from({ length: BINS }, (_, bin) => below(kinds.length, bin)));
  const plot = plotOf(WIDTH, HEIGHT, right);
  const x = roundAxis([least, least + span], plot.across);
  const y = roundAxis([0, highest], plot.up, Math.min(5, highest));
  const place = (bin: number) => x.at(least + (bin / BINS) * span);
  const bars = kinds.flatMap(({ look }, kind) =>
    (counts[kind] ?? []).flatMap((count, bin) => {
      const corner = { x: place(bin) + 1, y: y.at(below(kind, bin) + count) };
      const sides = { width: place(bin + 1) - place(bin) - 2, height: y.at(0) - y.at(count) };
      return count === 0 ? [] : [element('rect', { class: `bar-${look}`, ...corner, ...sides })];
    }),
  );
  const rule =
    threshold === null
      ? []
      : [line([x.at(threshold), plot.up[0]], [x.at(threshold), plot.up[1]], 'threshold')];
  return { description, size: plot.size, shapes: [...frame(plot, [x, across], [y]), ...bars, ...rule] };
}

function countsOf(values: readonly number[], least: number, span: number): number[] {
  const counts = Array.from({ length: BINS }, () => 0);
  for (const value of values) {
    const bin = Math.min(BINS - 1, Math.floor((BINS * (value - least)) / span));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts;
}

/** The risks of a method, non-factual items on top of factual ones. @param risk what it is, in words */
export function riskHistogram(
  { name, items }: Pick<ScoredMethod, 'name' | 'items'>,
  risk = `risk by ${name}`,
): Histogram {
  const riskOf = (isWrong: boolean) =>
    items.filter(([, positive]) => positive === isWrong).map(([value]) => value);
  return {
    kinds: [
      { name: 'factual', look: 'other', values: riskOf(false) },
      { name: 'non-factual', look: 'set-off', values: riskOf(true) },
    ],
    description: `Risk by ${name} of ${items.length} labelled items`,
    across: `${risk} → more suspicious`,
  };
}
