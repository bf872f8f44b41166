/**
 * The objective of one setting over the inner folds of a search.
 *
 * For each fold the thresholds are fitted on the other folds and the objective is taken on the fold itself; the value
 * of the setting is the mean over the folds, with its standard error. Passages of fold −1 are not looked at.
 */
import { once } from '../../statistics/metric.ts';
import type { ComponentSet } from './component-set.ts';
import { membersWhere } from './nested-folds.ts';
import type { Objective } from './objective.ts';
import { type Setting, sweepSettingOf } from './setting.ts';
import { emptyJudgement, judgeInto, statisticOn } from './tune-figures.ts';
import { type Fittings, thresholdsFor } from './tuned-thresholds.ts';

export interface Evaluation {
  /** Mean over the folds in which the objective is defined; null where it is defined in none. */
  value: number | null;
  /** Of that mean; 0 for a single fold. */
  standardError: number;
}

export type Evaluate = (setting: Setting) => Evaluation;

export interface EvaluatorInput {
  /** At least one. */
  sets: readonly ComponentSet[];
  objective: Objective;
  fittings: Fittings;
  /** Fold of each passage. */
  folds: Int32Array;
}

export function createEvaluator({ sets, objective, fittings, folds }: EvaluatorInput): Evaluate {
  const judged = emptyJudgement((sets[0] as ComponentSet).gold);
  const all = once(folds.length);
  const count = folds.reduce((most, fold) => Math.max(most, fold), -1) + 1;
  const parts = Array.from({ length: count }, (_, fold) => ({
    inside: membersWhere(folds, (own) => own === fold),
    outside: membersWhere(folds, (own) => own !== fold && own >= 0),
  }));
  return (setting) => {
    const set = sets[setting.components] as ComponentSet;
    const scores = set.sweep(sweepSettingOf(setting));
    const values = parts.flatMap(({ inside, outside }) => {
      const thresholds = thresholdsFor(setting, { fittings, set, scores, members: outside });
      judgeInto(judged, { set, scores, thresholds, members: inside });
      const { value } = statisticOn(objective, set.gold, judged, (passage) => inside[passage] === 1)(all);
      return value ?? [];
    });
    return summarised(values);
  };
}

function summarised(values: readonly number[]): Evaluation {
  if (values.length === 0) return { value: null, standardError: 0 };
  const value = values.reduce((sum, one) => sum + one, 0) / values.length;
  if (values.length < 2) return { value, standardError: 0 };
  const squares = values.reduce((sum, one) => sum + (one - value) ** 2, 0);
  return { value, standardError: Math.sqrt(squares / (values.length - 1) / values.length) };
}
