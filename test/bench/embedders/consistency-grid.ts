/** C of Eq. 2 by itself, with and without messages between the nodes, at every θ_t: what the graph adds to the vectors. */
import type { EncoderOptions } from '../../../gnn/index.ts';
import { parseObjective } from '../../../src/benchmark/tune/objective.ts';
import type { Embedder } from '../../../src/models/embedder.ts';
import { COMPONENTS } from '../../../src/passage.ts';
import type { Figure } from '../../../src/statistics/measure-metrics.ts';
import { type Comparison, compareAnew, type Identification } from '../choices/compare-anew.ts';
import { measureVariants } from '../choices/figures.ts';
import { setting, type Variant } from '../choices/variant.ts';
import type { TriplesRead } from './sets.ts';

export const TAIL_THRESHOLDS = [0.5, 0.6, 0.7, 0.8, 0.9];

interface TriedEncoder {
  name: string;
  encoder: Partial<EncoderOptions>;
  seed?: number;
}

const RELEASED: Partial<EncoderOptions> = {
  ...{ kind: 'rgcn', initialiser: 'glorot', hidden: 16 },
  ...{ activation: 'relu', lastActivation: false, inverseEdges: false },
};

/** The first is what the others are held against. */
export const ENCODERS: readonly TriedEncoder[] = [
  { name: 'none: the embeddings (−Graph)', encoder: { kind: 'identity' } },
  { name: 'GCN, residual (−Relations)', encoder: { kind: 'gcn' } },
  { name: 'RGCN, residual, α .1', encoder: { neighbourWeight: 0.1 } },
  { name: 'RGCN, residual, α .3', encoder: {} },
  { name: 'RGCN, residual, α .5', encoder: { neighbourWeight: 0.5 } },
  ...[0, 1, 2].map((seed) => ({
    name: `RGCN, Glorot, 16 wide, ReLU, seed ${seed}`,
    encoder: RELEASED,
    seed,
  })),
];

export interface GridRow {
  encoder: string;
  /** ROC-AUC at each of {@link TAIL_THRESHOLDS}. */
  values: Figure[];
  /** From the first encoder at the same threshold; empty in its own row. */
  differences: Figure[];
}

const ONLY_C = setting(
  { ...Object.fromEntries(COMPONENTS.map((name) => [name, 0])), consistency: 1 },
  { context: 0 },
);

/** The score of a passage is the mean C of its facts. */
export async function consistencyGrid(
  { set, objective, relationThreshold }: TriplesRead,
  embedder: Embedder,
  graph: Identification['graph'] = {},
): Promise<GridRow[]> {
  const comparisons = ENCODERS.map(({ encoder, seed }) =>
    TAIL_THRESHOLDS.map(
      (tailThreshold): Comparison => ({
        encoder,
        ...(seed !== undefined && { seed }),
        consistency: { tailThreshold, relationThreshold },
      }),
    ),
  );
  const compared = await compareAnew([set], comparisons.flat(), { embedder, graph });
  const byThreshold = TAIL_THRESHOLDS.map((_, column) => {
    const variants = comparisons.map(
      (row): Variant => ({
        ...{ name: '', setting: ONLY_C },
        rows: compared(row[column] as Comparison),
      }),
    );
    return measureVariants(set, parseObjective(objective), variants as [Variant, ...Variant[]]);
  });
  return ENCODERS.map(({ name }, row) => ({
    encoder: name,
    values: byThreshold.map((measured) => measured[row]?.value as Figure),
    differences: byThreshold.flatMap((measured) => measured[row]?.difference ?? []),
  }));
}
