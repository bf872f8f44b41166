/**
 * The chance that a fact is wrong, by the kind of evidence on it:
 *
 *   evidence   a share for each kind in which samples contradict the fact or do not mention it; for the others
 *              p = 1 / (1 + exp(−(slope · F + intercept)))
 *
 * One curve over F does not fit all kinds: few true facts have an F as low as facts that all samples contradict.
 */
import { type Calibrator, probabilityOf } from './calibration.ts';
import { evidenceOnFact, type FactEvidence } from './fact-evidence.ts';
import type { FactStatements } from './statements-by-fact.ts';

export type EvidenceChance = {
  method: 'evidence';
  basis?: string | undefined;
  slope: number;
  intercept: number;
} & Record<Exclude<FactEvidence, 'other'>, number>;

export type FactChance = Calibrator | EvidenceChance;

/** In [0, 1]; null without a score. */
export const chanceOfFact = (
  score: number | null,
  statements: FactStatements,
  chance: FactChance,
): number | null =>
  chance.method === 'evidence'
    ? chanceByEvidence(score, evidenceOnFact(statements), chance)
    : probabilityOf(score, chance);

export function chanceByEvidence(
  score: number | null,
  evidence: FactEvidence,
  chance: EvidenceChance,
): number | null {
  if (score === null) return null;
  const { slope, intercept } = chance;
  return evidence === 'other'
    ? probabilityOf(score, { method: 'platt', slope, intercept })
    : chance[evidence];
}
