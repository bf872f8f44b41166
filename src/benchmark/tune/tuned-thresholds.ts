/**
 * Thresholds of a setting, from the passages they may be fitted on.
 *
 * A fixed threshold is put where a metric is highest on those passages. Where no label speaks of the items, the
 * threshold keeps the share of them that the starting setting flags.
 */
import { thresholdsOf } from '../../scoring/threshold.ts';
import { quantile } from '../../statistics/bootstrap.ts';
import type { Level } from '../method-scores.ts';
import type { ComponentSet } from './component-set.ts';
import { createRiskReader, type Members } from './members.ts';
import { isThresholdMetric, type Objective, type ThresholdMetric } from './objective.ts';
import type { Setting } from './setting.ts';
import { bestCut, type Cuts } from './sorted-metrics.ts';
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

export type Thresholds = (
  setting: Setting,
  set: ComponentSet,
  scores: SweepScores,
  members: Members,
) => SupportThresholds;

/** Prepares the arrays; the function returned gives the thresholds of one setting after the other. */
export function createThresholds(fittings: Fittings, itemCount: (level: Level) => number): Thresholds {
  const fitter = (fitting: Fitting) => {
    const read = createRiskReader(fitting.level, itemCount(fitting.level));
    return (set: ComponentSet, scores: SweepScores, members: Members) => {
      const cut = bestCut(fitting.metric, read(set, scores, members), fitting.cuts);
      return cut === null ? null : -cut;
    };
  };
  const passage = fittings.passage && fitter(fittings.passage);
  const triple = fittings.triple && fitter(fittings.triple);
  return (setting, set, scores, members) => {
    const { threshold } = setting;
    if (threshold.rule === 'meanPlusVariance') {
      const own = Array.from(scores.passage).filter((score, at) => members[at] === 1 && !Number.isNaN(score));
      return thresholdsOf(threshold, own) ?? { passage: null, triple: null };
    }
    // flaggedShare counts triples below the threshold of the setting, so that one stays
    const keepsTriple = triple === undefined || setting.passage === 'flaggedShare';
    return {
      passage: passage === undefined ? threshold.passage : passage(set, scores, members),
      triple: keepsTriple ? threshold.triple : triple(set, scores, members),
    };
  };
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
