/** A benchmark report as text, and as the document of a page. */
import { type Document, documentText, type Section } from '../format/document.ts';
import type { NodeStates } from '../format/charts/node-scatter.ts';
import type { TextTable } from '../format/text-table.ts';
import { plainTable } from '../format/text-table.ts';
import { benchmarkDocument } from './benchmark-document.ts';
import { type BenchmarkReport, METRICS } from './benchmark-report.ts';
import { LEVELS } from './method-scores.ts';
import { METRIC_MEANINGS, METRIC_TITLES } from './metric-words.ts';

/** Markdown, or text for a terminal of 120 columns. Ends with a line break; equal reports give equal text. */
export const renderBenchmark = (
  report: BenchmarkReport,
  { format = 'table' }: { format?: 'table' | 'markdown' } = {},
): string => documentText(benchmarkDocument(report, format === 'markdown' ? 'inline' : 'apart'), format);

/** Warnings first, and what the metrics mean. @param nodes of a few graphs, to be drawn (paper Figure 2) */
export function benchmarkPage(report: BenchmarkReport, nodes: readonly NodeStates[] = []): Document {
  const { sections, ...document } = benchmarkDocument(report, 'inline');
  const isWarning = ({ title }: Section): boolean => title === 'Warnings';
  const figure = { chart: { kind: 'nodes', nodes }, caption: NODES } as const;
  return {
    ...document,
    sections: [
      ...sections.filter(isWarning),
      ...sections.filter((section) => !isWarning(section)),
      ...(nodes.length === 0 ? [] : [{ title: 'Node states', parts: [figure] }]),
      { title: 'Legend', parts: [legend(report)] },
    ],
  };
}

const NODES =
  'Entities of the responses before and after the RGCN (paper Figure 2), projected on the first two principal ' +
  'components of their states at length 1 (PCA). Colour and shape: the passage. Near points have similar states in ' +
  'these two directions; axes have no meaning.';

function legend({ methods }: BenchmarkReport): TextTable {
  const used = METRICS.filter((metric) =>
    Object.values(methods).some(({ levels }) =>
      LEVELS.some((level) => levels[level]?.metrics[metric] !== undefined),
    ),
  );
  return plainTable(
    ['term', 'meaning'],
    [
      ...used.map((metric) => [METRIC_TITLES[metric], METRIC_MEANINGS[metric]]),
      ['base rate', 'share of non-factual items among those scored: what AP would be by chance'],
    ],
  );
}
