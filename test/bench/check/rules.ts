/** Thresholds on the support of checked responses, and what they are worth. */
import { bestThreshold } from '../../../src/statistics/best-threshold.ts';
import { f1 } from '../../../src/statistics/confusion.ts';
import { stratifiedFolds } from '../../../src/statistics/folds.ts';

export interface CheckedResponse {
  /** Support of the response. */
  score: number;
  isWrong: boolean;
  /** By the preset. */
  isFlagged: boolean;
}

/** Whether each has less support than the threshold. */
export const flagsBelow = (rows: readonly CheckedResponse[], threshold: number): boolean[] =>
  rows.map(({ score }) => score < threshold);

/** 0 where nothing is flagged or wrong. */
export function f1Of(rows: readonly CheckedResponse[], flags: readonly boolean[]): number {
  const count = (of: (row: CheckedResponse, flag: boolean) => boolean) =>
    rows.filter((row, index) => of(row, flags[index] as boolean)).length;
  const { value } = f1({
    truePositives: count(({ isWrong }, flag) => isWrong && flag),
    falsePositives: count(({ isWrong }, flag) => !isWrong && flag),
    falseNegatives: count(({ isWrong }, flag) => isWrong && !flag),
    trueNegatives: count(({ isWrong }, flag) => !isWrong && !flag),
  });
  return value ?? 0;
}

const FOLDS = 5;
const SEED = 1;

/** F1 of one threshold for all, each response judged by the threshold of the other folds. */
export function outOfFold(rows: readonly CheckedResponse[]): number {
  const items = rows.map(({ score, isWrong }, unit) => ({ unit, score: -score, positive: isWrong }));
  const foldOf = stratifiedFolds(items, { seed: SEED, folds: FOLDS });
  const cuts = Array.from({ length: FOLDS }, (_, fold) =>
    bestThreshold(
      items.filter((_item, index) => foldOf[index] !== fold),
      'f1',
    ),
  );
  return f1Of(
    rows,
    items.map(({ score }, index) => score > (cuts[foldOf[index] as number] ?? Number.POSITIVE_INFINITY)),
  );
}

const STEPS = Array.from({ length: 46 }, (_, step) => (5 + 2 * step) / 100);

/** The threshold with the best mean F1 on some sets; of equal ones the lowest. */
export function bestOnSets(sets: readonly (readonly CheckedResponse[])[]): number {
  const totalOf = (threshold: number) =>
    sets.reduce((sum, rows) => sum + f1Of(rows, flagsBelow(rows, threshold)), 0);
  return STEPS.reduce((best, threshold) => (totalOf(threshold) > totalOf(best) ? threshold : best));
}
