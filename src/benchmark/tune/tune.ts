/** Tuning as a whole: out-of-fold figure, final setting, and what of the two a reader should know. Pure. */

import { InputError } from '../../errors.ts';
import { COMPONENTS } from '../../passage.ts';
import { familiesIn } from '../../scoring/families.ts';
import type { Scoring } from '../../scoring/verdict.ts';
import { type Figure, figuresOf, measure } from '../../statistics/measure-metrics.ts';
import { difference } from '../../statistics/metric.ts';
import type { Level } from '../method-scores.ts';
import type { ComponentSet } from './component-set.ts';
import {
  type CrossValidated,
  crossValidate,
  type FoldResult,
  judgeSetting,
  searchOn,
  type TuneProblem,
} from './cross-validate.ts';
import { type Members, membersWhere } from './nested-folds.ts';
import { isThresholdMetric, type Objective, parseObjective } from './objective.ts';
import { type Setting, settingOf, sweepSettingOf } from './setting.ts';
import { cutsOf, type Space } from './space.ts';
import { emptyJudgement, objectiveStatistic } from './tune-figures.ts';
import { type Fittings, fittingsFor, sameShare, thresholdsFor } from './tuned-thresholds.ts';

export interface TuneInput {
  /** The first is that of the start. */
  sets: readonly ComponentSet[];
  /** Scoring of the start, as its run has it. */
  scoring: Scoring;
  space: Space;
  objective: string;
  folds: number;
  innerFolds: number;
  trials: number;
  seed: number;
  /** In standard errors; default 0.5. */
  tolerance?: number;
}

export interface TuneResult {
  objective: Objective;
  /** Passages with a label at the levels of the objective. */
  passages: number;
  start: Figure;
  /** The final setting on the passages it was found on: too good by what the search could fit to them. */
  inSample: Figure;
  /** What tuning gives on passages it has not seen. */
  outOfFold: Figure;
  /** outOfFold − start, on the same passages. */
  gain: Figure;
  /** Whether all of these pool the scores of all folds, or are means over the folds. */
  pooled: boolean;
  folds: FoldResult[];
  /** Mean over the folds of their own values. */
  meanOfFolds: number | null;
  /** The final setting, with its thresholds. */
  setting: Setting;
}

/** @throws InputError where the objective is not defined on these passages, or there are fewer than folds */
export function tune(input: TuneInput): TuneResult {
  const problem = problemOf(input);
  const { objective } = problem;
  const { gold } = problem.sets[0] as ComponentSet;
  const passages = new Set(objective.terms.flatMap(({ level }) => [...gold[level].passage])).size;
  if (passages === 0) throw notDefined(objective);
  checkSize(passages, input);
  const validated = crossValidate(problem);
  const everyone = membersWhere(validated.folds, (fold) => fold >= 0);
  const { setting } = searchOn(problem, everyone, 'all');
  const pooled = arePoolable(validated.results, objective);
  const figures = figuresFor(problem, { validated, pooled, everyone, setting });
  if (figures.start.value === null && figures.inSample.value === null) {
    throw notDefined(objective);
  }
  return {
    ...figures,
    objective,
    passages,
    pooled,
    folds: validated.results,
    meanOfFolds: meanOfFolds(validated),
    setting: withThresholds(setting, { problem, space: input.space, everyone }),
  };
}

interface FigureInput {
  validated: CrossValidated;
  pooled: boolean;
  everyone: Members;
  /** The final one. */
  setting: Setting;
}

/** All figures by the same statistic, over the same resamples; the start keeps its own thresholds. */
function figuresFor(problem: TuneProblem, { validated, pooled, everyone, setting }: FigureInput) {
  const { sets, objective, seed, start, fittings } = problem;
  const { gold, matrix } = sets[0] as ComponentSet;
  const over = pooled ? null : validated.folds;
  const onAll = (own: Setting, fitted: Fittings) => {
    const judged = emptyJudgement(gold);
    const how = { problem: { sets, fittings: fitted }, training: everyone, judging: everyone };
    judgeSetting(judged, { ...how, setting: own });
    return objectiveStatistic(objective, gold, judged, over);
  };
  const before = onAll(start, {});
  const outOfFold = objectiveStatistic(objective, gold, validated.judged, over);
  const statistics = {
    start: before,
    inSample: onAll(setting, fittings),
    outOfFold,
    gain: difference(outOfFold, before),
  };
  const { passageCount: itemCount } = matrix;
  return figuresOf(measure(statistics, { seed, unitCount: itemCount, itemCount }));
}

function problemOf(input: TuneInput): TuneProblem {
  const objective = parseObjective(input.objective);
  const { passageThreshold, tripleThreshold } = input.space;
  const cuts = { passage: cutsOf(passageThreshold), triple: cutsOf(tripleThreshold) };
  const { tolerance = 0.5 } = input;
  return {
    ...input,
    objective,
    tolerance,
    start: settingOf(input.scoring, 0),
    fittings: fittingsFor(objective, cuts),
  };
}

const notDefined = ({ name }: Objective): InputError =>
  new InputError(`${name} is not defined on these passages; do they have such labels, of both kinds?`);

function checkSize(passages: number, { folds, innerFolds }: TuneInput): void {
  const least = Math.max(folds, innerFolds + 1);
  if (passages < least) {
    throw new InputError(
      `${passages} labelled passages are too few for ${folds} folds with ${innerFolds} inside each`,
    );
  }
}

/** Whether the scores of all folds lie on one scale, or decisions by the thresholds of their folds are all that counts. */
function arePoolable(results: readonly FoldResult[], { terms }: Objective): boolean {
  if (terms.every(({ metric }) => isThresholdMetric(metric))) return true;
  const settings = results.map(({ setting }) => setting);
  if (settings.some(({ weights }) => familiesIn(weights).length > 1)) return false;
  const aggregations = terms.some(({ level }) => level === 'passage')
    ? settings.map(({ passage }) => passage)
    : [];
  const readings = settings.flatMap(({ weights, consistency }) =>
    weights.consistency > 0 ? [consistency] : [],
  );
  return new Set(aggregations).size <= 1 && new Set(readings).size <= 1;
}

function meanOfFolds({ results }: CrossValidated): number | null {
  const values = results.flatMap(({ value }) => (value === null ? [] : [value]));
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * The final setting with fixed thresholds for use: where the objective has none, by balanced accuracy, and without
 * labels so that the same share of items is flagged as by the start. Only thresholds in the space are moved.
 */
function withThresholds(
  setting: Setting,
  { problem, space, everyone }: { problem: TuneProblem; space: Space; everyone: Members },
): Setting {
  if (setting.threshold.rule !== 'fixed') return setting;
  const { sets, start } = problem;
  const set = sets[setting.components] as ComponentSet;
  const before = (sets[start.components] as ComponentSet).sweep(sweepSettingOf(start));
  const [beforePassage, beforeTriple] = [before.passage.slice(), before.triple.slice()];
  const scores = set.sweep(sweepSettingOf(setting));
  const fittings = completed(problem.fittings, space, set);
  const fitted = thresholdsFor(setting, { fittings, set, scores, members: everyone });
  const own = start.threshold.rule === 'fixed' ? start.threshold : setting.threshold;
  const kept = {
    passage: space.passageThreshold && sameShare(beforePassage, own.passage, scores.passage),
    triple: space.tripleThreshold && sameShare(beforeTriple, own.triple, scores.triple),
  };
  const isCounted = setting.passage === 'flaggedShare';
  const passage = fittings.passage ? fitted.passage : kept.passage;
  const triple = fittings.triple || isCounted ? fitted.triple : kept.triple;
  const { threshold } = setting;
  const part = isCounted ? threshold.triple : shortened(triple ?? threshold.triple);
  const claim = start.threshold.rule === 'fixed' ? start.threshold.claim : undefined;
  return {
    ...setting,
    threshold: {
      rule: 'fixed',
      passage: shortened(passage ?? threshold.passage),
      triple: part,
      // a threshold fitted for sentences and claims serves both
      ...(claim !== undefined && { claim: part === own.triple ? claim : part }),
    },
  };
}

/** Six decimals: finer than scores differ. */
const shortened = (threshold: number): number => Math.round(threshold * 1e6) / 1e6;

function completed(fittings: Fittings, space: Space, { gold }: ComponentSet): Fittings {
  const has = (level: Level) => new Set(gold[level].positive).size === 2;
  const fitting = (level: Level, cuts: ReturnType<typeof cutsOf>) =>
    cuts === undefined ? undefined : ({ level, metric: 'balancedAccuracy', cuts } as const);
  const passage =
    fittings.passage ?? (has('passage') ? fitting('passage', cutsOf(space.passageThreshold)) : undefined);
  const level = (['sentence', 'claim'] as const).find(has);
  const triple = fittings.triple ?? (level && fitting(level, cutsOf(space.tripleThreshold)));
  return { ...(passage && { passage }), ...(triple && { triple }) };
}

/** What of the scoring the final setting changes, by path. */
export function changesOf(before: Setting, after: Setting): { path: string; from: unknown; to: unknown }[] {
  const weights = COMPONENTS.map((name) => ({
    path: `scoring.weights.${name}`,
    from: before.weights[name],
    to: after.weights[name],
  }));
  const { components: _, weights: __, threshold: ___, ...rest } = after;
  const others = (Object.keys(rest) as (keyof typeof rest)[]).map((name) => ({
    path: `scoring.${name}`,
    from: before[name],
    to: after[name],
  }));
  const thresholds = Object.entries(after.threshold).map(([name, to]) => ({
    path: `scoring.threshold.${name}`,
    from: (before.threshold as Record<string, unknown>)[name],
    to,
  }));
  return [...weights, ...others, ...thresholds].filter(({ from, to }) => from !== to);
}
