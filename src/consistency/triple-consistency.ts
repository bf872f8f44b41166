/**
 * Graph-based contextual consistency comparison (paper 3.3): which triples of a sample are aligned with a triple of the
 * original, and what each sample says of it. Eq. 2, which makes votes and C_i of this, stands in consistency-score.ts.
 *
 * One departure, off in the paper presets: with `exactNumbers`, tails whose numbers differ are never the same.
 */
import { cosine, dot } from '../graph/cosine.ts';
import type { IdentityIndex } from '../graph/identity.ts';
import { type PhraseVectors, vectorOf } from '../graph/phrase-vectors.ts';
import { triplesByEntity } from '../graph/stated-triples.ts';
import type { NodeStates } from '../graph/states.ts';
import type { SampleVote, Segmentation, Triple, TripleConsistency } from '../passage.ts';
import { numbersDiffer } from '../text/numbers.ts';
import { singleValuedRelations } from './single-valued.ts';

export interface ConsistencySettings {
  /** θ_r, cosine in [−1, 1]. */
  relationThreshold: number;
  /** θ_t, cosine in [−1, 1]. */
  tailThreshold: number;
  exactNumbers: boolean;
  /** Which triples of a sample are unaligned: of those not aligned, the ones of the same head, or all. */
  unaligned: 'same-head' | 'any-head';
  /** Whether several triples of a sample that repeat the tail, or are risks, count once or each. */
  pairs: 'once' | 'each';
}

export interface ConsistencyInput {
  original: Segmentation;
  /** The usable samples; each gives one vote on every triple. */
  samples: readonly Segmentation[];
  index: IdentityIndex;
  vectors: PhraseVectors;
  states: NodeStates;
}

interface Comparison {
  triple: Triple;
  aligned: boolean;
  tailSimilarity: number;
  sameTail: boolean;
}

/** The votes of every sample on every triple of the original, both in their order. */
export function compareTriples(input: ConsistencyInput, settings: ConsistencySettings): TripleConsistency[] {
  const singleValued = singleValuedRelations([input.original, ...input.samples], input.index);
  const context = { ...input, settings, singleValued, ofHead: triplesByEntity(input.index, 'head') };
  return input.original.triples.map((triple) => ({
    tripleId: triple.id,
    votes: input.samples.map((sample) => vote(triple, sample, context)),
  }));
}

type VoteContext = ConsistencyInput & {
  settings: ConsistencySettings;
  singleValued: ReadonlySet<string>;
  ofHead: ReturnType<typeof triplesByEntity>;
};

function vote(triple: Triple, sample: Segmentation, context: VoteContext): SampleVote {
  const ofHead = context.ofHead(sample)(triple.head);
  const others = context.settings.unaligned === 'any-head' ? sample.triples : ofHead;
  const comparisons = others.map((other) => compare(triple, other, context));
  const aligned = comparisons.filter((comparison) => comparison.aligned);
  const repeating = aligned.filter(({ sameTail }) => sameTail);
  const risks = comparisons.filter((comparison) => !comparison.aligned && comparison.sameTail);
  const [repeated, risk] = [best(repeating), best(risks)];
  const isSingleValued = context.singleValued.has(context.index.relationOf(triple.relation) ?? '');
  const conflict = isSingleValued && repeated === null ? best(aligned) : null;
  const deciding = repeated ?? risk ?? conflict;
  return {
    responseId: sample.responseId,
    repeated: repeated !== null,
    risk: risk !== null,
    conflict: conflict !== null,
    tripleId: deciding?.triple.id ?? null,
    tailSimilarity: deciding?.tailSimilarity ?? null,
    ...(context.settings.pairs === 'each' && { pairs: { repeated: repeating.length, risk: risks.length } }),
  };
}

function compare(triple: Triple, other: Triple, context: VoteContext): Comparison {
  const { index, vectors, states, settings } = context;
  const relationSimilarity = dot(vectorOf(vectors, triple.relation), vectorOf(vectors, other.relation));
  const tailSimilarity = cosine(tailState(triple, index, states), tailState(other, index, states));
  const sameTail =
    tailSimilarity > settings.tailThreshold &&
    !(settings.exactNumbers && numbersDiffer(triple.tail, other.tail));
  return {
    triple: other,
    aligned:
      index.sameEntity(triple.head, other.head) &&
      (triple.relation === other.relation || relationSimilarity > settings.relationThreshold),
    tailSimilarity,
    sameTail,
  };
}

function tailState({ responseId, tail }: Triple, index: IdentityIndex, states: NodeStates): Float32Array {
  const state = states(responseId, index.entityOf(tail) ?? '');
  if (state === undefined) throw new RangeError(`no state for the tail "${tail}" of ${responseId}`);
  return state;
}

/** The comparison with the most similar tail, the first among equals; null for an empty list. */
function best(comparisons: readonly Comparison[]): Comparison | null {
  return comparisons.reduce<Comparison | null>(
    (winner, next) => (winner === null || next.tailSimilarity > winner.tailSimilarity ? next : winner),
    null,
  );
}
