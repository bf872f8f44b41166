/** The tables of a benchmark report that hold metrics: methods are rows, metrics columns. */
import type { Figure } from '../format/document.ts';
import { MISSING } from '../format/text.ts';
import { plainTable, type TextTable } from '../format/text-table.ts';
import { bracketed, isClear, threeDecimals, withInterval } from '../format/figures.ts';
import {
  type BenchmarkReport,
  type Comparison,
  type LevelMetrics,
  METRICS,
  type MethodReport,
  type MetricName,
} from './benchmark-report.ts';
import type { Level } from './method-scores.ts';
import { LEVEL_TITLES, METRIC_TITLES, ORIGIN_TITLES, SHORT_TITLES } from './metric-words.ts';
import { COMPARED } from './paired-bootstrap.ts';

const ORIGINS: readonly MethodReport['origin'][] = [
  'hallugraph',
  'baseline',
  'recorded',
  'ablation',
  'part',
  'trivial',
];

const isMain = (name: MetricName): boolean => (COMPARED as readonly MetricName[]).includes(name);

export interface NamedMetrics {
  name: string;
  metrics: LevelMetrics;
}

interface Group {
  /** Absent for parts of a data set. */
  origin?: MethodReport['origin'];
  title: string | null;
  members: NamedMetrics[];
}

/** The methods that have figures at a level, by kind, in the order of the report. */
export function groupedMethods({ methods }: BenchmarkReport, level: Level): Group[] {
  const groups = ORIGINS.map((origin) => ({
    origin,
    title: origin === 'hallugraph' || origin === 'trivial' ? null : ORIGIN_TITLES[origin],
    members: Object.entries(methods).flatMap(([name, method]): NamedMetrics[] => {
      const metrics = method.levels[level];
      return metrics && method.origin === origin ? [{ name, metrics }] : [];
    }),
  }));
  return groups.filter(({ members }) => members.length > 0);
}

/** All metrics that some row has; base rate before average precision, coverage last. */
export function metricTable(
  groups: readonly Group[],
  { first, intervals }: { first: string; intervals: 'inline' | 'apart' },
): TextTable {
  const names = metricsOf(groups);
  const titles = intervals === 'inline' ? METRIC_TITLES : SHORT_TITLES;
  const [base, scored] = intervals === 'inline' ? ['base rate', 'scored'] : ['base', 'n'];
  return tableOf(groups, {
    header: [
      first,
      ...names.flatMap((name) => (name === 'averagePrecision' ? [base, titles[name]] : titles[name])),
      scored,
    ],
    cells: (metrics) => [
      ...names.flatMap((name) => {
        const interval = intervals === 'inline' && isMain(name) ? metrics.intervals[name] : null;
        const value = metrics.metrics[name];
        // empty where the metric does not apply
        const cell = value === undefined ? '' : withInterval(value, interval);
        return name === 'averagePrecision' ? [threeDecimals(metrics.baseRate), cell] : cell;
      }),
      coverage(metrics),
    ],
  });
}

export function intervalTable(groups: readonly Group[], first: string): TextTable {
  const names = metricsOf(groups).filter(isMain);
  return tableOf(groups, {
    header: [first, ...names.map((name) => SHORT_TITLES[name])],
    cells: ({ intervals }) => names.map((name) => (intervals[name] ? bracketed(intervals[name]) : MISSING)),
  });
}

function tableOf(
  groups: readonly Group[],
  { header, cells }: { header: string[]; cells: (metrics: LevelMetrics) => string[] },
): TextTable {
  const rows = groups.map(({ origin, title, members }) => ({
    ...{ title, marked: origin === 'hallugraph' },
    rows: members.map(({ name, metrics }) => [name, ...cells(metrics)]),
  }));
  return { header, groups: rows };
}

const metricsOf = (groups: readonly Group[]): MetricName[] =>
  METRICS.filter((name) =>
    groups.some(({ members }) => members.some(({ metrics }) => metrics.metrics[name] !== undefined)),
  );

const coverage = ({ n, abstained }: LevelMetrics): string =>
  abstained === 0 ? String(n) : `${n}/${n + abstained}`;

/** The ROC-AUC of the methods at a level as a chart; empty where no method has a value. */
export function forestFigure(report: BenchmarkReport, level: Level): Figure[] {
  const drawn: readonly Group['origin'][] = ['hallugraph', 'baseline', 'recorded'];
  const groups = groupedMethods(report, level).filter(({ origin }) => drawn.includes(origin));
  const rows = groups.flatMap(({ origin, members }) =>
    members.map(({ name: label, metrics: { metrics, intervals } }) => ({
      ...{ label, value: metrics.rocAuc ?? null, interval: intervals.rocAuc ?? null },
      marked: origin === 'hallugraph',
    })),
  );
  if (rows.every(({ value }) => value === null)) return [];
  const forest = { metric: 'ROC-AUC', reference: { value: 0.5, label: 'chance' }, rows };
  const caption = `ROC-AUC of each method, with its 95 % interval: ${LEVEL_TITLES[level].toLowerCase()}.`;
  return [{ chart: { kind: 'forest', forest }, caption }];
}

/** Every method against the first; * where the interval excludes 0. Null where there is none at the level. */
export function comparisonTable(
  { comparisons }: BenchmarkReport,
  level: Level,
  intervals: 'inline' | 'apart',
): TextTable | null {
  const ofLevel = comparisons.filter((one) => one.level === level);
  const names = COMPARED.filter((name) => ofLevel.some(({ metric }) => metric === name));
  if (names.length === 0) return null;
  const [titles, last, separator] =
    intervals === 'inline' ? [METRIC_TITLES, 'items of both', ' '] : [SHORT_TITLES, 'n', '\n'];
  const rows = [...new Set(ofLevel.map(({ method }) => method))].map((method) => {
    const own = ofLevel.filter((one) => one.method === method);
    const cells = names.map((name) => {
      const comparison = own.find(({ metric }) => metric === name);
      return differenceText(comparison, separator);
    });
    return [method, ...cells, String(own[0]?.n)];
  });
  return plainTable(['method', ...names.map((name) => `Δ ${titles[name]}`), last], rows);
}

function differenceText(comparison: Comparison | undefined, separator: string): string {
  if (!comparison) return '';
  const { difference, interval } = comparison;
  const value = `${signed(difference)}${isClear(interval) ? '*' : ''}`;
  return interval ? `${value}${separator}${bracketed(interval)}` : value;
}

function signed(value: number | null): string {
  const text = threeDecimals(value);
  return value !== null && value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}
