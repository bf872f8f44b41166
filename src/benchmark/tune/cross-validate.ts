/**
 * Nested cross-validation: for each outer fold the whole search runs on the other folds, and the setting it finds is
 * scored on the fold it has not seen. What comes out is an estimate of tuning, not of one setting.
 */
import { randomFor, subSeed } from '../../random.ts';
import { once } from '../../statistics/metric.ts';
import type { ComponentSet } from './component-set.ts';
import { createEvaluator } from './evaluate-setting.ts';
import { type Members, membersWhere, passageFolds } from './nested-folds.ts';
import type { Objective } from './objective.ts';
import { type Found, search } from './search-settings.ts';
import { type Setting, sweepSettingOf } from './setting.ts';
import type { Space } from './space.ts';
import { emptyJudgement, type Judged, judgeInto, statisticOn } from './tune-figures.ts';
import { type Fittings, thresholdsFor } from './tuned-thresholds.ts';

export interface TuneProblem {
  /** At least one; all of the same labelled passages. */
  sets: readonly ComponentSet[];
  objective: Objective;
  space: Space;
  fittings: Fittings;
  /** Where the search begins. */
  start: Setting;
  folds: number;
  innerFolds: number;
  trials: number;
  /** How far below the best, in standard errors, a setting nearer to the start is preferred. */
  tolerance: number;
  seed: number;
}

export interface FoldResult {
  setting: Setting;
  /** The objective by inner cross-validation, by which the setting was chosen. */
  inner: number | null;
  /** The objective on the passages held out. */
  value: number | null;
}

export interface CrossValidated {
  results: FoldResult[];
  /** What the setting of each fold says of the passages held out in it. */
  judged: Judged;
  /** Fold of each passage; −1 for one without a label at the levels of the objective. */
  folds: Int32Array;
}

export function crossValidate(problem: TuneProblem): CrossValidated {
  const { sets, objective, seed } = problem;
  const { gold, matrix } = sets[0] as ComponentSet;
  const folds = passageFolds(gold, objective, {
    folds: problem.folds,
    seed: subSeed(seed, 'outer'),
    passageCount: matrix.passageCount,
    isMember: () => true,
  });
  const judged = emptyJudgement(gold);
  const results = Array.from({ length: problem.folds }, (_, fold) => {
    const training = membersWhere(folds, (own) => own >= 0 && own !== fold);
    const heldOut = membersWhere(folds, (own) => own === fold);
    const { setting, value: inner } = searchOn(problem, training, fold);
    judgeSetting(judged, { problem, setting, training, judging: heldOut });
    const statistic = statisticOn(objective, gold, judged, (passage) => heldOut[passage] === 1);
    const { value } = statistic(once(matrix.passageCount));
    return { setting, inner, value };
  });
  return { results, judged, folds };
}

/**
 * One search over some of the passages, each setting judged by inner folds.
 * @param name of the search: its random draws and folds depend on nothing else
 */
export function searchOn(problem: TuneProblem, members: Members, name: string | number): Found {
  const { sets, objective, space, fittings, start, trials, tolerance, seed } = problem;
  const { gold, matrix } = sets[0] as ComponentSet;
  const folds = passageFolds(gold, objective, {
    folds: problem.innerFolds,
    seed: subSeed(seed, 'inner', name),
    passageCount: matrix.passageCount,
    isMember: (passage) => members[passage] === 1,
  });
  return search({
    space,
    start,
    setCount: sets.length,
    evaluate: createEvaluator({ sets, objective, fittings, folds }),
    trials,
    tolerance,
    random: randomFor(seed, 'search', name),
  });
}

export interface JudgeSettingInput {
  problem: Pick<TuneProblem, 'sets' | 'fittings'>;
  setting: Setting;
  /** Passages the thresholds are fitted on. */
  training: Members;
  /** Passages that are judged. */
  judging: Members;
}

/** Writes what a setting says of some passages, with thresholds fitted on others. */
export function judgeSetting(
  judged: Judged,
  { problem, setting, training, judging }: JudgeSettingInput,
): void {
  const set = problem.sets[setting.components] as ComponentSet;
  const scores = set.sweep(sweepSettingOf(setting));
  const { fittings } = problem;
  const thresholds = thresholdsFor(setting, { fittings, set, scores, members: training });
  judgeInto(judged, { set, scores, thresholds, members: judging });
}
