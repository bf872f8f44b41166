/** Methods against the first of the report, by paired bootstrap. */
import {
  type BenchmarkReport,
  type Comparison,
  METRICS,
  type MetricName,
} from '../../benchmark/benchmark-report.ts';
import type { Level } from '../../benchmark/method-scores.ts';
import { type Cell, htmlTable } from '../../format/html.ts';
import type { Origin } from './metric-tables.ts';
import { METRIC_TITLES } from './metric-words.ts';
import { valueCell } from './value-cell.ts';

export interface ComparisonOptions {
  origins: readonly Origin[];
  caption: string;
  /** Whether the largest loss comes first, instead of the order of the report. */
  byEffect?: boolean;
}

/** Methods of some kinds against the first, a metric a column; null where there are none. */
export function comparisonTable(
  { methods, comparisons }: BenchmarkReport,
  level: Level,
  { origins, caption, byEffect = false }: ComparisonOptions,
): string | null {
  const isWanted = (method: string) => origins.some((origin) => methods[method]?.origin === origin);
  const ofLevel = comparisons.filter(
    (comparison) => comparison.level === level && isWanted(comparison.method),
  );
  if (ofLevel.length === 0) return null;
  const columns = METRICS.filter((name) => ofLevel.some(({ metric }) => metric === name));
  const rows = [...new Set(ofLevel.map(({ method }) => method))].map((method) => {
    const own = ofLevel.filter((comparison) => comparison.method === method);
    return {
      effect: own.find(({ metric }) => metric === columns[0])?.difference ?? null,
      cells: comparisonRow(method, own, columns),
    };
  });
  if (byEffect) rows.sort((left, right) => (left.effect ?? Infinity) - (right.effect ?? Infinity));
  return htmlTable(
    ['method', ...columns.map((name) => `Δ ${METRIC_TITLES[name]}`), 'items of both'],
    rows.map(({ cells }) => cells),
    caption,
  );
}

function comparisonRow(method: string, own: readonly Comparison[], columns: readonly MetricName[]): Cell[] {
  const differences = columns.map((name): Cell => {
    const comparison = own.find(({ metric }) => metric === name);
    return comparison ? differenceCell(comparison) : '';
  });
  return [method, ...differences, String(Math.max(...own.map(({ n }) => n)))];
}

/** With a star where the interval leaves out 0. */
function differenceCell({ difference, interval }: Comparison): Cell {
  const sure = interval !== null && (interval[0] > 0 || interval[1] < 0);
  return valueCell(difference, interval, { sign: true, mark: sure ? '*' : '' });
}
