/** What thresholds on support are worth, the preset's and those that other passages of the same data give. */
import type { LabelledPassage } from '../../../datasets/labelled-passage.ts';
import { isCalledNonFactual } from '../../../src/benchmark/verdict-scores.ts';
import { decide } from '../../../src/benchmark/threshold-protocols.ts';
import type { PassageVerdict } from '../../../src/passage.ts';
import { rescoreVerdict } from '../../../src/scoring/verdict.ts';
import { bestThreshold } from '../../../src/statistics/best-threshold.ts';
import { balancedAccuracy, confusionStatistic, f1, recall } from '../../../src/statistics/confusion.ts';
import { fittedOnOthers } from '../../../src/statistics/folds.ts';
import { figuresOf, measure } from '../../../src/statistics/measure-metrics.ts';
import { probabilityStatistics } from '../../../src/statistics/probability-metrics.ts';
import type { Scoring } from '../../../src/scoring/scoring-schema.ts';

/** Something labelled, and what the preset says of it. */
export interface Decided {
  /** Position of its passage. */
  unit: number;
  /** Support. */
  score: number;
  /** Whether it is wrong. */
  positive: boolean;
  flagged: boolean;
}

const FOLDS = 5;
const SEED = 1;
export const FOLD_OPTIONS = { folds: FOLDS, seed: SEED };

export const wrongShare = (items: readonly Decided[]): number =>
  items.filter(({ positive }) => positive).length / items.length;

/** The labels of the preset, with intervals over passages, and cross-validated thresholds beside them. */
export function decisionFigures(items: readonly Decided[]) {
  const risks = items.map((item) => ({ ...item, score: -item.score }));
  const protocol = { rule: 'cross-validated', folds: FOLDS, objective: 'balancedAccuracy' } as const;
  const { predicted } = decide(risks, protocol, { own: null, seed: SEED });
  const best = bestThreshold(risks, 'balancedAccuracy');
  return {
    n: items.length,
    wrong: wrongShare(items),
    own: accuracyOf(
      items,
      items.map(({ flagged }) => flagged),
    ),
    best: best === null ? null : -best,
    crossValidated: accuracyOf(items, predicted),
  };
}

/** Also the share of right items that are flagged. */
function accuracyOf(items: readonly Decided[], predicted: readonly boolean[]) {
  const judged = items.map(({ positive }, index) => ({ positive, predicted: predicted[index] as boolean }));
  const turned = judged.map((item) => ({ ...item, positive: !item.positive }));
  const statistics = {
    balancedAccuracy: confusionStatistic(judged, balancedAccuracy),
    f1: confusionStatistic(judged, f1),
    recall: confusionStatistic(judged, recall),
    falseAlarms: confusionStatistic(turned, recall),
  };
  const units = items.map(({ unit }) => unit);
  return figuresOf(measure(statistics, { seed: SEED, itemCount: items.length, units }));
}

/** Labelled passages. */
export const decidedPassages = (rows: readonly LabelledVerdict[]): Decided[] =>
  rows.flatMap(({ labelled: { label }, verdict }, unit) => {
    const { score } = verdict;
    if (score === null) return [];
    return [{ unit, score, positive: label === 'non-factual', flagged: isCalledNonFactual(verdict) }];
  });

export interface LabelledVerdict {
  labelled: LabelledPassage;
  verdict: PassageVerdict;
}

/** Labelled sentences or claims. */
export const decidedStatements = (
  rows: readonly LabelledVerdict[],
  level: 'sentences' | 'claims',
): Decided[] =>
  rows.flatMap(({ labelled, verdict }, unit) =>
    (labelled[level] ?? []).flatMap(({ label: gold }, index) => {
      const { score = null, label } = verdict[level][index] ?? {};
      return gold === null || score === null
        ? []
        : [{ unit, score, positive: gold === 'non-factual', flagged: label === 'hallucinated' }];
    }),
  );

/** Which of the passages are flagged at each passage threshold in hundredths, by a fact or as a whole. */
export function flagsByThreshold(rows: readonly LabelledVerdict[], scoring: Scoring): boolean[][] {
  const { threshold } = scoring;
  if (threshold.rule !== 'fixed')
    throw new Error('thresholds of passages are looked for where they are fixed');
  return CUTS.map((passage) =>
    rows.map(({ verdict }) =>
      isCalledNonFactual(rescoreVerdict(verdict, { ...scoring, threshold: { ...threshold, passage } })),
    ),
  );
}

const CUTS = Array.from({ length: 101 }, (_, cut) => cut / 100);

/** In hundredths, the highest threshold that flags no more than a share of right passages. */
export function thresholdForFalseAlarms(
  items: readonly Decided[],
  flags: readonly (readonly boolean[])[],
  share: number,
): number {
  const right = [...items.keys()].filter((index) => !items[index]?.positive);
  const isKept = (row: readonly boolean[]) =>
    right.filter((index) => row[index]).length <= share * right.length;
  return CUTS[flags.findLastIndex(isKept)] ?? 0;
}

/** The same, each passage judged by the threshold of the other folds. */
export function crossValidatedFalseAlarms(
  items: readonly Decided[],
  flags: readonly (readonly boolean[])[],
  share: number,
) {
  const placed = items.map((item, index) => ({ ...item, index }));
  const cuts = fittedOnOthers(placed, FOLD_OPTIONS, (others) =>
    thresholdForFalseAlarms(
      others,
      flags.map((row) => others.map(({ index }) => row[index] as boolean)),
      share,
    ),
  );
  const predicted = cuts.map((cut, index) => flags[CUTS.indexOf(cut)]?.[index] ?? false);
  return { cuts, ...accuracyOf(items, predicted) };
}

/** How good probabilities are; `base` is the Brier score of giving every item the share of wrong ones. */
export function probabilityFigures(items: readonly Decided[], probabilities: readonly number[]) {
  const probable = items.map(({ positive }, index) => ({
    positive,
    probability: probabilities[index] as number,
  }));
  const { calibrationError, brier } = probabilityStatistics(probable);
  const units = items.map(({ unit }) => unit);
  const measured = measure({ calibrationError, brier }, { seed: SEED, itemCount: items.length, units });
  const wrong = wrongShare(items);
  return { ...figuresOf(measured), base: wrong * (1 - wrong) };
}
