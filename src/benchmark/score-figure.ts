/** The scores of methods for the labelled items of a level, as charts: curves, distributions, calibration. */
import type { LabelledPassage } from '../../datasets/labelled-passage.ts';
import type { ScoredMethod } from '../format/charts.ts';
import type { Figure } from '../format/document.ts';
import { isLabelled, levelItems } from './level-items.ts';
import type { Level, MethodScores } from './method-scores.ts';
import { LEVEL_TITLES } from './metric-words.ts';

/** Ablations and single parts are left out: dozens of curves cannot be told apart. */
const isDrawn = ({ origin }: MethodScores): boolean => origin !== 'ablation' && origin !== 'part';

/** Empty where no method has a score at the level. */
export function scoreFigures(
  passages: readonly LabelledPassage[],
  methods: readonly MethodScores[],
  level: Level,
): Figure[] {
  const labelled = passages.filter(isLabelled);
  const drawn = methods.filter(isDrawn).flatMap((method): ScoredMethod[] => {
    const items = levelItems(labelled, method, level).filter((item) => item !== null);
    if (items.length === 0) return [];
    return [
      {
        ...{ name: method.method, marked: method.origin === 'hallugraph' },
        items: items.map(({ score, positive, probability }) => [score, positive, probability]),
      },
    ];
  });
  if (drawn.length === 0) return [];
  const caption = `How the scores of each method tell non-factual from factual ${LEVEL_TITLES[level].toLowerCase()}.`;
  return [{ chart: { kind: 'scores', methods: drawn }, caption }];
}
