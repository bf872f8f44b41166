/** A calibration report as a document. */
import type { Document, Section } from '../../format/document.ts';
import { plainTable, type TextTable } from '../../format/text-table.ts';
import { threeDecimals, withInterval } from '../../format/figures.ts';
import { PROBABILITY_METRICS, type ProbabilityMetric } from '../../statistics/probability-metrics.ts';
import type { CalibrationReport, LevelCalibration } from './calibrate.ts';
import { confidence } from './conformal.ts';
import { FLAG_RATES, type FlagRate } from './flag-rates.ts';
import type { Calibrator } from '../../scoring/scoring-schema.ts';

export interface CalibrationOutput {
  report: CalibrationReport;
  dataset: string;
  /** Caveats, printed first. */
  warnings?: readonly string[];
}

export const calibrationDocument = (output: CalibrationOutput): Document => ({
  title: `Calibration on ${output.dataset} (${output.report.method})`,
  lead: [
    ...(output.warnings ?? []),
    ...output.report.absent.map(({ level, reason }) => `${level} not calibrated: ${reason}.`),
  ],
  sections: output.report.levels.map((level) => levelSection(level, output.report)),
});

function levelSection(level: LevelCalibration, report: CalibrationReport): Section {
  const title = `${capital(level.level)}s`;
  const lines = [
    ...dataLines(level),
    ...(level.target === 'triple' ? [`${TRIPLE_NOTE} ${level.level}s.`] : []),
    calibratorLine(level.calibrator),
    thresholdLine(level, report),
    ...warnings(level, report),
  ];
  return {
    title,
    parts: [
      lines,
      probabilityTable(level, report),
      ...(level.foldsWithoutThreshold < report.folds ? [rateTable(level, report)] : []),
      reliabilityTable(level),
      {
        chart: { kind: 'reliability', bins: level.reliability.after },
        caption:
          `Predicted probability and observed share of hallucinations, with 95 % Wilson intervals: ${title.toLowerCase()}.` +
          ' Calibrated probabilities lie on the diagonal.',
      },
    ],
  };
}

const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

const TRIPLE_NOTE =
  'The setting `triple` serves triples, sentences and claims; no data set labels triples, so it is fitted on';

function dataLines({ level, n, positives, passages, unscored }: LevelCalibration): string[] {
  const left = unscored === 0 ? '' : `, ${unscored} without a score left out`;
  const where = level === 'passage' ? '' : ` in ${passages} passages`;
  const share = Math.round((100 * positives) / n);
  return [
    `${n} ${level}s${where}, ${positives} of them hallucinated${left}.`,
    `Probabilities hold for texts like these, of whose ${level}s about ${share} % are hallucinated.`,
  ];
}

const calibratorLine = ({ slope, intercept }: Calibrator): string =>
  `p = 1 / (1 + exp(−(slope · F + intercept))), slope ${slope.toFixed(3)}, intercept ${intercept.toFixed(3)}.`;

function thresholdLine(level: LevelCalibration, report: CalibrationReport): string {
  const { threshold, reason } = level.threshold;
  if (threshold === null) return `The threshold stays as it was: ${reason}.`;
  return `Below F = ${threshold.toFixed(4)} a ${level.level} is called hallucinated: ${promise(level, report)}.`;
}

function promise({ level, threshold }: LevelCalibration, report: CalibrationReport): string {
  const { guarantee, alpha, delta } = report;
  const isPassage = level === 'passage';
  if (guarantee === 'false-alarm') {
    const one = isPassage ? 'a factual passage' : `a factual ${level} drawn from a new passage`;
    const basis = isPassage ? 'factual passages' : `passages with factual ${level}s`;
    return `${one} is flagged with probability at most ${alpha} (by ${threshold.n} ${basis})`;
  }
  const drawn = isPassage ? '' : ' when one is drawn from each passage';
  const share = `a share of at most ${alpha} of the flagged ${level}s is factual${drawn}`;
  return `${share}, with confidence ${confidence(delta)} (by ${threshold.n} passages)`;
}

function warnings(level: LevelCalibration, { folds }: CalibrationReport): string[] {
  const { calibrator, foldsWithoutThreshold: without } = level;
  const [before, after] = [level.before.brier.value as number, level.after.brier.value as number];
  return [
    ...(calibrator.slope === 0
      ? ['Warning: more support does not mean less risk here; every item gets the base rate.']
      : []),
    ...(without > 0 && without < folds
      ? [`Warning: ${without} of ${folds} folds have no guaranteed threshold; there nothing is flagged.`]
      : []),
    ...(after > before ? ['Warning: out of fold the probabilities are worse than 1 − F.'] : []),
  ];
}

const PROBABILITY_NAMES: Record<ProbabilityMetric, string> = {
  calibrationError: 'calibration error (ECE)',
  brier: 'Brier score',
  logLoss: 'log loss',
};

function probabilityTable({ before, after }: LevelCalibration, { folds }: CalibrationReport): TextTable {
  const rows = PROBABILITY_METRICS.map((name) => [
    PROBABILITY_NAMES[name],
    withInterval(before[name].value, before[name].interval),
    withInterval(after[name].value, after[name].interval),
  ]);
  return {
    ...plainTable(['less is better', 'before (1 − F)', 'calibrated, out of fold'], rows),
    caption: `Probabilities, ${folds} folds over passages; 95 % intervals by bootstrap over passages`,
  };
}

const RATE_NAMES: Record<FlagRate, string> = {
  falseAlarms: 'false alarms: factual, but flagged',
  wrongFlags: 'wrong flags: flagged, but factual',
  found: 'found: hallucinated and flagged',
};

function rateTable({ rates }: LevelCalibration, { guarantee, alpha }: CalibrationReport): TextTable {
  const wanted: FlagRate = guarantee === 'false-alarm' ? 'falseAlarms' : 'wrongFlags';
  const rows = FLAG_RATES.map((name) => [
    RATE_NAMES[name],
    withInterval(rates[name].value, rates[name].interval),
    name === wanted ? `≤ ${alpha}` : '',
  ]);
  return {
    ...plainTable(['rate', 'out of fold', 'wanted'], rows),
    caption: 'Thresholds fitted on the other folds; each passage counts once',
  };
}

function reliabilityTable({ reliability }: LevelCalibration): TextTable {
  const filled = reliability.after.filter(({ n }) => n > 0);
  const rows = filled.map(({ lower, upper, n, meanProbability, observed, interval }) => [
    `${lower.toFixed(1)} to ${upper.toFixed(1)}`,
    String(n),
    threeDecimals(meanProbability),
    withInterval(observed, interval),
  ]);
  return {
    ...plainTable(['probability', 'n', 'mean probability', 'hallucinated'], rows),
    caption: 'Reliability of the calibrated probabilities, out of fold; Wilson intervals',
  };
}
