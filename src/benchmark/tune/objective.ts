/** What tuning maximises: `passage.rocAuc`, or the mean of several such terms. */
import { ConfigError } from '../../errors.ts';
import { LEVELS, type Level } from '../method-scores.ts';

/** Metrics that need a threshold. */
const THRESHOLD_METRICS = ['f1', 'balancedAccuracy', 'accuracy'] as const;
export type ThresholdMetric = (typeof THRESHOLD_METRICS)[number];

const RANKING_METRICS = ['rocAuc', 'averagePrecision', 'factualAveragePrecision'] as const;
export type RankingMetric = (typeof RANKING_METRICS)[number];

/** Between risk and the gold share of error of a passage. */
const CORRELATIONS = ['pearson', 'spearman'] as const;
export type Correlation = (typeof CORRELATIONS)[number];

export type ObjectiveMetric = ThresholdMetric | RankingMetric | Correlation;

export interface Term {
  level: Level;
  metric: ObjectiveMetric;
}

export interface Objective {
  /** As written, without spaces that mean nothing. */
  name: string;
  /** At least one; the objective is their mean. */
  terms: Term[];
}

/** Reads `passage.rocAuc` or `mean(passage.rocAuc, sentence.rocAuc)`. @throws ConfigError */
export function parseObjective(text: string): Objective {
  const [, list] = /^\s*mean\((.*)\)\s*$/s.exec(text) ?? [];
  const terms = (list ?? text).split(',').map((term) => parseTerm(term.trim(), text));
  const names = terms.map(({ level, metric }) => `${level}.${metric}`);
  return { name: list === undefined ? (names[0] as string) : `mean(${names.join(', ')})`, terms };
}

function parseTerm(term: string, objective: string): Term {
  const [levelName, metricName, ...rest] = term.split('.');
  const level = LEVELS.find((name) => name === levelName);
  const metric = [...RANKING_METRICS, ...THRESHOLD_METRICS, ...CORRELATIONS].find(
    (name) => name === metricName,
  );
  if (level === undefined || metric === undefined || rest.length > 0) {
    const metrics = [...RANKING_METRICS, ...THRESHOLD_METRICS, ...CORRELATIONS].join(', ');
    throw new ConfigError(
      `objective ${objective}: expected ${LEVELS.join(', ')}, a dot, and one of ${metrics}; or mean(..., ...) of several`,
    );
  }
  if (isCorrelation(metric) && level !== 'passage') {
    throw new ConfigError(`objective ${objective}: ${metric} is a metric of passages`);
  }
  return { level, metric };
}

export const isThresholdMetric = (metric: ObjectiveMetric): metric is ThresholdMetric =>
  THRESHOLD_METRICS.some((name) => name === metric);

export const isCorrelation = (metric: ObjectiveMetric): metric is Correlation =>
  CORRELATIONS.some((name) => name === metric);
