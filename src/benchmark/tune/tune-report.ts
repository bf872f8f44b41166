/** The result of tuning, as written to JSON, and the tuned configuration. */
import type { Config } from '../../config/schema.ts';
import type { ComponentSet } from './component-set.ts';
import { isThresholdMetric } from './objective.ts';
import { changesOf, type Setting, settingOf } from './setting.ts';
import type { TuneResult, TuneSettings } from './tune.ts';

export interface TuneReport extends Omit<TuneResult, 'objective' | 'folds' | 'setting'>, TuneSettings {
  dataset: string;
  /** The component sets searched over. */
  components: string[];
  objective: string;
  perFold: {
    inner: number | null;
    value: number | null;
    components: string;
    weights: Record<string, number>;
  }[];
  chosen: { components: string; changes: { path: string; from: unknown; to: unknown }[] };
  /** Caveats for the reader. */
  notes: string[];
}

export interface TuneRun {
  result: TuneResult;
  base: Config;
  sets: readonly ComponentSet[];
  dataset: string;
  settings: TuneSettings;
}

export function tuneReport({ result, base, sets, dataset, settings }: TuneRun): TuneReport {
  const { objective, folds, setting: chosen, ...figures } = result;
  const labelOf = ({ components }: Setting) => (sets[components] as ComponentSet).label;
  return {
    dataset,
    components: sets.map(({ label }) => label),
    objective: objective.name,
    ...settings,
    ...figures,
    perFold: folds.map(({ setting, inner, value }) => ({
      inner,
      value,
      components: labelOf(setting),
      weights: Object.fromEntries(Object.entries(setting.weights).filter(([, weight]) => weight > 0)),
    })),
    chosen: {
      components: labelOf(chosen),
      changes: changesOf(settingOf(base.scoring, 0), chosen),
    },
    notes: notesOf(result, base),
  };
}

function notesOf(
  { objective, setting, outOfFold, start, gain, pooled, folds }: TuneResult,
  base: Config,
): string[] {
  const notes: string[] = [];
  if (outOfFold.value === null || start.value === null || outOfFold.value <= start.value) {
    notes.push('Out of fold, tuning is NOT better than the start: keep the start, or tune on more passages.');
  } else if (gain.interval === null || gain.interval[0] <= 0) {
    notes.push('Out of fold, tuning is better than the start, but the interval of the gain includes 0.');
  }
  const unused = folds.filter(({ value }) => value === null).length;
  if (unused > 0) notes.push(`In ${unused} of ${folds.length} folds the objective is not defined.`);
  if (!pooled) {
    notes.push('The folds chose scores of different scales: figures are means over the folds, not pooled.');
  }
  const cutsPassages = objective.terms.some(
    ({ level, metric }) => level === 'passage' && isThresholdMetric(metric),
  );
  if (cutsPassages && setting.facts !== 'parts') {
    notes.push(
      'Passages are called here by their scores and thresholds alone; verdicts, and bench, also call one with a suspicious fact hallucinated, and some unsure.',
    );
  }
  if (base.scoring.calibration?.passage ?? base.scoring.calibration?.triple) {
    notes.push('The calibration of the start belongs to its scores and is left out: calibrate again.');
  }
  return notes;
}

/** The configuration of the final setting with its provenance, without calibrations that no longer hold. */
export function tunedConfig({
  result: {
    setting: { components, ...scoring },
  },
  base,
  sets,
}: Pick<TuneRun, 'result' | 'base' | 'sets'>): Config {
  const { config } = sets[components] as ComponentSet;
  const { calibration: _, ...provenance } = base.provenance ?? {};
  const { unsure, calibration } = config.scoring;
  return { ...config, scoring: { ...scoring, unsure, calibration: { fact: calibration.fact } }, provenance };
}

/** Equal input gives an equal record: no times, no paths. */
export function tuneProvenance(report: TuneReport, { sha256, version }: { sha256: string; version: string }) {
  const { dataset, passages, objective, folds, innerFolds, trials, seed } = report;
  return {
    tool: `hallugraph ${version}`,
    command: 'tune',
    data: { dataset, passages, sha256 },
    objective,
    folds,
    innerFolds,
    trials,
    seed,
    start: report.start.value,
    inSample: report.inSample.value,
    outOfFold: { value: report.outOfFold.value, interval: report.outOfFold.interval },
  };
}
