/** Tuning as a whole: out-of-fold figure, final setting, and caveats. Pure. */
import { InputError } from '../../errors.ts';
import { familiesIn } from '../../scoring/families.ts';
import type { StatementScores } from '../../scoring/statement-scores.ts';
import { type Figure, figuresOf, measure } from '../../statistics/measure-metrics.ts';
import { difference } from '../../statistics/metric.ts';
import { mean, quantile } from '../../statistics/summary.ts';
import { LEVELS } from '../method-scores.ts';
import type { ComponentSet } from './component-set.ts';
import { crossValidate, type FoldResult, searchOn, type TuneProblem } from './cross-validate.ts';
import {
  type Fittings,
  fittingsFor,
  judged,
  type Members,
  scored,
  statisticOfParts,
  thresholdsFor,
} from './judged.ts';
import { isThresholdMetric, type Objective, parseObjective } from './objective.ts';
import { type Setting, settingOf } from './setting.ts';
import type { Scoring } from '../../scoring/scoring-schema.ts';

export interface TuneInput extends TuneSettings, Pick<TuneProblem, 'sets' | 'space'> {
  /** The scoring of the start run; the first set is that of the start. */
  scoring: Scoring;
  objective: string;
}

export type TuneSettings = Pick<TuneProblem, 'folds' | 'innerFolds' | 'trials' | 'seed'>;

/** In standard errors. */
const TOLERANCE = 0.5;

export interface TuneResult {
  objective: Objective;
  /** Passages with a label at the levels of the objective. */
  passages: number;
  start: Figure;
  /** The final setting on the passages it was tuned on: optimistic, since the search was fitted to them. */
  inSample: Figure;
  /** The result of tuning on held-out passages. */
  outOfFold: Figure;
  /** outOfFold − start, on the same passages. */
  gain: Figure;
  /** Whether all of these pool the scores of all folds; else they are means over the folds. */
  pooled: boolean;
  folds: FoldResult[];
  meanOfFolds: number | null;
  setting: Setting;
}

/** @throws InputError where the objective is not defined on these passages, or there are fewer than folds */
export function tune(input: TuneInput): TuneResult {
  const objective = parseObjective(input.objective);
  const { gold } = input.sets[0] as ComponentSet;
  const everyone = new Set(objective.terms.flatMap(({ level }) => gold[level].map(({ unit }) => unit)));
  checkSize(everyone.size, input, objective);
  const fittings = fittingsFor(objective, input.space);
  const start = settingOf(input.scoring, 0);
  const problem = { ...input, objective, fittings, start, tolerance: TOLERANCE };
  const folds = crossValidate(problem);
  const { setting } = searchOn(problem, everyone, 'all');
  const pooled = arePoolable(folds, objective);
  const figures = figuresFor(problem, { folds, pooled, everyone, setting });
  if (figures.start.value === null && figures.inSample.value === null) throw notDefined(objective);
  return {
    ...figures,
    objective,
    passages: everyone.size,
    pooled,
    folds,
    meanOfFolds: mean(folds.map(({ value }) => value)),
    setting: withThresholds(setting, problem, everyone),
  };
}

interface FigureInput extends Pick<TuneResult, 'folds' | 'pooled' | 'setting'> {
  everyone: Members;
}

/** All figures by the same statistic, over the same resamples; the start keeps its own thresholds. */
function figuresFor(problem: TuneProblem, { folds, pooled, everyone, setting }: FigureInput) {
  const { sets, objective, seed, start } = problem;
  const statisticOf = (own: Setting, fittings: Fittings) => {
    const onAll = scored(sets, own);
    const parts = folds.map(({ heldOut }) => judged(onAll, fittings, everyone, heldOut));
    return statisticOfParts(objective, parts, pooled);
  };
  const before = statisticOf(start, {});
  const parts = folds.map((fold) => fold.judged);
  const outOfFold = statisticOfParts(objective, parts, pooled);
  const statistics = {
    start: before,
    inSample: statisticOf(setting, problem.fittings),
    outOfFold,
    gain: difference(outOfFold, before),
  };
  const { passageCount: itemCount } = sets[0] as ComponentSet;
  return figuresOf(measure(statistics, { seed, itemCount }));
}

const notDefined = ({ name }: Objective): InputError =>
  new InputError(`${name} is not defined on these passages; do they have such labels, of both kinds?`);

function checkSize(passages: number, { folds, innerFolds }: TuneInput, objective: Objective): void {
  if (passages === 0) throw notDefined(objective);
  if (passages < Math.max(folds, innerFolds + 1)) {
    throw new InputError(
      `${passages} labelled passages are too few for ${folds} folds with ${innerFolds} inside each`,
    );
  }
}

/** Whether the scores of all folds are on one scale, or only decisions by the thresholds of their folds count. */
function arePoolable(folds: readonly FoldResult[], { terms }: Objective): boolean {
  if (terms.every(({ metric }) => isThresholdMetric(metric))) return true;
  const scales = folds.map(({ setting: { weights, consistency, passage } }) => [
    terms.some(({ level }) => level === 'passage') ? passage : '',
    weights.consistency > 0 ? consistency : '',
  ]);
  const isOne = (at: number) => new Set(scales.map((scale) => scale[at]).filter(Boolean)).size <= 1;
  return isOne(0) && isOne(1) && folds.every(({ setting }) => familiesIn(setting.weights).length < 2);
}

/**
 * The final setting with fixed thresholds for use: where the objective has none, by balanced accuracy; without labels
 * so that the same share of items is flagged as by the start. Only thresholds in the space are moved.
 */
function withThresholds(setting: Setting, problem: TuneProblem, everyone: Members): Setting {
  const { threshold } = setting;
  const { sets, start, objective, space } = problem;
  if (threshold.rule !== 'fixed') return setting;
  const { gold } = sets[setting.components] as ComponentSet;
  const labelled = LEVELS.filter((level) => new Set(gold[level].map(({ positive }) => positive)).size === 2);
  const fittings = fittingsFor(objective, space, labelled);
  const own = scored(sets, setting);
  const fitted = thresholdsFor(own, fittings, everyone);
  const [before, after] = [scored(sets, start).scores, own.scores];
  const old = start.threshold.rule === 'fixed' ? start.threshold : threshold;
  const thresholdFor = (
    name: 'passage' | 'triple',
    scoresOf: (one: StatementScores) => (number | null)[],
  ) => {
    if (!(`threshold.${name}` in space.scoring)) return threshold[name];
    const found = fittings[name]
      ? fitted[name]
      : sameShare(before.flatMap(scoresOf), old[name], after.flatMap(scoresOf));
    // six decimals: finer than scores differ
    return Math.round((found ?? threshold[name]) * 1e6) / 1e6;
  };
  const passage = thresholdFor('passage', (one) => [one.passage]);
  const triple = thresholdFor('triple', ({ triples }) => triples);
  // a threshold fitted for sentences and claims applies to both
  const claim = old.claim !== undefined && { claim: triple === old.triple ? old.claim : triple };
  return { ...setting, threshold: { rule: 'fixed', passage, triple, ...claim } };
}

/**
 * The threshold on scores below which the same share lies as `threshold` flags of the earlier ones; null without
 * scores.
 */
export function sameShare(
  before: readonly (number | null)[],
  threshold: number,
  after: readonly (number | null)[],
): number | null {
  const own = before.filter((score) => score !== null);
  const other = after.filter((score) => score !== null).sort((left, right) => left - right);
  if (own.length === 0 || other.length === 0) return null;
  return quantile(other, own.filter((score) => score < threshold).length / own.length);
}
