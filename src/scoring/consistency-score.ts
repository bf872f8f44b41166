/**
 * Consistency of a triple from the votes of the samples (paper 3.3, Eq. 2).
 *
 *   c_j = [repeated] − [risk]            as published
 *   c_j = [repeated] − [risk or conflict]  with `conflictVote`
 *   C = Σ_j c_j                          `raw`, range −n..n, as published
 *   C = Σ_j c_j / n                      `mean`, range −1..1
 */
import type { ComponentScore, SampleVote } from '../passage.ts';

export interface ConsistencyScoring {
  consistency: 'raw' | 'mean';
  conflictVote: boolean;
}

export function consistencyScore(votes: readonly SampleVote[], scoring: ConsistencyScoring): ComponentScore {
  if (votes.length === 0) return { value: null, reason: 'no-samples' };
  let sum = 0;
  for (const { repeated, risk, conflict } of votes) {
    sum += Number(repeated) - Number(risk || (scoring.conflictVote && conflict));
  }
  return { value: scoring.consistency === 'raw' ? sum : sum / votes.length, reason: null };
}
