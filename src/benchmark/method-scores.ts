/**
 * A method's scores for the passages of a data set, whatever the method: hallugraph itself, one of its ablations, a
 * baseline, or scores recorded elsewhere. Tables are made from these and the gold labels alone.
 *
 * Scores here are *risk* on any scale: high = hallucinated (for hallugraph, −F). A missing score is null.
 */
import type { Usage } from '../passage.ts';

/** The level of a gold label. */
export const LEVELS = ['passage', 'sentence', 'claim'] as const;
export type Level = (typeof LEVELS)[number];

export const byLevel = <T>(of: (level: Level) => T): Record<Level, T> => ({
  passage: of('passage'),
  sentence: of('sentence'),
  claim: of('claim'),
});

export interface PassageScores {
  id: string;
  passage: number | null;
  /** One for each gold sentence, in order; null where the method scores no sentences. */
  sentences: (number | null)[] | null;
  /** One for each claim of the passage, in order; null where the method scores no claims. */
  claims: (number | null)[] | null;
  /** Calibrated probabilities of being hallucinated beside the scores, where the method gives them. */
  probabilities?: Pick<PassageScores, 'passage' | 'sentences' | 'claims'>;
  /**
   * Whether the passage is called hallucinated, where that is decided by more than score and threshold; not for
   * `unsure`.
   */
  flagged?: boolean;
  /** Why `passage` is null. */
  reason: string | null;
  /** Model calls made for this passage; null where none are made or they are not known. */
  usage: Usage | null;
}

/** The origin of the scores, see `ORIGIN_TITLES` in metric-words.ts; rows are grouped by it. */
export type Origin = 'hallugraph' | 'ablation' | 'part' | 'baseline' | 'recorded';

export interface MethodScores {
  /** Unique in a report: `hallugraph`, `−HEQA`, `selfcheck-nli` ... */
  method: string;
  origin: Origin;
  /** In any order; a passage of the data set that is missing here counts as unscored. */
  scores: PassageScores[];
  /** The method's own thresholds on risk, above which an item is called non-factual; null where it has none. */
  thresholds: Record<Level, number | null>;
}

export const NO_THRESHOLDS: MethodScores['thresholds'] = byLevel(() => null);
