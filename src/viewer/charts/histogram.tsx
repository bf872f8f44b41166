/** How many items lie where, of two kinds on top of each other. */
import { scaleLinear } from 'd3-scale';
import type { ComponentChildren } from 'preact';
import { figure } from '../../format/figures.ts';
import { AxisTitles, Grid, MARGIN } from './frame.tsx';

const BINS = 20;
const [WIDTH, HEIGHT] = [520, 200];

export interface HistogramItem {
  value: number;
  /** Of the kind that is set off. */
  isSetOff: boolean;
}

interface HistogramProps {
  items: readonly HistogramItem[];
  /** At least this far; further where a value is. */
  range?: readonly number[];
  threshold?: number | null;
  /** What is counted, for those who do not see it. */
  description: string;
  /** Of the axis. */
  across: string;
  caption: ComponentChildren;
}

export function Histogram({
  items,
  range = [],
  threshold = null,
  description,
  across,
  caption,
}: HistogramProps) {
  const values = [...range, ...items.map(({ value }) => value)];
  const least = values.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  const most = values.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
  const span = most - least || 1;
  const bins = Array.from({ length: BINS }, () => ({ setOff: 0, others: 0 }));
  for (const { value, isSetOff } of items) {
    const bin = bins[Math.min(BINS - 1, Math.floor((BINS * (value - least)) / span))];
    if (bin !== undefined) bin[isSetOff ? 'setOff' : 'others'] += 1;
  }
  const place = scaleLinear([0, BINS], [MARGIN.left, WIDTH - MARGIN.right]);
  const x = scaleLinear([least, least + span], [MARGIN.left, WIDTH - MARGIN.right]);
  const highest = Math.max(...bins.map(({ setOff, others }) => setOff + others));
  const y = scaleLinear([0, highest], [HEIGHT - MARGIN.bottom, MARGIN.top]).nice();
  const bar = (look: string, index: number, from: number, to: number) => (
    <rect
      class={look}
      x={place(index) + 1}
      width={place(1) - place(0) - 2}
      y={y(to)}
      height={y(from) - y(to)}
    />
  );
  return (
    <figure class="histogram">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={description}>
        <Grid x={x} y={y} wholeY />
        {bins.map(({ setOff, others }, index) => (
          <g key={place(index)}>
            {bar('bar-other', index, 0, others)}
            {bar('bar-set-off', index, others, others + setOff)}
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
        {caption}
        {threshold !== null && ` · dashed: the threshold ${figure(threshold)}`}
      </figcaption>
    </figure>
  );
}

/** What the two colours stand for. */
export const Keys = ({ setOff, others }: { setOff: string; others: string }) => (
  <>
    <span class="key key-set-off" /> {setOff} <span class="key key-other" /> {others}
  </>
);
