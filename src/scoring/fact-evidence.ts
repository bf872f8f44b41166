/** The kind of sample evidence on a fact, which mainly determines the chance that it is wrong. */
import { isUnmentioned } from './mentioned.ts';
import type { FactStatements } from './statements-by-fact.ts';

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
