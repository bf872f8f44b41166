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

/** c_j: what a sample says for or against the triple. */
export function voteOf(
  { repeated, risk, conflict }: SampleVote,
  { conflictVote }: ConsistencyScoring,
): -1 | 0 | 1 {
  return (Number(repeated) - Number(risk || (conflictVote && conflict))) as -1 | 0 | 1;
}

/** C from Σ c_j over a number of samples, at least 1. */
export function consistencyOf(sum: number, samples: number, { consistency }: ConsistencyScoring): number {
  return consistency === 'raw' ? sum : sum / samples;
}

export function consistencyScore(votes: readonly SampleVote[], scoring: ConsistencyScoring): ComponentScore {
  if (votes.length === 0) return { value: null, reason: 'no-samples' };
  const sum = votes.reduce((total, vote) => total + voteOf(vote, scoring), 0);
  return { value: consistencyOf(sum, votes.length, scoring), reason: null };
}
