/** A benchmark report as a document. */
import type { Document, Figure, Section } from '../format/document.ts';
import { groupBy } from '../common/group-by.ts';
import { partLines } from '../scoring/part-names.ts';
import { ORIGIN_TITLE, originLines } from '../format/run-origin.ts';
import { MISSING } from '../format/text.ts';
import { plainTable } from '../format/text-table.ts';
import { threeDecimals } from '../format/figures.ts';
import type { BenchmarkReport, LevelMetrics, MetricName } from './benchmark-report.ts';
import { LEVELS, type Level } from './method-scores.ts';
import {
  comparisonTable,
  forestFigure,
  groupedMethods,
  intervalTable,
  metricTable,
  type NamedMetrics,
} from './method-tables.ts';
import { LEVEL_TITLES, METRIC_TITLES, SHORT_TITLES_LEGEND } from './metric-words.ts';
import { referenceSections } from './reference-sections.ts';
import type { ThresholdProtocol } from './threshold-protocols.ts';

/** Where 95 % intervals are printed: beside the values, or in a separate table where columns are narrow. */
export type IntervalPlace = 'inline' | 'apart';

/** @param scores chart of the methods' scores by level, for the web page */
export const benchmarkDocument = (
  report: BenchmarkReport,
  intervals: IntervalPlace,
  scores: Partial<Record<Level, Figure[]>> = {},
): Document => ({
  title: `Benchmark: ${report.dataset}`,
  lead: [summary(report)],
  sections: [
    ...LEVELS.flatMap((level) => levelSection(report, level, intervals, scores[level])),
    ...list('Without figures', absentLines(report)),
    ...list('What rows stand for', partLines(Object.keys(report.methods))),
    ...referenceSections(report),
    ...comparisonSection(report, intervals),
    ...groupSection(report, intervals),
    ...neighbourSection(report),
    ...thresholdSection(report),
    ...usageSection(report),
    ...list('Not defined', reasonLines(report)),
    ...list('Warnings', report.warnings),
    ...list(ORIGIN_TITLE, report.run ? originLines(report.run) : []),
  ],
});

const list = (title: string, lines: readonly string[]): Section[] =>
  lines.length === 0 ? [] : [{ title, parts: [lines] }];

function summary({ n, seed, methods }: BenchmarkReport): string {
  const counts = LEVELS.flatMap((level) => {
    const all = methods.allPositive?.levels[level];
    if (!all) return [];
    return `${all.n} ${LEVEL_TITLES[level].toLowerCase()}, ${all.positives} of them non-factual (base rate ${threeDecimals(all.baseRate)})`;
  });
  return [
    `${n} labelled passages.`,
    ...(counts.length === 0 ? [] : [`Gold labels: ${counts.join('; ')}.`]),
    `Positive class: non-factual. Brackets: 95 % bootstrap intervals over passages, seed ${seed}.`,
  ].join(' ');
}

function levelSection(
  report: BenchmarkReport,
  level: Level,
  intervals: IntervalPlace,
  scores: Figure[] = [],
): Section[] {
  const groups = groupedMethods(report, level);
  if (groups.length === 0) return [];
  const table = metricTable(groups, { first: 'method', intervals });
  const apart = intervals === 'inline' ? [] : [SHORT_TITLES_LEGEND, intervalTable(groups, 'interval')];
  const parts = [...forestFigure(report, level), ...scores, table, ...apart];
  return [{ title: LEVEL_TITLES[level], parts }];
}

function comparisonSection(report: BenchmarkReport, intervals: IntervalPlace): Section[] {
  const [first] = report.comparisons;
  if (!first) return [];
  const tables = LEVELS.flatMap((level) => {
    const table = comparisonTable(report, level, intervals);
    return table ? [{ ...table, caption: LEVEL_TITLES[level] }] : [];
  });
  const note = `Differences to ${first.reference} on the items both score, by paired bootstrap; * where the interval leaves out 0.`;
  return [{ title: `Against ${first.reference}`, parts: [note, ...tables] }];
}

function groupSection({ groups, methods }: BenchmarkReport, intervals: IntervalPlace): Section[] {
  if (groups.length === 0) return [];
  const tables = LEVELS.flatMap((level) => {
    const members = groups.flatMap(({ group, levels }): NamedMetrics[] => {
      const metrics = levels[level];
      return metrics ? [{ name: group, metrics }] : [];
    });
    if (members.length === 0) return [];
    const table = metricTable([{ title: null, members }], { first: 'part', intervals });
    return [{ ...table, caption: LEVEL_TITLES[level] }];
  });
  if (tables.length === 0) return [];
  return [{ title: `${Object.keys(methods)[0]} on the parts of the data set`, parts: tables }];
}

function neighbourSection({ neighbours }: BenchmarkReport): Section[] {
  if (neighbours.length === 0) return [];
  const rows = neighbours.map(({ encoder, passages, mean, min }) => [
    encoder,
    threeDecimals(min),
    threeDecimals(mean),
    String(passages),
  ]);
  const note = 'Cosine of a node with its neighbours in the graph of the response, averaged over passages.';
  const table = plainTable(['node states', 'smallest', 'mean', 'passages'], rows);
  return [{ title: 'Neighbours (paper Table 3)', parts: [note, table] }];
}

function thresholdSection({ methods, protocol }: BenchmarkReport): Section[] {
  const shown = Object.entries(methods).filter(([, { origin }]) => origin !== 'trivial');
  const levels = LEVELS.filter((level) => shown.some(([, method]) => method.levels[level]));
  if (levels.length === 0) return [];
  const rows = shown.map(([name, method]) => [
    name,
    ...levels.map((level) => thresholdText(method.levels[level])),
  ]);
  const words = 'Above its threshold on risk an item is called non-factual.';
  const rule = protocol ? ` ${protocolWords(protocol)}` : '';
  const table = plainTable(['method', ...levels.map((level) => LEVEL_TITLES[level].toLowerCase())], rows);
  return [{ title: 'Thresholds', parts: [`${words}${rule}`, table] }];
}

const RULES: Record<LevelMetrics['thresholdRule'], string> = {
  own: 'own',
  'mean-variance': 'from these data',
  'cross-validated': 'by fold',
  'all-positive': 'none',
  none: 'none',
};

function thresholdText(metrics: LevelMetrics | undefined): string {
  if (!metrics) return MISSING;
  const rule = RULES[metrics.thresholdRule];
  return metrics.threshold === null ? rule : `${threeDecimals(metrics.threshold)} ${rule}`;
}

function protocolWords(protocol: ThresholdProtocol): string {
  switch (protocol.rule) {
    case 'own':
      return 'Each method by its own; a method without one by the mean of its risk on these very data. A passage of hallugraph is flagged where its label says so, which a wrong fact is enough for; an unsure one only if that is for its score.';
    case 'mean-variance':
      return `Each method by µ − ${protocol.k}·σ² of its risk on these very data (the paper's µ + ${protocol.k}·σ² of support).`;
    case 'cross-validated':
      return `Each method by what gives the best ${METRIC_TITLES[protocol.objective]} on the other folds (${protocol.folds} folds of whole passages), so that no item helps to choose the threshold it is judged by.`;
  }
}

function usageSection({ methods, n }: BenchmarkReport): Section[] {
  const rows = Object.entries(methods).flatMap(([name, { usage }]) => {
    if (!usage) return [];
    const { requests, inputTokens, outputTokens, estimated } = usage;
    const perPassage = n === 0 ? MISSING : (requests / n).toFixed(1);
    const about = estimated ? 'about ' : '';
    return [[name, String(requests), perPassage, `${about}${inputTokens}`, `${about}${outputTokens}`]];
  });
  if (rows.length === 0) return [];
  const header = ['method', 'requests', 'a passage', 'input tokens', 'output tokens'];
  const note =
    'Of all labelled passages. Samples and triples are made once and counted for hallugraph; other methods take them from the run. Methods that ask no model, or whose calls are not known, are left out.';
  return [{ title: 'Model calls', parts: [note, plainTable(header, rows)] }];
}

function absentLines({ absent }: BenchmarkReport): string[] {
  const reasons = groupBy(absent, ({ reason }) => reason);
  return [...reasons].map(([reason, own]) => `${own.map(({ method }) => method).join(', ')}: ${reason}`);
}

function reasonLines({ methods }: BenchmarkReport): string[] {
  const missing = LEVELS.flatMap((level) =>
    Object.entries(methods).flatMap(([name, { levels }]) =>
      Object.entries(levels[level]?.reasons ?? {}).map(([metric, reason]) => ({
        name,
        what: `${METRIC_TITLES[metric as MetricName]} of ${LEVEL_TITLES[level].toLowerCase()}: ${reason}`,
      })),
    ),
  );
  const rows = groupBy(missing, ({ what }) => what);
  return [...rows].map(([what, own]) => `${what} (${own.map(({ name }) => name).join(', ')})`);
}
