/**
 * Cross-fitted figures of a calibration: calibrator and threshold for each passage are fitted on the other folds.
 * `before` takes 1 − F, clipped to [0, 1], for a probability.
 */
import { groupBy } from '../../common/group-by.ts';
import { probabilityOf } from '../../scoring/calibration.ts';
import { fittedOnOthers } from '../../statistics/folds.ts';
import { type Figure, figuresOf, measure } from '../../statistics/measure-metrics.ts';
import type { ProbabilityMetric, ReliabilityBin } from '../../statistics/probability-metrics.ts';
import { probabilityStatistics, reliabilityBins } from '../../statistics/probability-metrics.ts';
import { guaranteedThreshold, type ThresholdOptions } from './conformal.ts';
import { type FlagRate, flagRateStatistics } from './flag-rates.ts';
import type { Unit } from './items.ts';
import { fitPlatt } from './platt.ts';

export interface CrossFitOptions extends ThresholdOptions {
  folds: number;
}

export interface CrossFitted {
  before: Record<ProbabilityMetric, Figure>;
  after: Record<ProbabilityMetric, Figure>;
  reliability: { before: ReliabilityBin[]; after: ReliabilityBin[] };
  rates: Record<FlagRate, Figure>;
  /** Folds without a guaranteed threshold, where nothing is flagged. */
  foldsWithoutThreshold: number;
}

export function crossFit(units: readonly Unit[], options: CrossFitOptions): CrossFitted {
  const given = units.flatMap((own, unit) => own.map((item) => ({ ...item, unit })));
  const fitted = fittedOnOthers(given, options, (others) => ({
    calibrator: fitPlatt(others),
    threshold: guaranteedThreshold([...groupBy(others, ({ unit }) => unit).values()], options).threshold,
  }));
  const items = given.map(({ unit, score, positive, byFact }, index) => {
    const { calibrator, threshold } = fitted[index] as (typeof fitted)[number];
    return {
      unit,
      positive,
      before: Math.max(0, Math.min(1, 1 - score)),
      after: probabilityOf(score, calibrator) as number,
      flagged: byFact === true || (threshold !== null && score < threshold),
    };
  });
  const before = items.map(({ before: probability, positive }) => ({ probability, positive }));
  const after = items.map(({ after: probability, positive }) => ({ probability, positive }));
  const { seed } = options;
  const sampling = { seed, itemCount: items.length, units: items.map(({ unit }) => unit) };
  return {
    before: figuresOf(measure(probabilityStatistics(before), sampling)),
    after: figuresOf(measure(probabilityStatistics(after), sampling)),
    reliability: { before: reliabilityBins(before), after: reliabilityBins(after) },
    rates: figuresOf(measure(flagRateStatistics(items), sampling)),
    foldsWithoutThreshold: [...new Set(fitted)].filter(({ threshold }) => threshold === null).length,
  };
}
