/** The risks of some of the passages, read into arrays that are allocated once. */
import type { Level } from '../method-scores.ts';
import type { ComponentSet } from './component-set.ts';
import type { SortedRisks } from './sorted-metrics.ts';
import type { SweepScores } from './sweep.ts';

/** 1 for each passage that counts. */
export type Members = Uint8Array;

export const membersWhere = (folds: Int32Array, belongs: (fold: number) => boolean): Members =>
  Uint8Array.from(folds, (fold) => Number(belongs(fold)));

export type RiskReader = (set: ComponentSet, scores: SweepScores, members: Members) => SortedRisks;

/** Reads the labelled items of a level that have a score; the arrays are overwritten by the next call. */
export function createRiskReader(level: Level, itemCount: number): RiskReader {
  const positives = new Float64Array(itemCount);
  const negatives = new Float64Array(itemCount);
  return ({ gold }, scores, members) => {
    const { row, passage, positive } = gold[level];
    let [positiveCount, negativeCount] = [0, 0];
    for (let item = 0; item < row.length; item++) {
      if (members[passage[item] as number] === 0 || (row[item] as number) < 0) continue;
      const risk = -(scores[level][row[item] as number] as number);
      if (Number.isNaN(risk)) continue;
      if (positive[item] === 1) positives[positiveCount++] = risk;
      else negatives[negativeCount++] = risk;
    }
    return {
      positives: positives.subarray(0, positiveCount).sort(),
      negatives: negatives.subarray(0, negativeCount).sort(),
    };
  };
}

/** Risk and gold share of error of the passages that have both. */
export function sharesOf({ gold }: ComponentSet, scores: SweepScores, members: Members) {
  const risks: number[] = [];
  const shares: number[] = [];
  gold.shares.row.forEach((row, item) => {
    const risk = -(scores.passage[row] as number);
    if (members[gold.shares.passage[item] as number] === 0 || Number.isNaN(risk)) return;
    risks.push(risk);
    shares.push(gold.shares.share[item] as number);
  });
  return { risks, shares };
}
