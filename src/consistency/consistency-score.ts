/**
 * Consistency of a triple (paper 3.3, Eq. 2).
 *
 * For triple i of the original and sample j, over the sample's triples with the same head entity:
 *   aligned    cos(r_i, r_ij) > θ_r      repeated when cos(e_ti, e_tij) > θ_t      c_ij += 1
 *   unaligned  otherwise                 risk     when cos(e_ti, e_tij) > θ_t      c_ij −= 1
 * where e is the state of the tail node after the RGCN. Where several triples of a sample are repeated, or risks, c_ij
 * changes once for all of a kind, or with `pairs` once for each: the paper can be read both ways, as it can on whether a
 * triple of another head is unaligned (triple-consistency.ts). Over n samples
 *   C_i = Σ_j c_ij · 10 / n   `raw`, range −10..10: as published, who draw n = 10; with another n the sum is scaled to
 *                             that of 10 samples, so that the published weights keep their meaning
 *   C_i = Σ_j c_ij / n        `mean`, range −1..1, the default
 *
 * A `conflict`, where aligned triples exist on a single-valued relation and none repeats the tail, leaves c_ij unchanged,
 * as in the paper.
 */
import type { ComponentScore, SampleVote } from '../passage.ts';

/** n of the paper. */
export const PUBLISHED_SAMPLES = 10;

/** How C is counted. */
export type ConsistencyScale = 'raw' | 'mean';

/** c_j: what a sample says for or against the triple. */
const voteOf = ({ repeated, risk, pairs }: SampleVote): number =>
  pairs === undefined ? Number(repeated) - Number(risk) : pairs.repeated - pairs.risk;

export function consistencyScore(votes: readonly SampleVote[], scale: ConsistencyScale): ComponentScore {
  if (votes.length === 0) return { value: null, reason: 'no-samples' };
  const sum = votes.reduce((total, vote) => total + voteOf(vote), 0);
  return { value: (scale === 'raw' ? sum * PUBLISHED_SAMPLES : sum) / votes.length, reason: null };
}
