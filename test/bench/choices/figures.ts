/** The seven figures that the defaults were chosen by, from the scores of a variant. */

import { type Figure, figuresOf, measure } from '../../../src/statistics/measure-metrics.ts';
import { difference, type Metric, once, type Statistic } from '../../../src/statistics/metric.ts';
import { type ComponentSet, scorerOf } from '../../../src/benchmark/tune/component-set.ts';
import { judged, objectiveStatistic, scored } from '../../../src/benchmark/tune/judged.ts';
import { parseObjective } from '../../../src/benchmark/tune/objective.ts';
import type { SetName } from './data-sets.ts';
import type { RecordedSet } from './recorded-set.ts';
import { CONFIG, type Group, PRESET, type Variant } from './variant.ts';

const kind = (title: string, set: SetName, objective: string) => ({
  ...{ title, set, objective: parseObjective(objective) },
});

export const FIGURES = [
  kind('WikiBio AP non-factual', 'wikibio', 'sentence.averagePrecision'),
  kind('WikiBio AP factual', 'wikibio', 'sentence.factualAveragePrecision'),
  kind('WikiBio ROC-AUC', 'wikibio', 'sentence.rocAuc'),
  kind('WikiBio Pearson', 'wikibio', 'passage.pearson'),
  kind('PHD ROC-AUC', 'phd', 'passage.rocAuc'),
  kind('claims gpt-3.5 ROC-AUC', 'factscore', 'claim.rocAuc'),
  kind('claims gpt-4 ROC-AUC', 'popqa', 'claim.rocAuc'),
];

/** The sets in the order of their figures. */
export const FIGURE_SETS = [...new Set(FIGURES.map(({ set }) => set))];

/** What one variant reaches, in the order of {@link FIGURES}. */
export interface VariantFigures {
  name: string;
  values: (number | null)[];
  /** Variant − reference, with the interval of the paired difference; the reference has none. */
  differences: Figure[];
}

/** The reference, then each variant; differences over the same resamples of the passages. */
export function measureGroup({ reference, variants }: Group, sets: readonly RecordedSet[]): VariantFigures[] {
  const bySet = FIGURE_SETS.map((name) => measureSet(setNamed(sets, name), reference, variants));
  return [reference, ...variants].map(({ name }, row) => ({
    name,
    values: bySet.flatMap(({ values }) => values[row] as (number | null)[]),
    differences: row === 0 ? [] : bySet.flatMap(({ differences }) => differences[row - 1] as Figure[]),
  }));
}

/** Figures of the preset with their own intervals, in the order of {@link FIGURES}. */
export const measurePreset = (sets: readonly RecordedSet[]): Figure[] =>
  FIGURE_SETS.flatMap((name) => {
    const set = setNamed(sets, name);
    return intervalsOf(statisticsOf(set, PRESET), set);
  });

const setNamed = (sets: readonly RecordedSet[], name: SetName): RecordedSet =>
  sets.find((set) => set.name === name) as RecordedSet;

/** Each variant by one objective, with intervals of the figure and of its difference from the first variant. */
export function measureVariants(
  set: RecordedSet,
  objective: ReturnType<typeof parseObjective>,
  variants: readonly [Variant, ...Variant[]],
): { value: Figure; difference: Figure | null }[] {
  const [base, ...others] = variants.map((variant) =>
    objectiveStatistic(objective, itemsOf(set, variant)),
  ) as [Statistic, ...Statistic[]];
  const values = intervalsOf([base, ...others], set);
  const differences = intervalsOf(
    others.map((own) => difference(own, base)),
    set,
  );
  return values.map((value, row) => ({ value, difference: differences[row - 1] ?? null }));
}

/** A row of values for the reference and each variant, and one of differences for each variant. */
function measureSet(set: RecordedSet, reference: Variant, variants: readonly Variant[]) {
  const base = statisticsOf(set, reference).map(onceEach);
  const others = variants.map((variant) => statisticsOf(set, variant));
  const all = once(set.records.length);
  const differences = intervalsOf(
    others.flatMap((own) => own.map((statistic, column) => difference(statistic, base[column] as Statistic))),
    set,
  );
  return {
    values: [base, ...others].map((own) => own.map((statistic) => statistic(all).value)),
    differences: others.map((own, row) => differences.slice(row * own.length, (row + 1) * own.length)),
  };
}

/** Evaluated once for each resample, however many differences are taken from it. */
function onceEach(statistic: Statistic): Statistic {
  let last: [ArrayLike<number>, Metric] | undefined;
  return (weights) => {
    if (last?.[0] !== weights) last = [weights, statistic(weights)];
    return last[1];
  };
}

function intervalsOf(statistics: readonly Statistic[], { records }: RecordedSet): Figure[] {
  const named = Object.fromEntries(statistics.map((statistic, index) => [`figure ${index}`, statistic]));
  return Object.values(figuresOf(measure(named, { seed: CONFIG.seed, itemCount: records.length })));
}

function itemsOf(set: RecordedSet, variant: Variant) {
  const everyone = new Set(set.records.keys());
  return judged(scored([componentSetOf(set, variant)], variant.setting), {}, everyone, everyone);
}

/** The figures of a variant on one set, prepared for any weights of its passages. */
function statisticsOf(set: RecordedSet, variant: Variant): Statistic[] {
  const items = itemsOf(set, variant);
  return FIGURES.filter(({ set: name }) => name === set.name).map(({ objective }) =>
    objectiveStatistic(objective, items),
  );
}

export function componentSetOf(
  { records, gold }: RecordedSet,
  { name, rows }: Variant = PRESET,
): ComponentSet {
  const scoresOf = scorerOf(records.map((record) => rows?.(record) ?? record.rows));
  return { label: name, config: CONFIG, gold, passageCount: records.length, present: [], scoresOf };
}
