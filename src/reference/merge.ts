/** Merges several readings of one statement (RefChecker): any Entailment wins, else any Contradiction, else Neutral. */
import type { ReferenceCheck, ReferenceLabel } from '../passage.ts';

/** By rising severity: the order of max-pooling. */
export const LABELS = ['entailment', 'neutral', 'contradiction'] as const satisfies ReferenceLabel[];

/**
 * The label of a statement compared with several texts; null if one was unreadable, unless another one entails the
 * statement.
 */
export function mergeLabels(labels: readonly (ReferenceLabel | null)[]): ReferenceLabel | null {
  if (labels.includes('entailment')) return 'entailment';
  if (labels.includes(null)) return null;
  if (labels.includes('contradiction')) return 'contradiction';
  return labels.length === 0 ? null : 'neutral';
}

/**
 * The checks of one statement against several texts as one: the merged label with the evidence of the text that
 * decided, and the support of the text that supports it most.
 *
 * @param checks at least one
 */
export function mergeChecks(checks: readonly ReferenceCheck[]): ReferenceCheck {
  const label = mergeLabels(checks.map((check) => check.label));
  const ofLabel = checks.filter((check) => check.label === label);
  if (label === null) return ofLabel[0] as ReferenceCheck;
  const bySupport = ofLabel.toSorted((one, other) => (other.value ?? 0) - (one.value ?? 0));
  const deciding = (label === 'contradiction' ? bySupport.at(-1) : bySupport[0]) as ReferenceCheck;
  return { ...deciding, value: Math.max(...checks.map(({ value }) => value ?? 0)) };
}
