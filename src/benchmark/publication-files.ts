/** A benchmark report as files for a paper: tables in CSV and LaTeX, one SVG a figure. */
import { stringify } from 'csv-stringify/sync';
import type { Document, Figure, Part, TextTable } from '../format/document.ts';
import { roundedFigure } from '../format/report-json.ts';
import { type NamedFile, svgFigures } from '../format/svg/svg-files.ts';
import { csvTable, latexTable } from '../format/table-files.ts';
import type { BenchmarkReport, MetricName } from './benchmark-report.ts';
import { LEVELS } from './method-scores.ts';

/** Every table of a document as `<section>.csv` and `.tex`, and `metrics.csv`: one figure a row, as numbers. */
export function tableFiles(report: BenchmarkReport, { sections }: Document): NamedFile[] {
  const tables = sections.flatMap(({ title, parts }) =>
    parts.flatMap((part) => (isTable(part) ? [{ title, table: part }] : [])),
  );
  const named = uniquely(
    tables.map(({ title, table }) => slug([title, table.caption].filter(Boolean).join(' '))),
  );
  return [
    ...tables.flatMap(({ title, table }, index) => [
      { name: `${named[index]}.csv`, text: csvTable(table) },
      { name: `${named[index]}.tex`, text: latexTable(table, title) },
    ]),
    { name: 'metrics.csv', text: metricsCsv(report) },
  ];
}

export function figureFiles({ sections }: Document): NamedFile[] {
  const figures = sections.flatMap(({ title, parts }) =>
    parts.flatMap((part) =>
      isFigure(part)
        ? svgFigures(part).map(({ name, text }) => ({ name: slug(`${title} ${name}`), text }))
        : [],
    ),
  );
  const names = uniquely(figures.map(({ name }) => name));
  return figures.map(({ text }, index) => ({ name: `${names[index]}.svg`, text }));
}

/**
 * One row per method, level and metric: the value, its 95 % interval, items, items without a score, and the base
 * rate.
 */
function metricsCsv({ methods }: BenchmarkReport): string {
  const rows = Object.entries(methods).flatMap(([method, { origin, levels }]) =>
    LEVELS.flatMap((level) => {
      const own = levels[level];
      if (own === undefined) return [];
      const { n, abstained, baseRate, metrics, intervals } = own;
      return (Object.keys(metrics) as MetricName[]).map((metric) => {
        const [low, high] = intervals[metric] ?? [null, null];
        const figures = [metrics[metric] ?? null, low, high].map((value) => value && roundedFigure(value));
        return [method, origin, level, metric, ...figures, n, abstained, baseRate && roundedFigure(baseRate)];
      });
    }),
  );
  const header = 'method kind level metric value low high items unscored base_rate'.split(' ');
  return stringify([header, ...rows]);
}

const isTable = (part: Part): part is TextTable => typeof part === 'object' && 'header' in part;
const isFigure = (part: Part): part is Figure => typeof part === 'object' && 'chart' in part;

/** `Against hallugraph: passages` becomes `against-hallugraph-passages`. */
const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80) || 'table';

/** A repeated name gets a number: `name-2`. */
function uniquely(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name}-${count}`;
  });
}
