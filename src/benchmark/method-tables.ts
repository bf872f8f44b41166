/** The tables of a benchmark report that hold metrics: methods are rows, metrics columns. */
import { METRIC_TITLES, ORIGIN_TITLES } from '../report/benchmark/metric-words.ts';
import { MISSING } from '../format/text.ts';
import { bracketed, threeDecimals } from '../format/three-decimals.ts';
import {
  type BenchmarkReport,
  type Comparison,
  type LevelMetrics,
  METRICS,
  type MethodReport,
  type MetricName,
} from './benchmark-report.ts';
import type { Interval } from '../statistics/bootstrap.ts';
import type { Level } from './method-scores.ts';
import { COMPARED } from './paired-bootstrap.ts';
import type { TextTable } from '../format/text-table.ts';

/** Kinds of methods in the order of the tables. */
const ORIGINS: readonly MethodReport['origin'][] = [
  'hallugraph',
  'baseline',
  'recorded',
  'ablation',
  'part',
  'trivial',
];

/** For a terminal; `SHORT_TITLES_LEGEND` explains them. */
const SHORT_TITLES: Record<MetricName, string> = {
  rocAuc: 'AUC',
  averagePrecision: 'AP',
  factualAveragePrecision: 'fAP',
  f1: 'F1',
  precision: 'P',
  recall: 'R',
  accuracy: 'Acc',
  balancedAccuracy: 'bAcc',
  pearson: 'Pears',
  spearman: 'Spear',
  calibrationError: 'ECE',
};

export const SHORT_TITLES_LEGEND =
  'AUC: ROC-AUC. base: share of non-factual items, AP by chance. AP, fAP: average precision of the non-factual and of ' +
  'the factual class. P, R: precision, recall. bAcc: balanced accuracy. n: items with a score / labelled items.';

/** The main metrics, shown with their intervals. */
const isMain = (name: MetricName): boolean => (COMPARED as readonly MetricName[]).includes(name);

/** One row of a table. */
export interface NamedMetrics {
  name: string;
  metrics: LevelMetrics;
}

type Groups = { title: string | null; members: NamedMetrics[] }[];

/** The methods that have figures at a level, by kind, in the order of the report. */
export function groupedMethods({ methods }: BenchmarkReport, level: Level): Groups {
  const groups = ORIGINS.map((origin) => ({
    title: origin === 'hallugraph' || origin === 'trivial' ? null : ORIGIN_TITLES[origin],
    members: Object.entries(methods).flatMap(([name, method]): NamedMetrics[] => {
      const metrics = method.levels[level];
      return metrics && method.origin === origin ? [{ name, metrics }] : [];
    }),
  }));
  return groups.filter(({ members }) => members.length > 0);
}

/** All metrics that some row has, the base rate before average precision, coverage last. */
export function metricTable(
  groups: Groups,
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
        const cell = withInterval(shortValue(metrics, name), interval);
        return name === 'averagePrecision' ? [threeDecimals(metrics.baseRate), cell] : cell;
      }),
      coverage(metrics),
    ],
  });
}

/** The 95 % intervals of the main metrics, for where they do not fit beside the values. */
export function intervalTable(groups: Groups, first: string): TextTable {
  const names = metricsOf(groups).filter(isMain);
  return tableOf(groups, {
    header: [first, ...names.map((name) => SHORT_TITLES[name])],
    cells: ({ intervals }) => names.map((name) => (intervals[name] ? bracketed(intervals[name]) : MISSING)),
  });
}

function tableOf(
  groups: Groups,
  { header, cells }: { header: string[]; cells: (metrics: LevelMetrics) => string[] },
): TextTable {
  const rows = groups.map(({ title, members }) => ({
    title,
    rows: members.map(({ name, metrics }) => [name, ...cells(metrics)]),
  }));
  return { header, groups: rows };
}

const metricsOf = (groups: Groups): MetricName[] =>
  METRICS.filter((name) =>
    groups.some(({ members }) => members.some(({ metrics }) => metrics.metrics[name] !== undefined)),
  );

/** Empty where the metric does not apply. */
const shortValue = ({ metrics }: LevelMetrics, name: MetricName): string =>
  metrics[name] === undefined ? '' : threeDecimals(metrics[name]);

const coverage = ({ n, abstained }: LevelMetrics): string =>
  abstained === 0 ? String(n) : `${n}/${n + abstained}`;

/** Every method against the first; a star where the interval leaves out 0. Null where there is none at the level. */
export function comparisonTable(
  { comparisons }: BenchmarkReport,
  level: Level,
  intervals: 'inline' | 'apart',
): TextTable | null {
  const ofLevel = comparisons.filter((one) => one.level === level);
  const names = COMPARED.filter((name) => ofLevel.some(({ metric }) => metric === name));
  if (names.length === 0) return null;
  const titles = intervals === 'inline' ? METRIC_TITLES : SHORT_TITLES;
  const rows = [...new Set(ofLevel.map(({ method }) => method))].map((method) => {
    const own = ofLevel.filter((one) => one.method === method);
    const cells = names.map((name) =>
      differenceText(
        own.find(({ metric }) => metric === name),
        intervals === 'inline' ? ' ' : '\n',
      ),
    );
    return [method, ...cells, String(own[0]?.n)];
  });
  return {
    header: [
      'method',
      ...names.map((name) => `Δ ${titles[name]}`),
      intervals === 'inline' ? 'items of both' : 'n',
    ],
    groups: [{ title: null, rows }],
  };
}

function differenceText(comparison: Comparison | undefined, separator: string): string {
  if (!comparison) return '';
  const { difference, interval } = comparison;
  const isClear = interval !== null && (interval[0] > 0 || interval[1] < 0);
  const value = `${signed(difference)}${isClear ? '*' : ''}`;
  return withInterval(value, interval, separator);
}

/** What is above 0 has a plus. */
function signed(value: number | null): string {
  const text = threeDecimals(value);
  return value !== null && value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

const withInterval = (text: string, interval: Interval | undefined, separator = ' '): string =>
  interval ? `${text}${separator}${bracketed(interval)}` : text;
