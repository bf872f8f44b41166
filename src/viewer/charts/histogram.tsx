/** A stacked histogram of several kinds of items. */
import { scaleLinear } from 'd3-scale';
import { figure } from '../../format/figures.ts';
import { AxisTitles, Grid, MARGIN } from './frame.tsx';

const BINS = 20;
const [WIDTH, HEIGHT] = [520, 200];

export interface Kind {
  name: string;
  /** The style of its bars. */
  look: 'set-off' | 'by-fact' | 'unsure' | 'other';
  values: readonly number[];
}

interface HistogramProps {
  /** From the bottom of the bars to their top. */
  kinds: readonly Kind[];
  /** Minimum range; extended to all values. */
  range?: readonly number[];
  threshold?: number | null;
  /** What is counted, for screen readers. */
  description: string;
  across: string;
}

export function Histogram({ kinds, range = [], threshold = null, description, across }: HistogramProps) {
  const values = [...range, ...kinds.flatMap((kind) => kind.values)];
  const least = values.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  const most = values.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
  const span = most - least || 1;
  const counts = kinds.map((kind) => countsOf(kind.values, least, span));
  const below = (kind: number, bin: number): number =>
    counts.slice(0, kind).reduce((sum, own) => sum + (own[bin] ?? 0), 0);
  const highest = Math.max(...Array.from({ length: BINS }, (_, bin) => below(kinds.length, bin)));
  const place = scaleLinear([0, BINS], [MARGIN.left, WIDTH - MARGIN.right]);
  const x = scaleLinear([least, least + span], [MARGIN.left, WIDTH - MARGIN.right]);
  const y = scaleLinear([0, highest], [HEIGHT - MARGIN.bottom, MARGIN.top]).nice();
  return (
    <figure class="histogram">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={description}>
        <Grid x={x} y={y} wholeY />
        {kinds.map(({ name, look }, kind) => (
          <g key={name} class={`bar-${look}`}>
            {counts[kind]?.map((count, bin) => (
              <rect
                key={place(bin)}
                x={place(bin) + 1}
                width={place(1) - place(0) - 2}
                y={y(below(kind, bin) + count)}
                height={y(0) - y(count)}
              />
            ))}
          </g>
        ))}
        {threshold !== null && (
          <line
            class="threshold"
            x1={x(threshold)}
            x2={x(threshold)}
            y1={MARGIN.top}
            y2={HEIGHT - MARGIN.bottom}
          />
        )}
        <AxisTitles x={x} y={y} across={across} />
      </svg>
      <figcaption>
        {kinds.map(({ name, look, values: own }) => (
          <span key={name}>
            <span class={`key key-${look}`} /> {name} ({own.length}){' '}
          </span>
        ))}
        {threshold !== null && `dashed: the threshold of a whole passage, ${figure(threshold)}`}
      </figcaption>
    </figure>
  );
}

function countsOf(values: readonly number[], least: number, span: number): number[] {
  const counts = Array.from({ length: BINS }, () => 0);
  for (const value of values) {
    const bin = Math.min(BINS - 1, Math.floor((BINS * (value - least)) / span));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts;
}
