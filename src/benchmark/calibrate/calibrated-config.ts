/** The configuration with a calibration applied, and its provenance. */
import type { Config } from '../../config/schema.ts';
import { ConfigError } from '../../errors.ts';
import type { Thresholds } from '../../scoring/threshold.ts';
import type { CalibrationReport, LevelCalibration, Target } from './calibrate.ts';

/**
 * `config` with the calibrators and thresholds of the report. A threshold that could not be guaranteed, or whose
 * level was not fitted, stays what it was in the run: `thresholds`.
 *
 * @throws ConfigError when a threshold is not known, since the run has no scores to take it from
 */
export function calibratedConfig(config: Config, report: CalibrationReport, thresholds: Thresholds): Config {
  const { calibration } = config.scoring;
  const calibrators = Object.fromEntries(report.levels.map(({ target, calibrator }) => [target, calibrator]));
  const triple = thresholdFor('triple', report, thresholds);
  const threshold = {
    rule: 'fixed' as const,
    triple,
    // a threshold guaranteed for sentences or claims applies to both
    ...(thresholds?.claim !== undefined && {
      claim: triple === thresholds.triple ? thresholds.claim : triple,
    }),
    passage: thresholdFor('passage', report, thresholds),
  };
  return {
    ...config,
    scoring: { ...config.scoring, threshold, calibration: { ...calibration, ...calibrators } },
  };
}

function thresholdFor(target: Target, report: CalibrationReport, thresholds: Thresholds): number {
  const fitted = report.levels.find((level) => level.target === target);
  const value = fitted?.threshold.threshold ?? thresholds?.[target];
  if (value == null) throw new ConfigError(`no ${target} threshold: no passage of the run has a score`);
  return value;
}

export interface CalibrationData {
  dataset: string;
  /** Checksum of the passages, as in the manifest of the run. */
  sha256: string;
  version: string;
}

/** The value of `provenance.calibration`; null for what does not apply. Equal runs give equal values. */
export function calibrationProvenance(report: CalibrationReport, data: CalibrationData) {
  const { method, guarantee, alpha, delta, folds, seed, levels } = report;
  return {
    tool: `hallugraph ${data.version} calibrate`,
    data: { dataset: data.dataset, sha256: data.sha256 },
    method,
    guarantee,
    alpha,
    delta: guarantee === 'wrong-flags' ? delta : null,
    folds,
    seed,
    ...Object.fromEntries(levels.map((level) => [level.target, levelProvenance(level)])),
  };
}

function levelProvenance({
  level,
  n,
  passages,
  positives,
  threshold: { reason },
  before,
  after,
}: LevelCalibration) {
  return {
    fittedOn: level,
    n,
    passages,
    hallucinated: positives,
    threshold: reason === null ? 'guaranteed' : `as before: ${reason}`,
    crossFittedCalibrationError: {
      before: rounded(before.calibrationError.value),
      after: rounded(after.calibrationError.value),
    },
  };
}

const rounded = (value: number | null): number | null => (value === null ? null : Number(value.toFixed(4)));
