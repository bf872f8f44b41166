/** All passage-level metrics of one method. */
import type { PassageMetrics } from './benchmark-report.ts';
import { accuracy, balancedAccuracy, confusionStatistic, f1, precision, recall } from './confusion.ts';
import { pearsonStatistic, spearmanStatistic } from './correlation.ts';
import { measure } from './measure.ts';
import { averagePrecisionStatistic, reversed, rocAucStatistic } from './ranking.ts';

/** One labelled passage as a method sees it. Without a score it is counted as abstained and left out. */
export interface PassageItem {
  /** Hallucination score on any scale, high = risk; null when abstained. */
  score: number | null;
  /** Whether the method calls it non-factual. */
  predicted: boolean;
  /** Whether it is non-factual. */
  positive: boolean;
  /** Gold share of error in [0, 1]: the mean of its sentence scores; null where sentences are not labelled. */
  gold: number | null;
}

type ScoredPassage = PassageItem & { score: number };

/** @param options seed of the bootstrap; `threshold` is reported as it is */
export function passageMetrics(
  items: readonly PassageItem[],
  options: { seed: number; threshold: number | null },
): PassageMetrics {
  const scored = items.filter((item): item is ScoredPassage => item.score !== null);
  const sampling = { seed: options.seed, itemCount: scored.length, unitCount: scored.length };
  const main = measure(passageStatistics(scored), sampling);
  const gold = hasGold(scored) ? measure(goldStatistics(scored), sampling) : null;
  return {
    ...main.values,
    ...gold?.values,
    threshold: options.threshold,
    n: scored.length,
    abstained: items.length - scored.length,
    intervals: { ...main.intervals, ...gold?.intervals },
    reasons: { ...main.reasons, ...gold?.reasons },
  };
}

const passageStatistics = (items: readonly ScoredPassage[]) => ({
  rocAuc: rocAucStatistic(items),
  averagePrecision: averagePrecisionStatistic(items),
  factualAveragePrecision: averagePrecisionStatistic(reversed(items)),
  f1: confusionStatistic(items, f1),
  precision: confusionStatistic(items, precision),
  recall: confusionStatistic(items, recall),
  accuracy: confusionStatistic(items, accuracy),
  balancedAccuracy: confusionStatistic(items, balancedAccuracy),
});

const hasGold = (items: readonly ScoredPassage[]): boolean =>
  items.length > 0 && items.every(({ gold }) => gold !== null);

/** Correlation with the gold share of error, which every item must have. */
function goldStatistics(items: readonly ScoredPassage[]) {
  const scores = items.map(({ score }) => score);
  const gold = items.map((item) => item.gold as number);
  return { pearson: pearsonStatistic(scores, gold), spearman: spearmanStatistic(scores, gold) };
}
