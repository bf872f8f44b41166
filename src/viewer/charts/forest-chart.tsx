/** Forest plot: one metric of many methods, a dot with its 95 % interval a method. */
import { scaleLinear } from 'd3-scale';
import type { Forest, ForestRow } from '../../format/charts.ts';
import { withInterval } from '../../format/figures.ts';
import { short } from '../words.ts';
import { AxisTitles } from './frame.tsx';

const ROW = 22;
const TOP = 22;
const LABELS = 190;
const PLOT = 360;
const FIGURES = 165;

const wordsOf = ({ label, value, interval }: ForestRow): string =>
  `${label}: ${withInterval(value, interval)}`;

export function ForestChart({ forest: { metric, reference, rows } }: { forest: Forest }) {
  const known = rows.flatMap(({ value, interval }) => [value ?? [], interval ?? []].flat());
  const [least, most] = [Math.min(reference.value, ...known), Math.max(reference.value, ...known)];
  const x = scaleLinear([least, least === most ? least + 0.1 : most], [LABELS, LABELS + PLOT]).nice(6);
  const bottom = TOP + rows.length * ROW;
  const y = scaleLinear([0, rows.length], [bottom, TOP]);
  return (
    <svg
      class="forest"
      viewBox={`0 0 ${LABELS + PLOT + FIGURES} ${bottom + 40}`}
      role="img"
      aria-label={`${metric}. ${rows.map(wordsOf).join('; ')}`}
    >
      {x.ticks(6).map((tick) => (
        <g key={tick}>
          <line class="grid" x1={x(tick)} x2={x(tick)} y1={TOP} y2={bottom} />
          <text class="tick" x={x(tick)} y={bottom + 14} text-anchor="middle">
            {x.tickFormat(6)(tick)}
          </text>
        </g>
      ))}
      <line class="diagonal" x1={x(reference.value)} x2={x(reference.value)} y1={TOP} y2={bottom} />
      <text class="tick" x={x(reference.value)} y={TOP - 7} text-anchor="middle">
        {reference.label}
      </text>
      {rows.map((row, index) => (
        <Row key={row.label} row={row} y={TOP + (index + 0.5) * ROW} x={x} />
      ))}
      <AxisTitles x={x} y={y} across={metric} />
    </svg>
  );
}

function Row({ row, x, y }: { row: ForestRow; x: (value: number) => number; y: number }) {
  const { label, value, interval, marked } = row;
  return (
    <g class="forest-row" data-marked={marked || undefined}>
      <text x={LABELS - 12} y={y + 4} text-anchor="end">
        {short(label)}
      </text>
      {interval !== null && <line x1={x(interval[0])} x2={x(interval[1])} y1={y} y2={y} />}
      {value !== null && (
        <circle cx={x(value)} cy={y} r={4}>
          <title>{wordsOf(row)}</title>
        </circle>
      )}
      <text x={LABELS + PLOT + 12} y={y + 4}>
        {withInterval(value, interval)}
      </text>
    </g>
  );
}
