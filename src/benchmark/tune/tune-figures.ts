/**
 * Figures of an objective with 95 % bootstrap intervals over passages, from the scores of the whole data set.
 *
 * Scores of one scale are pooled. Where the settings of the folds give scores of different kinds (another aggregation,
 * raw and mean consistency, several families of evidence), ranking across folds means nothing, and the figure is the
 * mean over the folds instead.
 */
import { STATISTICS } from '../level-metrics.ts';
import { LEVELS, type Level } from '../method-scores.ts';
import { defined, type Metric, type Statistic, undefinedBecause } from '../../statistics/metric.ts';
import type { ComponentSet } from './component-set.ts';
import type { Gold } from './gold.ts';
import type { Members } from './nested-folds.ts';
import type { Objective, Term } from './objective.ts';
import type { SweepScores } from './sweep.ts';
import type { SupportThresholds } from './tuned-thresholds.ts';

/** Risk and prediction of every labelled item; NaN where it has no score. */
export type Judged = Record<Level, { risk: Float64Array; predicted: Uint8Array }> & {
  /** Risk of the passages with a gold share of error. */
  shares: Float64Array;
};

export function emptyJudgement(gold: Gold): Judged {
  const level = (name: Level) => ({
    risk: new Float64Array(gold[name].row.length).fill(Number.NaN),
    predicted: new Uint8Array(gold[name].row.length),
  });
  return {
    passage: level('passage'),
    sentence: level('sentence'),
    claim: level('claim'),
    shares: new Float64Array(gold.shares.row.length).fill(Number.NaN),
  };
}

export interface Judgement {
  set: ComponentSet;
  scores: SweepScores;
  thresholds: SupportThresholds;
  members: Members;
}

/** Writes what one setting says of the items of some passages. */
export function judgeInto(judged: Judged, { set, scores, thresholds, members }: Judgement): void {
  for (const level of LEVELS) {
    const { row, passage } = set.gold[level];
    const threshold = (level === 'passage' ? thresholds.passage : thresholds.triple) ?? Number.NaN;
    const { risk, predicted } = judged[level];
    for (let item = 0; item < row.length; item++) {
      if (members[passage[item] as number] === 0 || (row[item] as number) < 0) continue;
      const score = scores[level][row[item] as number] as number;
      risk[item] = -score;
      predicted[item] = Number(score < threshold);
    }
  }
  set.gold.shares.row.forEach((row, item) => {
    if (members[set.gold.shares.passage[item] as number] === 1)
      judged.shares[item] = -(scores.passage[row] as number);
  });
}

/** The objective over the passages that count, for any weights of all passages. */
export function statisticOn(
  { terms }: Objective,
  gold: Gold,
  judged: Judged,
  counts: (passage: number) => boolean,
): Statistic {
  const statistics = terms.map((term) => termStatistic(term, gold, judged, counts));
  return (weights) => meanOfAll(statistics.map((statistic) => statistic(weights)));
}

/** The objective over all passages; with `folds`, the mean over the folds in which it is defined. */
export function objectiveStatistic(
  objective: Objective,
  gold: Gold,
  judged: Judged,
  folds: Int32Array | null,
): Statistic {
  if (folds === null) return statisticOn(objective, gold, judged, () => true);
  const parts = Array.from(new Set(folds.filter((fold) => fold >= 0))).map((fold) =>
    statisticOn(objective, gold, judged, (passage) => folds[passage] === fold),
  );
  return (weights) => {
    const values = parts.map((part) => part(weights)).filter(({ value }) => value !== null);
    return values.length === 0 ? undefinedBecause('defined in no fold') : meanOfAll(values);
  };
}

function meanOfAll(metrics: readonly Metric[]): Metric {
  let sum = 0;
  for (const metric of metrics) {
    if (metric.value === null) return metric;
    sum += metric.value;
  }
  return defined(sum / metrics.length);
}

function termStatistic(
  { level, metric }: Term,
  gold: Gold,
  judged: Judged,
  counts: (passage: number) => boolean,
): Statistic {
  const isShare = metric === 'pearson' || metric === 'spearman';
  const units = isShare ? gold.shares.passage : gold[level].passage;
  const risk = isShare ? judged.shares : judged[level].risk;
  const kept = Array.from(units.keys()).filter(
    (item) => counts(units[item] as number) && !Number.isNaN(risk[item]),
  );
  const items = kept.map((item) => ({
    score: risk[item] as number,
    positive: gold[level].positive[item] === 1,
    predicted: judged[level].predicted[item] === 1,
    gold: gold.shares.share[item] ?? null,
  }));
  const statistic = STATISTICS[metric](items);
  const unitOf = kept.map((item) => units[item] as number);
  return (weights) => statistic(Float64Array.from(unitOf, (unit) => weights[unit] as number));
}
