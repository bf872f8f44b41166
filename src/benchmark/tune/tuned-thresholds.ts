/**
 * Thresholds of a setting, from the passages they may be fitted on.
 *
 * A fixed threshold is put where a metric is highest on those passages. Where no label speaks of the items, the
 * threshold keeps the share of them that the starting setting flags.
 */
import { thresholdsOf } from '../../scoring/threshold.ts';
import {
  bestThreshold,
  type Cuts,
  type Objective as ThresholdMetric,
} from '../../statistics/best-threshold.ts';
import { quantile } from '../../statistics/summary.ts';
import type { Level } from '../method-scores.ts';
import type { ComponentSet } from './component-set.ts';
import type { Members } from './nested-folds.ts';
import { isThresholdMetric, type Objective } from './objective.ts';
import type { Setting } from './setting.ts';
import type { SweepScores } from './sweep.ts';

/** On support; `triple` serves sentences and claims too. Null where it cannot be told. */
export interface SupportThresholds {
  passage: number | null;
  triple: number | null;
}

/** What one fixed threshold is fitted for. */
export interface Fitting {
  level: Level;
  metric: ThresholdMetric;
  /** On risk. */
  cuts: Cuts;
}

/** Fixed thresholds that are fitted; those left out are taken from the setting. */
export interface Fittings {
  passage?: Fitting;
  triple?: Fitting;
}

export interface ThresholdInput {
  fittings: Fittings;
  set: ComponentSet;
  /** Of the setting, on the set. */
  scores: SweepScores;
  /** The passages that thresholds may be fitted on. */
  members: Members;
}

export function thresholdsFor({ threshold, passage }: Setting, input: ThresholdInput): SupportThresholds {
  const { fittings, scores, members } = input;
  if (threshold.rule === 'meanPlusVariance') {
    const own = Array.from(scores.passage).filter((score, at) => members[at] === 1 && !Number.isNaN(score));
    return thresholdsOf(threshold, own) ?? { passage: null, triple: null };
  }
  // flaggedShare counts triples below the threshold of the setting, so that one stays
  const keepsTriple = fittings.triple === undefined || passage === 'flaggedShare';
  return {
    passage: fittings.passage === undefined ? threshold.passage : fitted(fittings.passage, input),
    triple: keepsTriple ? threshold.triple : fitted(fittings.triple as Fitting, input),
  };
}

/** By the labelled items of its level that have a score. */
function fitted({ level, metric, cuts }: Fitting, { set, scores, members }: ThresholdInput): number | null {
  const { row, passage, positive } = set.gold[level];
  const items = Array.from(row).flatMap((at, item) => {
    const score = -(scores[level][at] ?? Number.NaN);
    const counts = members[passage[item] as number] === 1 && !Number.isNaN(score);
    return counts ? { score, positive: positive[item] === 1 } : [];
  });
  const risk = bestThreshold(items, metric, cuts);
  return risk === null ? null : -risk;
}

/** The fittings that the threshold metrics of an objective ask for. */
export function fittingsFor(
  { terms }: Objective,
  cuts: { passage?: Cuts | undefined; triple?: Cuts | undefined },
): Fittings {
  const fittings: Fittings = {};
  for (const { level, metric } of terms) {
    const name = level === 'passage' ? 'passage' : 'triple';
    const allowed = cuts[name];
    if (!isThresholdMetric(metric) || allowed === undefined || fittings[name]) continue;
    fittings[name] = { level, metric, cuts: allowed };
  }
  return fittings;
}

/** The threshold on `scores` below which the same share lies as `threshold` flags of `before`; null without scores. */
export function sameShare(before: Float64Array, threshold: number, scores: Float64Array): number | null {
  const [own, other] = [before, scores].map((all) => all.filter((score) => !Number.isNaN(score)).sort());
  if (!own || !other || own.length === 0 || other.length === 0) return null;
  return quantile(other, own.filter((score) => score < threshold).length / own.length);
}
