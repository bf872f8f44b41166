/**
 * From a support score to the probability of being hallucinated, by a calibration fitted before (Platt 1999):
 *
 *   p = 1 / (1 + exp(−(slope · F + intercept)))
 */
import type { Calibrator } from './scoring-schema.ts';

/** In [0, 1]; null without a calibrator or a score. */
export function probabilityOf(
  score: number | null,
  calibrator: Pick<Calibrator, 'slope' | 'intercept'> | undefined,
): number | null {
  if (score === null || calibrator === undefined) return null;
  return 1 / (1 + Math.exp(-(calibrator.slope * score + calibrator.intercept)));
}
