/** What tuning maximises: `passage.rocAuc`, or the mean of several such terms. */
import { ConfigError } from '../../errors.ts';
import {
  type Objective as ThresholdMetric,
  OBJECTIVES as THRESHOLD_METRICS,
} from '../../statistics/best-threshold.ts';
import { LEVELS, type Level } from '../method-scores.ts';

const RANKING_METRICS = ['rocAuc', 'averagePrecision', 'factualAveragePrecision'] as const;

/** Between risk and the gold share of error of a passage. */
const CORRELATIONS = ['pearson', 'spearman'] as const;

const METRICS = [...RANKING_METRICS, ...THRESHOLD_METRICS, ...CORRELATIONS];
export type ObjectiveMetric = (typeof METRICS)[number];

export interface Term {
  level: Level;
  metric: ObjectiveMetric;
}

export interface Objective {
  /** As written, without optional spaces. */
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
  const metric = METRICS.find((name) => name === metricName);
  if (level === undefined || metric === undefined || rest.length > 0) {
    throw new ConfigError(
      `objective ${objective}: expected ${LEVELS.join(', ')}, a dot, and one of ${METRICS.join(', ')}; or mean(..., ...) of several`,
    );
  }
  if (isCorrelation(metric) && level !== 'passage') {
    throw new ConfigError(`objective ${objective}: ${metric} is a metric of passages`);
  }
  return { level, metric };
}

export const isThresholdMetric = (metric: ObjectiveMetric): metric is ThresholdMetric =>
  THRESHOLD_METRICS.some((name) => name === metric);

export const isCorrelation = (metric: ObjectiveMetric): boolean =>
  CORRELATIONS.some((name) => name === metric);
