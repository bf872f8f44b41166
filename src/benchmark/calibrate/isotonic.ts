/**
 * Isotonic regression: the falling function of the support F that is nearest to the gold labels in squared error,
 * by pooling adjacent violators (Ayer et al. 1955; as calibration: Zadrozny & Elkan 2002).
 *
 * Items of one score enter together. Each pooled block has the share of hallucinated items in it as its value, so
 * the mean probability of the items is their base rate. Between blocks the calibrator interpolates.
 */
import { groupBy } from '../../common/group-by.ts';
import type { SupportItem } from './items.ts';
import type { Calibrator } from '../../scoring/scoring-schema.ts';

export type IsotonicCalibrator = Extract<Calibrator, { method: 'isotonic' }>;

/** Items whose scores lie in [first, last], with one common probability. */
interface Block {
  first: number;
  last: number;
  positives: number;
  count: number;
}

/** With as few points as describe the function: both ends of each block. @param items at least one */
export function fitIsotonic(items: readonly SupportItem[]): IsotonicCalibrator {
  const blocks = pooled(itemsByScore(items));
  const points = blocks.flatMap((block) =>
    (block.first === block.last ? [block.first] : [block.first, block.last]).map((score) => ({
      score,
      probability: share(block),
    })),
  );
  return {
    method: 'isotonic',
    scores: points.map(({ score }) => score),
    probabilities: points.map(({ probability }) => probability),
  };
}

const share = ({ positives, count }: Block): number => positives / count;

/** One block for each distinct score, rising. */
function itemsByScore(items: readonly SupportItem[]): Block[] {
  const rising = items.toSorted((one, other) => one.score - other.score);
  return [...groupBy(rising, ({ score }) => score)].map(([score, own]) => {
    const positives = own.filter(({ positive }) => positive).length;
    return { first: score, last: score, positives, count: own.length };
  });
}

/** Joins neighbours until the shares fall from block to block; equal shares are one block. */
function pooled(blocks: readonly Block[]): Block[] {
  const result: Block[] = [];
  for (const block of blocks) {
    let current = block;
    for (let before = result.at(-1); before && notFalling(before, current); before = result.at(-1)) {
      current = joined(before, current);
      result.pop();
    }
    result.push(current);
  }
  return result;
}

/** share(left) ≤ share(right), in whole numbers. */
const notFalling = (left: Block, right: Block): boolean =>
  left.positives * right.count <= right.positives * left.count;

const joined = (left: Block, right: Block): Block => ({
  first: left.first,
  last: right.last,
  positives: left.positives + right.positives,
  count: left.count + right.count,
});
