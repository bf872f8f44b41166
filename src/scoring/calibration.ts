/**
 * From a support score to the probability of being hallucinated, by a calibration fitted before (Platt 1999):
 *
 *   p = 1 / (1 + exp(−(slope · F + intercept)))
 *
 * One curve over F does not fit all kinds of evidence: few true facts have an F as low as facts that all samples
 * contradict. So the method `evidence` has a share for each kind in which samples contradict the fact or do not mention
 * it, and the curve for the others.
 */
import { isUnmentioned } from './mentioned.ts';
import type { Calibrator, EvidenceChance } from './scoring-schema.ts';
import type { FactStatements } from './fact-score.ts';

/** In [0, 1]; null without a calibrator or a score. */
export function probabilityOf(
  score: number | null,
  calibrator: Pick<Calibrator, 'slope' | 'intercept'> | undefined,
): number | null {
  if (score === null || calibrator === undefined) return null;
  return 1 / (1 + Math.exp(-(calibrator.slope * score + calibrator.intercept)));
}

/**
 * `allContradict`: every sample; `someContradict`: some, and no sample repeats or holds it; `disputed`: some do;
 * `unmentioned`: no sample mentions it; `other`: support of some strength, and no contradiction.
 */
export const FACT_EVIDENCE = ['allContradict', 'someContradict', 'disputed', 'unmentioned', 'other'] as const;
export type FactEvidence = (typeof FACT_EVIDENCE)[number];

export function evidenceOnFact(read: FactStatements): FactEvidence {
  const { statements } = read;
  const against = statements.filter(({ says }) => says === 'contradicts').length;
  const isHeld = statements.some(({ says }) => says === 'repeats' || says === 'holds');
  if (against > 0 && against === statements.length) return 'allContradict';
  if (against > 0) return isHeld ? 'disputed' : 'someContradict';
  return isUnmentioned(read) ? 'unmentioned' : 'other';
}

/** In [0, 1]; null without a score. */
export function chanceOfFact(
  score: number | null,
  evidence: FactEvidence,
  chance: EvidenceChance,
): number | null {
  if (score === null) return null;
  return evidence === 'other' ? probabilityOf(score, chance) : chance[evidence];
}
