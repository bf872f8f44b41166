/** The data a calibration is fitted on: items with a support score and a gold label, by passage. */
import type { LabelledPassage } from '../../../datasets/labelled-passage.ts';
import { groupBy } from '../../common/group-by.ts';
import { goldItems, levelItems } from '../level-items.ts';
import type { Level, MethodScores } from '../method-scores.ts';

export interface SupportItem {
  /** Support F, high = factual. */
  score: number;
  /** Whether the gold label is non-factual. */
  positive: boolean;
  /** Of a passage: whether a hallucinated fact flags it at any threshold; absent where none does. */
  byFact?: true;
}

/** The scored and labelled items of one passage: the unit that is exchangeable, drawn and assigned to folds. */
export type Unit = readonly SupportItem[];

export interface LevelUnits {
  labelled: number;
  /** One for each passage with at least one scored and labelled item, in the order of the data set. */
  units: Unit[];
}

/**
 * The items of one level.
 *
 * @param scores risk −F, as `verdictScores` gives it
 * @param byFact ids of the passages that a fact makes hallucinated; read for passages alone
 */
export function levelUnits(
  passages: readonly LabelledPassage[],
  scores: MethodScores,
  level: Level,
  byFact: ReadonlySet<string> = new Set(),
): LevelUnits {
  const items = levelItems(passages, scores, level).filter((item) => item !== null);
  const units = [...groupBy(items, ({ unit }) => unit)].map(([unit, own]): Unit => {
    const isByFact = level === 'passage' && byFact.has(passages[unit]?.passage.id ?? '');
    return own.map(({ score, positive }) => ({ score: -score, positive, ...(isByFact && { byFact: true }) }));
  });
  return { labelled: goldItems(passages, level).length, units };
}
