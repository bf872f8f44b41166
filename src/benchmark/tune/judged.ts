/**
 * Scores and decisions of a setting on labelled items, with thresholds fitted on other passages, and their objective.
 */
import { thresholdsOf } from '../../scoring/threshold.ts';
import type { StatementScores } from '../../scoring/statement-scores.ts';
import {
  bestThreshold,
  type Cuts,
  type Objective as ThresholdMetric,
} from '../../statistics/best-threshold.ts';
import { defined, type Metric, type Statistic, undefinedBecause } from '../../statistics/metric.ts';
import type { GoldItem } from '../level-items.ts';
import { STATISTICS } from '../level-metrics.ts';
import { byLevel, type Level } from '../method-scores.ts';
import type { ComponentSet } from './component-set.ts';
import { isCorrelation, isThresholdMetric, type Objective } from './objective.ts';
import type { Setting } from './setting.ts';
import { cutsOf, type Space } from './space.ts';

/** Passages by their position. */
export type Members = ReadonlySet<number>;

export interface JudgedItem extends GoldItem {
  score: number;
  predicted: boolean;
}

export type Judged = Record<Level, JudgedItem[]>;

/** On support; `triple` serves sentences too, and claims where they have none of their own. Null where unknown. */
export interface SupportThresholds {
  passage: number | null;
  triple: number | null;
  claim?: number | null | undefined;
}

/** Fixed thresholds that are fitted, and for what; those left out are taken from the setting. Cuts are on risk. */
export type Fittings = Partial<
  Record<'passage' | 'triple', { level: Level; metric: ThresholdMetric; cuts: Cuts }>
>;

/** A setting on the whole data set: its scores, and the labelled items that have one. */
export interface Scored {
  setting: Setting;
  scores: readonly StatementScores[];
  items: Record<Level, Omit<JudgedItem, 'predicted'>[]>;
}

export function scored(sets: readonly ComponentSet[], setting: Setting): Scored {
  const { gold, scoresOf } = sets[setting.components] as ComponentSet;
  const scores = scoresOf(setting);
  const items = (level: Level) =>
    gold[level].flatMap((item) => {
      const support = supportOf(scores[item.unit] as StatementScores, level, item.position);
      return support == null ? [] : { ...item, score: -support };
    });
  return { setting, scores, items: byLevel(items) };
}

function supportOf({ passage, sentences, claims }: StatementScores, level: Level, position: number) {
  if (level === 'passage') return passage;
  return (level === 'sentence' ? sentences : claims)[position]?.score;
}

/** Decisions for some passages, with thresholds fitted on others. */
export function judged(scores: Scored, fittings: Fittings, training: Members, judging: Members): Judged {
  const { items } = scores;
  const thresholds = thresholdsFor(scores, fittings, training);
  return byLevel((level) => {
    const own = level === 'sentence' ? null : thresholds[level];
    const threshold = own ?? (level === 'passage' ? null : thresholds.triple) ?? Number.NaN;
    return items[level]
      .filter(({ unit }) => judging.has(unit))
      .map((item) => ({ ...item, predicted: -item.score < threshold }));
  });
}

/** A fixed threshold is put where its metric is highest on the training passages. */
export function thresholdsFor(
  { setting: { threshold }, scores, items }: Scored,
  fittings: Fittings,
  training: Members,
): SupportThresholds {
  if (threshold.rule !== 'fixed') {
    const own = scores.filter((_, unit) => training.has(unit)).map((one) => one.passage);
    return thresholdsOf(threshold, own) ?? { passage: null, triple: null };
  }
  const fitted = (name: 'passage' | 'triple'): number | null => {
    const fitting = fittings[name];
    if (!fitting) return threshold[name];
    const members = items[fitting.level].filter(({ unit }) => training.has(unit));
    const risk = bestThreshold(members, fitting.metric, fitting.cuts);
    return risk === null ? null : -risk;
  };
  // a threshold fitted for sentences or claims applies to both
  const claim = fittings.triple ? undefined : threshold.claim;
  return { passage: fitted('passage'), triple: fitted('triple'), claim };
}

/**
 * The thresholds to fit for the threshold metrics of an objective, as far as the space allows.
 * @param others levels whose thresholds are fitted by balanced accuracy where the objective has no such metric
 */
export function fittingsFor({ terms }: Objective, space: Space, others: readonly Level[] = []): Fittings {
  const fittingOf = (name: 'passage' | 'triple') => {
    const cuts = cutsOf(space.scoring[`threshold.${name}`]);
    const isOwn = (level: Level) => (level === 'passage') === (name === 'passage');
    const own = terms.flatMap(({ level, metric }) =>
      isOwn(level) && isThresholdMetric(metric) ? { level, metric } : [],
    );
    const rest = others.filter(isOwn).map((level) => ({ level, metric: 'balancedAccuracy' as const }));
    const [fitting] = [...own, ...rest];
    return cuts && fitting ? { [name]: { ...fitting, cuts } } : {};
  };
  return { ...fittingOf('passage'), ...fittingOf('triple') };
}

/** The objective of judged items, for any weights of all passages. */
export function objectiveStatistic({ terms }: Objective, own: Judged): Statistic {
  const statistics = terms.map(({ level, metric }): Statistic => {
    const items = own[level].filter(({ gold }) => gold !== null || !isCorrelation(metric));
    const statistic = STATISTICS[metric](items);
    const units = Float64Array.from(items, ({ unit }) => unit);
    return (weights) => statistic(units.map((unit) => weights[unit] as number));
  });
  return (weights) => meanOfAll(statistics.map((statistic) => statistic(weights)));
}

/** Of parts on one scale the statistic of all their items; else the mean over the parts where it is defined. */
export function statisticOfParts(objective: Objective, parts: readonly Judged[], pooled: boolean): Statistic {
  if (pooled) {
    return objectiveStatistic(
      objective,
      byLevel((level) => parts.flatMap((part) => part[level])),
    );
  }
  const statistics = parts.map((part) => objectiveStatistic(objective, part));
  return (weights) => {
    const values = statistics.map((statistic) => statistic(weights)).filter(({ value }) => value !== null);
    return values.length === 0 ? undefinedBecause('defined in no fold') : meanOfAll(values);
  };
}

function meanOfAll(metrics: readonly Metric[]): Metric {
  const missing = metrics.find(({ value }) => value === null);
  return missing ?? defined(metrics.reduce((sum, { value }) => sum + (value as number), 0) / metrics.length);
}
