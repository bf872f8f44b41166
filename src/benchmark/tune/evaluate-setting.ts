/**
 * The objective of one setting over the inner folds of a search.
 *
 * For each fold the thresholds are fitted on the other folds and the objective is taken on the fold itself; the value
 * of the setting is the mean over the folds, with its standard error. Passages of fold −1 are not looked at.
 */
import { pearson, spearman } from '../../statistics/correlation.ts';
import type { Level } from '../method-scores.ts';
import type { ComponentSet } from './component-set.ts';
import { createRiskReader, type Members, membersWhere, type RiskReader, sharesOf } from './members.ts';
import { isCorrelation, isThresholdMetric, type Objective, type Term } from './objective.ts';
import { type Setting, sweepSettingOf } from './setting.ts';
import { rankingMetric, thresholdMetric } from './sorted-metrics.ts';
import type { SweepScores } from './sweep.ts';
import { createThresholds, type Fittings, type SupportThresholds } from './tuned-thresholds.ts';

export interface Evaluation {
  /** Mean over the folds in which the objective is defined; null where it is defined in none. */
  value: number | null;
  /** Of that mean; 0 for a single fold. */
  standardError: number;
}

export type Evaluate = (setting: Setting) => Evaluation;

export interface EvaluatorInput {
  sets: readonly ComponentSet[];
  objective: Objective;
  fittings: Fittings;
  /** Fold of each passage. */
  folds: Int32Array;
}

export function createEvaluator({ sets, objective, fittings, folds }: EvaluatorInput): Evaluate {
  const itemCount = (level: Level) => sets[0]?.gold[level].row.length ?? 0;
  const thresholdsFor = createThresholds(fittings, itemCount);
  const needsThresholds = objective.terms.some(({ metric }) => isThresholdMetric(metric));
  const terms = objective.terms.map((term) => ({
    term,
    read: createRiskReader(term.level, itemCount(term.level)),
  }));
  const parts = Array.from(
    { length: folds.reduce((most, fold) => Math.max(most, fold), -1) + 1 },
    (_, fold) => ({
      inside: membersWhere(folds, (own) => own === fold),
      outside: membersWhere(folds, (own) => own !== fold && own >= 0),
    }),
  );
  return (setting) => {
    const set = sets[setting.components] as ComponentSet;
    const scores = set.sweep(sweepSettingOf(setting));
    const values = parts.flatMap(({ inside, outside }) => {
      const thresholds = needsThresholds ? thresholdsFor(setting, set, scores, outside) : NO_THRESHOLDS;
      const value = meanOrNull(
        terms.map(({ term, read }) => termValue({ term, read, set, scores, thresholds, members: inside })),
      );
      return value === null ? [] : [value];
    });
    return summarised(values);
  };
}

const NO_THRESHOLDS: SupportThresholds = { passage: null, triple: null };

interface TermInput {
  term: Term;
  read: RiskReader;
  set: ComponentSet;
  scores: SweepScores;
  thresholds: SupportThresholds;
  members: Members;
}

function termValue({ term, read, set, scores, thresholds, members }: TermInput): number | null {
  const { level, metric } = term;
  if (isCorrelation(metric)) {
    const { risks, shares } = sharesOf(set, scores, members);
    return (metric === 'pearson' ? pearson(risks, shares) : spearman(risks, shares)).value;
  }
  const risks = read(set, scores, members);
  if (!isThresholdMetric(metric)) return rankingMetric(metric, risks);
  const threshold = level === 'passage' ? thresholds.passage : thresholds.triple;
  return threshold === null ? null : thresholdMetric(metric, risks, -threshold);
}

/** The mean; null without values, or where one is null. */
function meanOrNull(values: readonly (number | null)[]): number | null {
  let sum = 0;
  for (const value of values) {
    if (value === null) return null;
    sum += value;
  }
  return values.length === 0 ? null : sum / values.length;
}

function summarised(values: readonly number[]): Evaluation {
  const value = meanOrNull(values);
  if (value === null || values.length < 2) return { value, standardError: 0 };
  const squares = values.reduce((sum, one) => sum + (one - value) ** 2, 0);
  return { value, standardError: Math.sqrt(squares / (values.length - 1) / values.length) };
}
