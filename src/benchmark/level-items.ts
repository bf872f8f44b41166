/** The gold labels of one level, and a method's scores for each. */
import type { GoldLabel, LabelledPassage } from '../../datasets/labelled-passage.ts';
import { InputError } from '../errors.ts';
import { LEVELS, type Level, type MethodScores, type PassageScores } from './method-scores.ts';
import type { ScoredItem } from '../statistics/metric.ts';
import { mean } from '../statistics/summary.ts';

export interface GoldItem {
  /** Position of its passage in the data set: the unit of every resampling. */
  unit: number;
  /** Index among the sentences or claims of the passage. */
  position: number;
  positive: boolean;
  /** Gold share of error in [0, 1], of passages with labelled sentences: the mean of their scores; else null. */
  gold: number | null;
}

export interface ScoredLevelItem extends GoldItem, ScoredItem {
  /** Probability of being non-factual; null where the method gives none. */
  probability: number | null;
  /** The method's own decision, where it is made from more than the score; else null. */
  flagged: boolean | null;
}

/** Whether the passage, a sentence or a claim of it has a label. */
export const isLabelled = (passage: LabelledPassage): boolean =>
  LEVELS.some((level) => labelsOf(passage, level).some((label) => label !== null));

/** All labelled items of a level, in the order of the data set. */
export const goldItems = (passages: readonly LabelledPassage[], level: Level): GoldItem[] =>
  passages.flatMap((passage, unit) => goldItemsOf(passage, unit, level));

function goldItemsOf(passage: LabelledPassage, unit: number, level: Level): GoldItem[] {
  const gold = level === 'passage' ? shareOfError(passage) : null;
  return labelsOf(passage, level).flatMap((label, position) =>
    label === null ? [] : { unit, position, positive: label === 'non-factual', gold },
  );
}

function labelsOf(
  { label, sentences = [], claims = [] }: LabelledPassage,
  level: Level,
): (GoldLabel | null)[] {
  if (level === 'passage') return [label];
  return (level === 'sentence' ? sentences : claims).map((item) => item.label);
}

/** Mean of the gold sentence scores: 0 all accurate, 1 all major; null where sentences are not labelled. */
export const shareOfError = ({ sentences = [] }: LabelledPassage): number | null =>
  mean(sentences.map(({ score }) => score));

/**
 * The items of {@link goldItems}, in the same order, with a method's scores; null where it gives none.
 * @throws InputError when the method has another number of scores for a passage than there are labels
 */
export function levelItems(
  passages: readonly LabelledPassage[],
  { method, scores }: Pick<MethodScores, 'method' | 'scores'>,
  level: Level,
): (ScoredLevelItem | null)[] {
  const byId = new Map(scores.map((one) => [one.id, one]));
  return passages.flatMap((passage, unit) => {
    const own = byId.get(passage.passage.id);
    const risks = own && valuesOf(own, level);
    const count = labelsOf(passage, level).length;
    if (risks && count > 0 && risks.length !== count) {
      const counts = `${risks.length} ${level} scores for ${count} labels`;
      throw new InputError(`benchmark: ${method} has ${counts} in passage "${own.id}"`);
    }
    const probabilities = own?.probabilities && valuesOf(own.probabilities, level);
    return goldItemsOf(passage, unit, level).map((item) => {
      const score = risks?.[item.position] ?? null;
      const probability = probabilities?.[item.position] ?? null;
      const flagged = (level === 'passage' ? own?.flagged : null) ?? null;
      return score === null ? null : { ...item, score, probability, flagged };
    });
  });
}

function valuesOf(
  values: Pick<PassageScores, 'passage' | 'sentences' | 'claims'>,
  level: Level,
): (number | null)[] | null {
  if (level === 'passage') return [values.passage];
  return level === 'sentence' ? values.sentences : values.claims;
}
