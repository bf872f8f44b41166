/**
 * What samples to come can still make of the consistency of a triple (Eq. 2).
 *
 * Of j samples p vote +1, r vote −1 and z neither; l are still to come. What these say is taken to be
 * Dirichlet-multinomial, the posterior predictive of a uniform prior over the three votes (predictive.ts with
 * p + 1, r + 1, z + 1). With x votes more for than against among the l,
 *
 *   C = p − r + x  as published,   C = (p − r + x) / (j + l)  as a mean.
 *
 * Every sample to come is taken to be usable: one that is not changes less than a vote can.
 */
import type { SampleVote, Trace } from '../passage.ts';
import { ORIGINAL } from '../passage.ts';
import { dirichletMultinomial } from '../verification/predictive.ts';
import type { OpenPart, OpenParts } from '../verification/stopping.ts';
import { type ConsistencyScoring, consistencyOf, consistencyScore, voteOf } from './consistency-score.ts';

/** @param left samples to come */
export function openVotes(votes: readonly SampleVote[], left: number, scoring: ConsistencyScoring): OpenPart {
  const now = consistencyScore(votes, scoring).value;
  const samples = votes.length + left;
  if (samples === 0) return { now, ends: [{ value: null, probability: 1 }] };
  const cast = votes.map((vote) => voteOf(vote, scoring));
  const sum = cast.reduce((total: number, vote) => total + vote, 0);
  const prior = ([1, -1, 0] as const).map((kind) => 1 + cast.filter((vote) => vote === kind).length);
  const chances = new Map<number, number>();
  for (const { counts, probability } of dirichletMultinomial(left, prior)) {
    const [more = 0, less = 0] = counts;
    chances.set(more - less, (chances.get(more - less) ?? 0) + probability);
  }
  const ends = [...chances].map(([gained, probability]) => ({
    value: consistencyOf(sum + gained, samples, scoring),
    probability,
  }));
  return { now, ends };
}

/** The consistency of every triple of the original, by its id. */
export function openConsistency(
  { segmentations, consistency }: Pick<Trace, 'segmentations' | 'consistency'>,
  left: number,
  scoring: ConsistencyScoring,
): Map<string, OpenParts> {
  const votes = new Map(consistency.map((row) => [row.tripleId, row.votes]));
  const triples = segmentations.find(({ responseId }) => responseId === ORIGINAL)?.triples ?? [];
  return new Map(
    triples.map(({ id }) => [id, { consistency: openVotes(votes.get(id) ?? [], left, scoring) }]),
  );
}
