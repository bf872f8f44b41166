/** Names and explanations of the terms in a benchmark report. */
import type { MethodReport, MetricName } from './benchmark-report.ts';
import type { Level } from './method-scores.ts';

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

/** For a terminal; `SHORT_TITLES_LEGEND` explains them. */
export const SHORT_TITLES: Record<MetricName, string> = {
  ...METRIC_TITLES,
  ...{ rocAuc: 'AUC', factualAveragePrecision: 'fAP', precision: 'P', recall: 'R' },
  ...{ accuracy: 'Acc', balancedAccuracy: 'bAcc', pearson: 'Pears', spearman: 'Spear' },
};

export const SHORT_TITLES_LEGEND =
  'AUC: ROC-AUC. base: share of non-factual items, AP by chance. AP, fAP: average precision of the non-factual and of ' +
  'the factual class. P, R: precision, recall. bAcc: balanced accuracy. n: items with a score / labelled items.';

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

export const ORIGIN_TITLES: Record<MethodReport['origin'], string> = {
  hallugraph: 'hallugraph',
  baseline: 'Published methods, run here on the same samples',
  recorded: 'Scores recorded elsewhere',
  ablation: 'hallugraph without one of its parts',
  part: 'One part of the score alone',
  trivial: 'No method: every item called non-factual',
};
