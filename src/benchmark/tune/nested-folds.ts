/** Folds over passages for nested cross-validation, from the labels the objective speaks of. */
import { stratifiedFolds } from '../../statistics/folds.ts';
import type { Gold } from './gold.ts';
import type { Objective } from './objective.ts';

/**
 * The fold of each passage, from 0 to `folds` − 1, stratified by the share of non-factual items; −1 for a passage
 * without a label at the levels of the objective, or that is not a member.
 */
export function passageFolds(
  gold: Gold,
  { terms }: Objective,
  options: { folds: number; seed: number; passageCount: number; isMember: (passage: number) => boolean },
): Int32Array {
  const items = [...new Set(terms.map(({ level }) => level))].flatMap((level) => {
    const { passage, positive } = gold[level];
    return Array.from(passage, (unit, item) => ({ unit, positive: positive[item] === 1 }));
  });
  const members = items.filter(({ unit }) => options.isMember(unit));
  const folds = new Int32Array(options.passageCount).fill(-1);
  stratifiedFolds(members, options).forEach((fold, index) => {
    folds[(members[index] as (typeof members)[number]).unit] = fold;
  });
  return folds;
}

/** 1 for each passage that counts. */
export type Members = Uint8Array;

export const membersWhere = (folds: Int32Array, belongs: (fold: number) => boolean): Members =>
  Uint8Array.from(folds, (fold) => Number(belongs(fold)));
