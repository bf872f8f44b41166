/**
 * Nested cross-validation: for each outer fold the whole search runs on the other folds, and its setting is scored on
 * the held-out fold. The result estimates tuning, not one setting.
 */
import { randomFor, subSeed } from '../../common/random.ts';
import { sampleVariance } from '../../scoring/threshold.ts';
import { stratifiedFolds } from '../../statistics/folds.ts';
import { once } from '../../statistics/metric.ts';
import { mean } from '../../statistics/summary.ts';
import type { ComponentSet } from './component-set.ts';
import { type Fittings, type Judged, judged, type Members, objectiveStatistic, scored } from './judged.ts';
import type { Objective } from './objective.ts';
import { type Evaluation, type Found, type SearchInput, search } from './search.ts';
import type { Setting } from './setting.ts';

export interface TuneProblem extends Pick<SearchInput, 'space' | 'start' | 'trials' | 'tolerance'> {
  /** At least one; all of the same labelled passages. */
  sets: readonly ComponentSet[];
  objective: Objective;
  fittings: Fittings;
  folds: number;
  innerFolds: number;
  seed: number;
}

export interface FoldResult {
  setting: Setting;
  /** The objective by inner cross-validation, by which the setting was chosen. */
  inner: number | null;
  /** The objective on the passages held out. */
  value: number | null;
  heldOut: Members;
  /** Scores and decisions on the held-out passages. */
  judged: Judged;
}

export function crossValidate(problem: TuneProblem): FoldResult[] {
  const { sets, objective, fittings, seed } = problem;
  const folds = passageFolds(sets[0] as ComponentSet, objective, problem.folds, subSeed(seed, 'outer'));
  return folds.map((heldOut, fold) => {
    const training = outside(folds, fold);
    const { setting, value: inner } = searchOn(problem, training, fold);
    const own = judged(scored(sets, setting), fittings, training, heldOut);
    return { setting, inner, value: valueFor(problem, own), heldOut, judged: own };
  });
}

/**
 * One search over some of the passages, each setting evaluated by inner folds.
 * @param name of the search, the only seed of its random draws and folds
 */
export function searchOn(problem: TuneProblem, members: Members, name: string | number): Found {
  const { sets, objective, seed } = problem;
  const innerSeed = subSeed(seed, 'inner', name);
  const folds = passageFolds(sets[0] as ComponentSet, objective, problem.innerFolds, innerSeed, members);
  return search({
    ...problem,
    setCount: sets.length,
    evaluate: (setting) => evaluated(problem, folds, setting),
    random: randomFor(seed, 'search', name),
  });
}

/** The mean objective over folds, each with thresholds fitted on the others. */
export function evaluated(problem: TuneProblem, folds: readonly Members[], setting: Setting): Evaluation {
  const own = scored(problem.sets, setting);
  const values = folds.flatMap((inside, fold) => {
    return valueFor(problem, judged(own, problem.fittings, outside(folds, fold), inside)) ?? [];
  });
  const standardError = Math.sqrt(sampleVariance(values) / Math.max(1, values.length));
  return { value: mean(values), standardError };
}

const valueFor = ({ objective, sets }: TuneProblem, own: Judged): number | null =>
  objectiveStatistic(objective, own)(once((sets[0] as ComponentSet).passageCount)).value;

const outside = (folds: readonly Members[], fold: number): Members =>
  new Set(folds.flatMap((members, other) => (other === fold ? [] : [...members])));

/**
 * The passages of each fold, stratified by the share of non-factual items; without those that have no label at the
 * levels of the objective.
 * @param members default: all passages
 */
export function passageFolds(
  { gold }: Pick<ComponentSet, 'gold'>,
  { terms }: Objective,
  folds: number,
  seed: number,
  members?: Members,
): Members[] {
  const levels = [...new Set(terms.map(({ level }) => level))];
  const items = levels.flatMap((level) => gold[level]).filter(({ unit }) => members?.has(unit) ?? true);
  const foldOf = stratifiedFolds(items, { folds, seed });
  return Array.from(
    { length: folds },
    (_, fold) => new Set(items.filter((_item, index) => foldOf[index] === fold).map(({ unit }) => unit)),
  );
}
