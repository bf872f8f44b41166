/** The charts of a benchmark report, with their captions. */
import type { BenchmarkReport } from '../../benchmark/benchmark-report.ts';
import type { ReliabilityBin } from '../../statistics/reliability-bins.ts';
import type { Level } from '../../benchmark/method-scores.ts';
import { forestChart } from '../../format/charts/forest.ts';
import { nodeScatter } from '../../format/charts/node-scatter.ts';
import { type Point, project } from '../../format/charts/projection.ts';
import { reliabilityChart } from '../../format/charts/reliability.ts';
import { htmlFigure } from '../../format/html-page.ts';
import { levelRows } from './metric-tables.ts';
import { LEVEL_TITLES } from './metric-words.ts';

export interface BenchmarkFigures {
  /** Node states of response graphs before and after message passing (paper Figure 2); vectors of one length. */
  nodes?: readonly NodeStates[];
  reliability?: readonly { level: string; bins: readonly ReliabilityBin[] }[];
}

export interface NodeStates {
  /** Of the entity. */
  label: string;
  passageId: string;
  before: readonly number[];
  after: readonly number[];
}

/** The main metric of the methods at one level; null where none has a value. */
export async function forestFigure({ methods }: BenchmarkReport, level: Level): Promise<string | null> {
  const rows = (['hallugraph', 'baseline', 'recorded'] as const).flatMap((origin) =>
    levelRows(methods, level, origin).map(({ name, metrics }) => ({
      label: name,
      value: metrics.metrics.rocAuc ?? null,
      interval: metrics.intervals.rocAuc ?? null,
      marked: origin === 'hallugraph',
    })),
  );
  if (rows.every(({ value }) => value === null)) return null;
  const svg = await forestChart({ metric: 'ROC-AUC', reference: { value: 0.5, label: 'chance' }, rows });
  return htmlFigure(
    svg,
    `ROC-AUC of each method, with its 95 % interval: ${LEVEL_TITLES[level].toLowerCase()}.`,
  );
}

export async function nodeFigure(
  { seed }: BenchmarkReport,
  nodes: readonly NodeStates[],
): Promise<string | null> {
  if (nodes.length === 0) return null;
  const before = await project(
    nodes.map((node) => node.before),
    seed,
  );
  const after = await project(
    nodes.map((node) => node.after),
    seed,
  );
  const points = nodes.map(({ label, passageId }, index) => ({
    label,
    passageId,
    before: before[index] as Point,
    after: after[index] as Point,
  }));
  return htmlFigure(
    await nodeScatter(points),
    'Entities of the responses, projected by UMAP on their cosines, before and after the RGCN (paper Figure 2).' +
      ' Colour and shape: the passage. Near points have similar states; axes have no meaning.',
  );
}

export async function reliabilityFigures(
  figures: NonNullable<BenchmarkFigures['reliability']>,
): Promise<string> {
  const drawn = await Promise.all(
    figures.map(async ({ level, bins }) =>
      htmlFigure(
        await reliabilityChart(bins),
        `Predicted probability and observed share of hallucinations, with 95 % Wilson intervals: ${level}.` +
          ' Calibrated probabilities lie on the diagonal.',
      ),
    ),
  );
  return drawn.join('\n');
}
