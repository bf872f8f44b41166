/** Seeded folds over the passages of a data set, stratified by label. */
import { groupBy } from '../common/group-by.ts';
import { randomFor, shuffled } from '../common/random.ts';

export interface FoldedItem {
  unit: number;
  positive: boolean;
}

export interface FoldOptions {
  seed: number;
  /** At most the number of units. */
  folds: number;
}

/**
 * The fold of every item, from 0. The items of a unit share a fold. Units are dealt out one by one in the order of
 * their share of positives, random among equals, so that classes are balanced and sizes differ by one unit at most.
 */
export function stratifiedFolds(items: readonly FoldedItem[], { seed, folds }: FoldOptions): number[] {
  const units = [...groupBy(items, ({ unit }) => unit)].map(([unit, own]) => ({
    unit,
    share: own.filter(({ positive }) => positive).length / own.length,
  }));
  const dealt = shuffled(units, randomFor(seed, 'folds')).sort((left, right) => left.share - right.share);
  const foldOf = new Map(dealt.map(({ unit }, position) => [unit, position % folds]));
  return items.map(({ unit }) => foldOf.get(unit) as number);
}

/** For each item the result fitted on the items of the other folds. */
export function fittedOnOthers<Item extends FoldedItem, Fitted>(
  items: readonly Item[],
  options: FoldOptions,
  fitOn: (others: Item[]) => Fitted,
): Fitted[] {
  const foldOf = stratifiedFolds(items, options);
  const fitted = Array.from({ length: options.folds }, (_, fold) =>
    fitOn(items.filter((_item, index) => foldOf[index] !== fold)),
  );
  return foldOf.map((fold) => fitted[fold] as Fitted);
}
