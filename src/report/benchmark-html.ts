/**
 * A benchmark report as one HTML file: what was measured, what to beware of, and every table and figure of the
 * report, readable without a script and without a network.
 */
import { type BenchmarkReport, METRICS } from '../benchmark/benchmark-report.ts';
import { LEVELS, type Level } from '../benchmark/method-scores.ts';
import { referenceSections } from '../benchmark/reference-sections.ts';
import type { TextTable } from '../format/text-table.ts';
import {
  type BenchmarkFigures,
  forestFigure,
  nodeFigure,
  reliabilityFigures,
} from './benchmark/benchmark-figures.ts';
import { comparisonTable } from './benchmark/comparison-table.ts';
import { groupTable, methodTable } from './benchmark/metric-tables.ts';
import { LEVEL_TITLES, METRIC_MEANINGS, METRIC_TITLES, THRESHOLD_RULES } from './benchmark/metric-words.ts';
import { absentTable, neighbourTable, thresholdTable, usageTable } from './benchmark/run-tables.ts';
import { escapeHtml, htmlTable } from '../format/html.ts';
import { htmlList, htmlPage, htmlParagraph, type PageSection } from '../format/html-page.ts';
import { counted } from '../format/text.ts';
import { threeDecimals } from '../format/three-decimals.ts';

export type { BenchmarkFigures, NodeStates } from './benchmark/benchmark-figures.ts';

export interface BenchmarkPage {
  report: BenchmarkReport;
  figures?: BenchmarkFigures;
  /** Full names and sources of methods, by name, for the legend. */
  titles?: Readonly<Record<string, string>>;
}

/** @returns the whole file; equal input gives equal bytes */
export async function renderBenchmarkHtml({
  report,
  figures = {},
  titles = {},
}: BenchmarkPage): Promise<string> {
  const levels = LEVELS.filter((level) =>
    Object.values(report.methods).some((method) => method.levels[level] !== undefined),
  );
  const sections = [
    section('Warnings', warnings(report)),
    section('What was measured', summary(report, levels)),
    ...(await Promise.all(levels.map((level) => levelSection(report, level)))),
    ...referenceSections(report).map(({ title, parts }) =>
      section(title, joined(parts.map(partHtml(title)))),
    ),
    section(`Against ${firstOf(report)}`, comparisons(report, levels)),
    section('Ablations', ablations(report, levels)),
    section('Parts alone', partsAlone(report, levels)),
    section('Groups', groups(report, levels)),
    section('Node similarity', neighbourTable(report)),
    section('Node states', await nodeFigure(report, figures.nodes ?? [])),
    section('Reliability', await reliabilityFigures(figures.reliability ?? [])),
    section('Thresholds', thresholdTable(report, levels)),
    section('Model calls', usageTable(report)),
    section('Not run', absentTable(report)),
    section('Not defined', listOrNothing(undefinedMetrics(report))),
    section('Legend', legend(report, titles)),
  ];
  return htmlPage({
    title: `Benchmark: ${report.dataset}`,
    sections: sections.filter((candidate) => candidate !== null),
  });
}

const section = (title: string, html: string | null): PageSection | null =>
  html === null || html === '' ? null : { title, html };

/** What a method of the report is compared with: its first. */
const firstOf = ({ methods }: BenchmarkReport): string => Object.keys(methods)[0] ?? 'the first method';

const listOrNothing = (lines: readonly string[]): string | null =>
  lines.length === 0 ? null : htmlList(lines);

const warnings = (report: BenchmarkReport): string | null =>
  report.warnings.length === 0 ? null : `<div class="warnings">${htmlList(report.warnings)}</div>`;

function summary(report: BenchmarkReport, levels: readonly Level[]): string {
  const { dataset, n, unlabelled, seed } = report;
  const left = unlabelled === 0 ? '' : ` (${unlabelled} more have no gold label and are left out)`;
  return [
    htmlParagraph(
      `${counted(n, 'labelled passage')} of ${dataset}${left}. The positive class is non-factual. Every method` +
        ' gives each item a risk, high where it finds a hallucination; an item without a risk is left out of the' +
        ' figures of that method and counted under “scored”. Figures in brackets are 95 % percentile bootstrap' +
        ` intervals over passages (seed ${seed}); differences between methods are bootstrapped in pairs, on the` +
        ' items both have a risk for.',
    ),
    ...rulesOf(report).map((rules) =>
      htmlParagraph(`Where a metric needs a decision, it is made by ${rules}.`),
    ),
    htmlTable(
      ['level', 'items', 'non-factual', 'base rate'],
      levels.map((level) => levelCounts(report, level)),
      'Gold labels',
    ),
  ].join('\n');
}

/** The threshold rules in use, in words; empty where nothing was decided. */
function rulesOf({ methods }: BenchmarkReport): string[] {
  const used = new Set(
    Object.values(methods).flatMap(({ levels }) => Object.values(levels).map((level) => level.thresholdRule)),
  );
  const rules = (['own', 'mean-variance', 'cross-validated'] as const).filter((rule) => used.has(rule));
  return rules.length === 0 ? [] : [rules.map((rule) => THRESHOLD_RULES[rule]).join('; or by ')];
}

/** From the method with the most items: the row that calls everything non-factual leaves none out. */
function levelCounts({ methods }: BenchmarkReport, level: Level): string[] {
  const counts = Object.values(methods).flatMap(({ levels }) => levels[level] ?? []);
  const { n, positives, baseRate } = counts.reduce((most, next) => (next.n > most.n ? next : most));
  return [LEVEL_TITLES[level], String(n), String(positives), threeDecimals(baseRate)];
}

async function levelSection(report: BenchmarkReport, level: Level): Promise<PageSection | null> {
  const origins = ['hallugraph', 'baseline', 'recorded', 'trivial'] as const;
  const parts = [
    await forestFigure(report, level),
    methodTable(report, level, origins, `${LEVEL_TITLES[level]}: all metrics, with 95 % intervals`),
  ];
  return section(LEVEL_TITLES[level], joined(parts));
}

const partHtml =
  (caption: string) =>
  (part: string | TextTable): string =>
    typeof part === 'string'
      ? htmlParagraph(part)
      : htmlTable(
          part.header,
          part.groups.flatMap(({ rows }) => rows),
          `${caption}: ${part.header[0]}`,
        );

const STAR = 'A star marks differences whose 95 % interval leaves out 0.';

function comparisons(report: BenchmarkReport, levels: readonly Level[]): string {
  const origins = ['hallugraph', 'baseline', 'recorded', 'trivial'] as const;
  const tables = byLevel(levels, (level) =>
    comparisonTable(report, level, { origins, caption: `Difference to ${firstOf(report)}` }),
  );
  return explained(`Negative where a method is worse than ${firstOf(report)}. ${STAR}`, tables);
}

function ablations(report: BenchmarkReport, levels: readonly Level[]): string {
  const tables = byLevel(levels, (level) =>
    joined([
      comparisonTable(report, level, { origins: ['ablation'], caption: 'Effect', byEffect: true }),
      methodTable(report, level, ['ablation'], 'All metrics'),
    ]),
  );
  return explained(
    `${firstOf(report)} without one of its parts, against the whole; the largest loss first. ${STAR}`,
    tables,
  );
}

function partsAlone(report: BenchmarkReport, levels: readonly Level[]): string {
  const tables = byLevel(levels, (level) => methodTable(report, level, ['part'], 'All metrics'));
  return explained(
    'What each part of the score says by itself, whatever its weight. Parts have no thresholds.',
    tables,
  );
}

function groups(report: BenchmarkReport, levels: readonly Level[]): string {
  return byLevel(levels, (level) =>
    groupTable(report, level, `${firstOf(report)} on each part of the data set`),
  );
}

/** A paragraph before what it explains; nothing where there is nothing to explain. */
const explained = (text: string, html: string): string =>
  html === '' ? '' : `${htmlParagraph(text)}\n${html}`;

function undefinedMetrics({ methods }: BenchmarkReport): string[] {
  return Object.entries(methods).flatMap(([name, { levels }]) =>
    LEVELS.flatMap((level) =>
      METRICS.flatMap((metric) => {
        const reason = levels[level]?.reasons[metric];
        return reason === undefined ? [] : `${name}, ${level}, ${METRIC_TITLES[metric]}: ${reason}`;
      }),
    ),
  );
}

function legend({ methods }: BenchmarkReport, titles: Readonly<Record<string, string>>): string {
  const used = METRICS.filter((metric) =>
    Object.values(methods).some(({ levels }) =>
      LEVELS.some((level) => levels[level]?.metrics[metric] !== undefined),
    ),
  );
  const terms = [
    ...used.map((metric) => [METRIC_TITLES[metric], METRIC_MEANINGS[metric]] as const),
    ['base rate', 'share of non-factual items among those scored: what AP would be by chance'] as const,
    ...Object.keys(methods).flatMap((name) =>
      Object.hasOwn(titles, name) ? [[name, titles[name] as string] as const] : [],
    ),
  ];
  const items = terms.map(([term, meaning]) => `<dt>${escapeHtml(term)}</dt><dd>${escapeHtml(meaning)}</dd>`);
  return `<dl>\n${items.join('\n')}\n</dl>`;
}

/** One block a level, with the level as heading where there is more than one. */
function byLevel(levels: readonly Level[], block: (level: Level) => string | null): string {
  const blocks = levels.map((level) => ({ level, html: block(level) })).filter(({ html }) => html);
  return blocks
    .map(({ level, html }) => (levels.length > 1 ? `<h3>${LEVEL_TITLES[level]}</h3>\n${html}` : html))
    .join('\n');
}

const joined = (parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null).join('\n');
