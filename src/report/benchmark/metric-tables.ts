/** All metrics of methods, or of parts of the data set, at one level. */
import {
  type BenchmarkReport,
  type LevelMetrics,
  METRICS,
  type MethodReport,
  type MetricName,
} from '../../benchmark/benchmark-report.ts';
import type { Level } from '../../benchmark/method-scores.ts';
import { type Cell, groupedTable, htmlTable } from '../../format/html.ts';
import { threeDecimals } from '../../format/three-decimals.ts';
import { METRIC_TITLES, ORIGIN_TITLES } from './metric-words.ts';
import { valueCell } from './value-cell.ts';

export type Origin = MethodReport['origin'];

/** The metrics of some kinds of methods at one level, grouped by kind; null where there are none. */
export function methodTable(
  { methods }: BenchmarkReport,
  level: Level,
  origins: readonly Origin[],
  caption: string,
): string | null {
  const groups = origins
    .map((origin) => ({ origin, rows: levelRows(methods, level, origin) }))
    .filter(({ rows }) => rows.length > 0);
  const columns = columnsOf(groups.flatMap(({ rows }) => rows.map(({ metrics }) => metrics)));
  if (groups.length === 0) return null;
  return groupedTable(
    ['method', ...columns.map((name) => METRIC_TITLES[name]), 'base rate', 'scored'],
    groups.map(({ origin, rows }) => ({
      title: origins.length === 1 || origin === 'hallugraph' ? null : ORIGIN_TITLES[origin],
      rows: rows.map(({ name, metrics }) => ({
        cells: [name, ...metricCells(metrics, columns)],
        marked: origin === 'hallugraph',
      })),
    })),
    caption,
  );
}

export function levelRows(
  methods: BenchmarkReport['methods'],
  level: Level,
  origin: Origin,
): { name: string; metrics: LevelMetrics }[] {
  return Object.entries(methods).flatMap(([name, method]) => {
    const metrics = method.levels[level];
    return method.origin === origin && metrics !== undefined ? [{ name, metrics }] : [];
  });
}

/** The metrics at least one row has. */
const columnsOf = (rows: readonly LevelMetrics[]): MetricName[] =>
  METRICS.filter((name) => rows.some(({ metrics }) => metrics[name] !== undefined));

const metricCells = (metrics: LevelMetrics, columns: readonly MetricName[]): Cell[] => [
  ...columns.map((name) => valueCell(metrics.metrics[name], metrics.intervals[name])),
  threeDecimals(metrics.baseRate),
  metrics.abstained === 0 ? String(metrics.n) : `${metrics.n}/${metrics.n + metrics.abstained}`,
];

/** The first method on the named parts of the data set. */
export function groupTable({ groups }: BenchmarkReport, level: Level, caption: string): string | null {
  const rows = groups.flatMap(({ group, levels }) => {
    const metrics = levels[level];
    return metrics ? [{ group, metrics }] : [];
  });
  if (rows.length === 0) return null;
  const columns = columnsOf(rows.map(({ metrics }) => metrics));
  return htmlTable(
    ['part', ...columns.map((name) => METRIC_TITLES[name]), 'base rate', 'scored'],
    rows.map(({ group, metrics }) => [group, ...metricCells(metrics, columns)]),
    caption,
  );
}
