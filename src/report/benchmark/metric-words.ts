/** What the terms of a benchmark report are called, and what they mean. */
import type { LevelMetrics, MethodReport, MetricName } from '../../benchmark/benchmark-report.ts';
import type { Level } from '../../benchmark/method-scores.ts';

type ByOrigin = Record<MethodReport['origin'], string>;

export const LEVEL_TITLES: Record<Level, string> = {
  passage: 'Passages',
  sentence: 'Sentences',
  claim: 'Claims',
};

export const METRIC_TITLES: Record<MetricName, string> = {
  rocAuc: 'ROC-AUC',
  averagePrecision: 'AP',
  factualAveragePrecision: 'factual AP',
  f1: 'F1',
  precision: 'precision',
  recall: 'recall',
  accuracy: 'accuracy',
  balancedAccuracy: 'balanced accuracy',
  pearson: 'Pearson',
  spearman: 'Spearman',
  calibrationError: 'ECE',
};

export const METRIC_MEANINGS: Record<MetricName, string> = {
  rocAuc: 'area under the ROC curve: how often a non-factual item gets a higher risk than a factual one',
  averagePrecision: 'average precision of the non-factual class; a constant score gets the base rate',
  factualAveragePrecision: 'average precision of the factual class, by low risk',
  f1: 'harmonic mean of precision and recall of the non-factual class',
  precision: 'share of the flagged items that are non-factual',
  recall: 'share of the non-factual items that are flagged',
  accuracy: 'share of the items judged as labelled',
  balancedAccuracy: 'mean of the recall of both classes; 0.5 by chance',
  pearson: 'correlation of the risk with the gold share of error',
  spearman: 'the same between ranks',
  calibrationError: 'expected calibration error: mean distance of probability and observed share',
};

export const ORIGIN_TITLES: ByOrigin = {
  hallugraph: 'hallugraph',
  baseline: 'Published methods, run here on the same samples',
  recorded: 'Scores recorded elsewhere',
  ablation: 'hallugraph without one of its parts',
  part: 'One part of the score alone',
  trivial: 'No method: every item called non-factual',
};

export const THRESHOLD_RULES: Record<LevelMetrics['thresholdRule'], string> = {
  own: 'the method’s own threshold',
  'mean-variance': 'the mean plus k variances of the scores on this very data set, as in the paper',
  'cross-validated':
    'a threshold chosen on the other folds, so that no item is judged by one it helped to choose',
  'all-positive': 'everything is flagged',
  none: 'none: metrics that need a decision are left out',
};
