/** A benchmark report as text, and as the document of a page. */
import type { LabelledPassage } from '../../datasets/labelled-passage.ts';
import type { ScoredMethod } from '../format/charts.ts';
import type { Document, Figure, Section } from '../format/document.ts';
import { documentText } from '../format/document-text.ts';
import { plainTable, type TextTable } from '../format/text-table.ts';
import type { NodeState } from '../graph/node-states.ts';
import { type Point, project } from '../statistics/projection.ts';
import { benchmarkDocument } from './benchmark-document.ts';
import { type BenchmarkReport, METRICS } from './benchmark-report.ts';
import { isLabelled, levelItems } from './level-items.ts';
import { byLevel, LEVELS, type Level, type MethodScores } from './method-scores.ts';
import { LEVEL_TITLES, METRIC_MEANINGS, METRIC_TITLES } from './metric-words.ts';

/** Markdown, or text for a terminal of 120 columns. Ends with a line break; equal reports give equal text. */
export const renderBenchmark = (
  report: BenchmarkReport,
  { format = 'table' }: { format?: 'table' | 'markdown' } = {},
): string => documentText(benchmarkDocument(report, format === 'markdown' ? 'inline' : 'apart'), format);

/** What the page draws in addition to the figures of a report. */
export interface Drawn {
  passages: readonly LabelledPassage[];
  methods: readonly MethodScores[];
  /** Of a few graphs (paper Figure 2). */
  nodes: readonly NodeState[];
}

/** Warnings first, and what the metrics mean. */
export function benchmarkPage(report: BenchmarkReport, { passages, methods, nodes }: Drawn): Document {
  const scores = byLevel((level) => scoreFigures(passages, methods, level));
  const { sections, ...document } = benchmarkDocument(report, 'inline', scores);
  const isWarning = ({ title }: Section): boolean => title === 'Warnings';
  return {
    ...document,
    sections: [
      ...sections.filter(isWarning),
      ...sections.filter((section) => !isWarning(section)),
      ...(nodes.length === 0 ? [] : [{ title: 'Node states', parts: [nodeFigure(nodes)] }]),
      { title: 'Legend', parts: [legend(report)] },
    ],
  };
}

/** Ablations and single parts are left out: dozens of curves cannot be told apart. */
const isDrawn = ({ origin }: MethodScores): boolean => origin !== 'ablation' && origin !== 'part';

/** The scores for the labelled items of a level, as charts; empty where no method has any. */
function scoreFigures(
  passages: readonly LabelledPassage[],
  methods: readonly MethodScores[],
  level: Level,
): Figure[] {
  const labelled = passages.filter(isLabelled);
  const drawn = methods.filter(isDrawn).flatMap((method): ScoredMethod[] => {
    const items = levelItems(labelled, method, level).filter((item) => item !== null);
    if (items.length === 0) return [];
    return [
      {
        ...{ name: method.method, marked: method.origin === 'hallugraph' },
        items: items.map(({ score, positive, probability }) => [score, positive, probability]),
      },
    ];
  });
  if (drawn.length === 0) return [];
  const caption = `How the scores of each method tell non-factual from factual ${LEVEL_TITLES[level].toLowerCase()}.`;
  return [{ chart: { kind: 'scores', methods: drawn }, caption }];
}

function nodeFigure(nodes: readonly NodeState[]): Figure {
  const before = project(nodes.map((node) => node.before));
  const after = project(nodes.map((node) => node.after));
  const drawn = nodes.map(({ label, passageId }, index) => ({
    ...{ label, passageId, before: before[index] as Point, after: after[index] as Point },
  }));
  return { chart: { kind: 'nodes', nodes: drawn }, caption: NODES };
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
