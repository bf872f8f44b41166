/** Charts of the overview, as SVG on d3-scale; the same figures stand in words or tables beside them. */
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import type { ComponentChildren } from 'preact';
import { figure } from '../format/figures.ts';
import type { ViewRow } from '../report/view/view-data.ts';
import { averagePrecision, rocAuc } from '../statistics/ranking.ts';
import { reliabilityBins } from '../statistics/reliability-bins.ts';
import { precisionRecall, rocPoints } from './ranking-points.ts';

const BINS = 20;
const [WIDTH, HEIGHT] = [520, 200];
const MARGIN = { left: 34, right: 10, top: 10, bottom: 34 };

/** How many passages have which support, by what the verdict is. */
export function Histogram({ rows, threshold }: { rows: readonly ViewRow[]; threshold: number | null }) {
  const scored = rows.filter(({ score }) => score !== null);
  if (scored.length === 0) return <p>No passage has a score.</p>;
  const [least, most] = [
    Math.min(0, ...scored.map(({ score }) => score as number)),
    Math.max(1, ...scored.map(({ score }) => score as number)),
  ];
  const bins = Array.from({ length: BINS }, () => ({ flagged: 0, others: 0 }));
  for (const { score, label } of scored) {
    const place = Math.floor((BINS * ((score as number) - least)) / (most - least));
    const bin = bins[Math.min(BINS - 1, place)];
    if (bin !== undefined) bin[label === 'hallucinated' ? 'flagged' : 'others'] += 1;
  }
  const x = scaleLinear([0, BINS], [MARGIN.left, WIDTH - MARGIN.right]);
  const value = scaleLinear([least, most], [MARGIN.left, WIDTH - MARGIN.right]);
  const highest = Math.max(...bins.map(({ flagged, others }) => flagged + others));
  const y = scaleLinear([0, highest], [HEIGHT - MARGIN.bottom, MARGIN.top]).nice();
  const flagged = scored.filter(({ label }) => label === 'hallucinated').length;
  const label = `Histogram of the support of ${scored.length} passages, ${flagged} of them hallucinated`;
  return (
    <figure>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        <Grid x={value} y={y} width={WIDTH} height={HEIGHT} wholeY />
        {bins.map(({ flagged, others }, index) => (
          <g key={x(index)}>
            <rect
              class="bar-other"
              x={x(index) + 1}
              width={x(1) - x(0) - 2}
              y={y(others)}
              height={y(0) - y(others)}
            />
            <rect
              class="bar-flagged"
              x={x(index) + 1}
              width={x(1) - x(0) - 2}
              y={y(flagged + others)}
              height={y(0) - y(flagged)}
            />
          </g>
        ))}
        {threshold !== null && (
          <line
            class="threshold"
            x1={value(threshold)}
            x2={value(threshold)}
            y1={MARGIN.top}
            y2={HEIGHT - MARGIN.bottom}
          />
        )}
        <text class="axis" x={WIDTH / 2} y={HEIGHT - 4} text-anchor="middle">
          support: 0 contradicted, 1 supported
        </text>
      </svg>
      <figcaption>
        <span class="key key-flagged" /> hallucinated <span class="key key-other" /> others
        {threshold !== null && ` · dashed: the threshold ${figure(threshold)}`}
      </figcaption>
    </figure>
  );
}

const SQUARE = 220;
const unit = () => ({
  x: scaleLinear([0, 1], [MARGIN.left, SQUARE - MARGIN.right]),
  y: scaleLinear([0, 1], [SQUARE - MARGIN.bottom, MARGIN.top]),
});

/** ROC, or precision by recall, of the scores against the gold labels. */
export function RankingChart({ kind, rows }: { kind: 'roc' | 'precision-recall'; rows: readonly ViewRow[] }) {
  const points = kind === 'roc' ? rocPoints(rows) : precisionRecall(rows);
  if (points.length === 0) return null;
  const items = rows.flatMap(({ score, gold }) =>
    score === null || gold === null ? [] : [{ score: -score, positive: gold }],
  );
  const { value: area } = kind === 'roc' ? rocAuc(items) : averagePrecision(items);
  const [title, across, up] =
    kind === 'roc'
      ? [`ROC, area ${figure(area)}`, 'false alarms', 'errors found']
      : [`Precision and recall, average precision ${figure(area)}`, 'recall', 'precision'];
  return (
    <UnitChart title={title} across={across} up={up}>
      <path class="curve" d={pathOf(points)} />
      {kind === 'roc' && (
        <path
          class="diagonal"
          d={pathOf([
            [0, 0],
            [1, 1],
          ])}
        />
      )}
    </UnitChart>
  );
}

/** How often passages of a shown chance are wrong indeed; nothing without a calibration. */
export function CalibrationChart({ rows }: { rows: readonly ViewRow[] }) {
  const items = rows.flatMap(({ chance, gold }) =>
    chance === null || gold === null ? [] : [{ probability: chance, positive: gold }],
  );
  if (items.length === 0) return null;
  const bins = reliabilityBins(items).filter(({ n }) => n > 0);
  const { x, y } = unit();
  return (
    <UnitChart title="Calibration" across="shown chance" up="share that is wrong">
      <path
        class="diagonal"
        d={pathOf([
          [0, 0],
          [1, 1],
        ])}
      />
      {bins.map(({ lower, meanProbability, observed, n }) => (
        <circle
          key={lower}
          class="point"
          cx={x(meanProbability ?? 0)}
          cy={y(observed ?? 0)}
          r={3 + Math.sqrt(n)}
        />
      ))}
    </UnitChart>
  );
}

function pathOf(points: readonly [number, number][]): string {
  const { x, y } = unit();
  return (
    line<[number, number]>(
      ([across]) => x(across),
      ([, up]) => y(up),
    )([...points]) ?? ''
  );
}

interface UnitChartProps {
  title: string;
  across: string;
  up: string;
  children: ComponentChildren;
}

function UnitChart({ title, across, up, children }: UnitChartProps) {
  const { x, y } = unit();
  return (
    <figure>
      <svg viewBox={`0 0 ${SQUARE} ${SQUARE}`} role="img" aria-label={title}>
        <Grid x={x} y={y} width={SQUARE} height={SQUARE} ticks={4} />
        {children}
        <text class="axis" x={SQUARE / 2} y={SQUARE - 4} text-anchor="middle">
          {across}
        </text>
      </svg>
      <figcaption>
        {title} (up: {up})
      </figcaption>
    </figure>
  );
}

type Scale = ReturnType<typeof scaleLinear<number, number>>;

function Grid({
  x,
  y,
  width,
  height,
  ticks = 5,
  wholeY = false,
}: {
  x: Scale;
  y: Scale;
  width: number;
  height: number;
  ticks?: number;
  /** Upwards stand counts. */
  wholeY?: boolean;
}) {
  const upwards = y.ticks(ticks).filter((tick) => !wholeY || Number.isInteger(tick));
  return (
    <g>
      {upwards.map((tick) => (
        <g key={tick}>
          <line class="grid" x1={MARGIN.left} x2={width - MARGIN.right} y1={y(tick)} y2={y(tick)} />
          <text class="tick" x={MARGIN.left - 5} y={y(tick) + 4} text-anchor="end">
            {tick}
          </text>
        </g>
      ))}
      {x.ticks(ticks).map((tick) => (
        <text key={tick} class="tick" x={x(tick)} y={height - MARGIN.bottom + 14} text-anchor="middle">
          {tick}
        </text>
      ))}
    </g>
  );
}
