/** Shared parts of charts: SVG on scales of d3, with the same figures in words or tables. */
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import type { ComponentChildren } from 'preact';

export type Scale = ReturnType<typeof scaleLinear<number, number>>;

/** Around the drawing, in the units of the image. */
export const MARGIN = { left: 46, right: 24, top: 10, bottom: 42 };
const SQUARE = 240;

/** Both directions of a square from 0 to 1. */
export const unit = () => ({
  x: scaleLinear([0, 1], [MARGIN.left, SQUARE - MARGIN.right]),
  y: scaleLinear([0, 1], [SQUARE - MARGIN.bottom, MARGIN.top]),
});

export function UnitLine({ points, look }: { points: readonly (readonly [number, number])[]; look: string }) {
  const { x, y } = unit();
  const draw = line<readonly [number, number]>(
    ([across]) => x(across),
    ([, up]) => y(up),
  );
  return <path class={look} d={draw(points) ?? ''} />;
}

export const Diagonal = () => (
  <UnitLine
    look="diagonal"
    points={[
      [0, 0],
      [1, 1],
    ]}
  />
);

interface UnitChartProps {
  title: string;
  across: string;
  up: string;
  /** Description for screen readers; default: the title. */
  description?: string;
  children: ComponentChildren;
}

export function UnitChart({ title, across, up, description = title, children }: UnitChartProps) {
  const { x, y } = unit();
  return (
    <figure class="unit">
      <svg viewBox={`0 0 ${SQUARE} ${SQUARE}`} role="img" aria-label={description}>
        <Grid x={x} y={y} ticks={5} />
        {children}
        <AxisTitles {...{ x, y, across, up }} />
      </svg>
      <figcaption>{title}</figcaption>
    </figure>
  );
}

interface AxisTitlesProps {
  x: Scale;
  y: Scale;
  across: string;
  up?: string;
}

export function AxisTitles({ x, y, across, up }: AxisTitlesProps) {
  const [left = 0, right = 0] = x.range();
  const [bottom = 0, top = 0] = y.range();
  return (
    <>
      <text class="axis" x={(left + right) / 2} y={bottom + 38} text-anchor="middle">
        {across}
      </text>
      {up !== undefined && (
        <text
          class="axis"
          text-anchor="middle"
          transform={`translate(${left - 36} ${(bottom + top) / 2}) rotate(-90)`}
        >
          {up}
        </text>
      )}
    </>
  );
}

interface GridProps {
  x: Scale;
  y: Scale;
  ticks?: number;
  /** Whether the vertical axis has counts. */
  wholeY?: boolean;
}

const WHOLE = new Intl.NumberFormat('en');
const BROKEN = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 6 });

/** Two decimals like all figures, more where needed; none for counts. */
const written = (ticks: readonly number[]) => (ticks.every(Number.isInteger) ? WHOLE : BROKEN).format;

export function Grid({ x, y, ticks = 5, wholeY = false }: GridProps) {
  const upwards = y.ticks(ticks).filter((tick) => !wholeY || Number.isInteger(tick));
  const across = x.ticks(ticks);
  const [left = 0, right = 0] = x.range();
  const [bottom = 0] = y.range();
  return (
    <g>
      {upwards.map((tick) => (
        <g key={tick}>
          <line class="grid" x1={left} x2={right} y1={y(tick)} y2={y(tick)} />
          <text class="tick" x={left - 5} y={y(tick) + 4} text-anchor="end">
            {written(upwards)(tick)}
          </text>
        </g>
      ))}
      {across.map((tick) => (
        <text key={tick} class="tick" x={x(tick)} y={bottom + 20} text-anchor="middle">
          {written(across)(tick)}
        </text>
      ))}
    </g>
  );
}
