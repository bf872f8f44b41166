/**
 * Fits probabilities and guaranteed thresholds to the scores of a labelled run, and estimates their quality on
 * held-out passages. Pure: no model call, no unseeded randomness, no file.
 */
import type { LabelledPassage } from '../../../datasets/labelled-passage.ts';
import { ConfigError, InputError } from '../../errors.ts';
import type { PassageVerdict } from '../../passage.ts';
import { LEVELS, type Level, type MethodScores } from '../method-scores.ts';
import { type LabelledRun, verdictScores } from '../verdict-scores.ts';
import { type GuaranteedThreshold, guaranteedThreshold } from './conformal.ts';
import { type CrossFitOptions, type CrossFitted, crossFit } from './cross-fit.ts';
import { type LevelUnits, levelUnits } from './items.ts';
import { fitPlatt } from './platt.ts';
import type { Calibrator } from '../../scoring/scoring-schema.ts';

export interface CalibrateOptions extends CrossFitOptions {
  /** Levels to fit; default: passages, and sentences or else claims, as far as they are labelled. */
  levels?: readonly Level[] | undefined;
}

/** Which calibration of a configuration a level belongs to: that of triples serves sentences and claims, too. */
export type Target = 'passage' | 'triple';

export interface LevelCalibration extends CrossFitted {
  level: Level;
  target: Target;
  /** Items with a score and a label. */
  n: number;
  /** Hallucinated items among them. */
  positives: number;
  passages: number;
  /** Labelled items without a score, left out. */
  unscored: number;
  calibrator: Calibrator;
  threshold: GuaranteedThreshold;
}

export interface CalibrationReport extends CrossFitOptions {
  method: Calibrator['method'];
  levels: LevelCalibration[];
  absent: { level: Level; reason: string }[];
}

/**
 * @throws ConfigError when sentences and claims are both wanted
 * @throws InputError when a labelled passage has no verdict, or no level can be fitted
 */
export function calibrate({ passages, verdicts }: LabelledRun, options: CalibrateOptions): CalibrationReport {
  const { levels: wanted, ...settings } = options;
  const scores = verdictScores({ passages, verdicts });
  const byFact = new Set(verdicts.filter(isByFact).map(({ passage }) => passage.id));
  const levels = wanted ? LEVELS.filter((level) => wanted.includes(level)) : labelledLevels(passages, scores);
  if (levels.includes('sentence') && levels.includes('claim')) {
    throw new ConfigError('a configuration has one calibration for sentences and claims; choose one level');
  }
  const report: CalibrationReport = { method: 'platt', ...settings, levels: [], absent: [] };
  for (const level of levels) {
    const items = levelUnits(passages, scores, level, byFact);
    const reason = whyNot(items, settings.folds);
    if (reason === null) report.levels.push(calibrateLevel(level, items, settings));
    else report.absent.push({ level, reason });
  }
  if (report.levels.length > 0) return report;
  const reasons = report.absent.map(({ level, reason }) => `${level}: ${reason}`);
  throw new InputError(`nothing to calibrate: ${reasons.join('; ') || 'the run has no gold labels'}`);
}

const isByFact = ({ label, triples }: PassageVerdict): boolean =>
  label === 'hallucinated' && triples.some((fact) => fact.label === 'hallucinated');

function labelledLevels(passages: readonly LabelledPassage[], scores: MethodScores): Level[] {
  const isLabelled = (level: Level): boolean => levelUnits(passages, scores, level).labelled > 0;
  const finer = (['sentence', 'claim'] as const).find(isLabelled);
  return [...(isLabelled('passage') ? (['passage'] as const) : []), ...(finer ? [finer] : [])];
}

function whyNot({ units }: LevelUnits, folds: number): string | null {
  const items = units.flat();
  if (items.length === 0) return 'no item has a label and a score';
  if (units.length < folds) return `${units.length} passages are fewer than ${folds} folds`;
  const positives = items.filter(({ positive }) => positive).length;
  if (positives === 0) return 'all labelled items are factual';
  return positives === items.length ? 'all labelled items are hallucinated' : null;
}

function calibrateLevel(
  level: Level,
  { units, labelled }: LevelUnits,
  options: CrossFitOptions,
): LevelCalibration {
  const items = units.flat();
  return {
    level,
    target: level === 'passage' ? 'passage' : 'triple',
    n: items.length,
    positives: items.filter(({ positive }) => positive).length,
    passages: units.length,
    unscored: labelled - items.length,
    calibrator: fitPlatt(items),
    threshold: guaranteedThreshold(units, options),
    ...crossFit(units, options),
  };
}
