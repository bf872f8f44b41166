/**
 * From a support score to the probability of being hallucinated, by a calibration fitted before.
 *
 *   platt      p = 1 / (1 + exp(−(slope · F + intercept)))                       (Platt 1999)
 *   isotonic   p = the value at F of a falling step function, interpolated between its points (Zadrozny & Elkan 2002)
 */
import type { Calibrator } from './scoring-schema.ts';

/** In [0, 1]; null without a calibrator or a score. */
export function probabilityOf(score: number | null, calibrator: Calibrator | undefined): number | null {
  if (score === null || calibrator === undefined) return null;
  return calibrator.method === 'platt'
    ? 1 / (1 + Math.exp(-(calibrator.slope * score + calibrator.intercept)))
    : interpolated(score, calibrator);
}

function interpolated(
  score: number,
  { scores, probabilities }: Extract<Calibrator, { method: 'isotonic' }>,
): number {
  const above = scores.findIndex((value) => value >= score);
  if (above === 0) return probabilities[0] as number;
  if (above === -1) return probabilities.at(-1) as number;
  const [left, right] = [scores[above - 1] as number, scores[above] as number];
  const [high, low] = [probabilities[above - 1] as number, probabilities[above] as number];
  return high + ((low - high) * (score - left)) / (right - left);
}
