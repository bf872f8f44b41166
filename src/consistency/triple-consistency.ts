/**
 * Graph-based contextual consistency comparison (paper 3.3): which triples of a sample are aligned with a triple of the
 * original, and what each sample says of it. Eq. 2, which makes votes and C_i of this, stands in consistency-score.ts.
 *
 * One departure, off in the paper presets: with `exactNumbers`, tails and relations whose words exclude each other are
 * never the same, whatever their vectors.
 */
import { cosine, dot } from '../graph/cosine.ts';
import { isTurnedRound } from '../graph/direction.ts';
import { clash } from '../graph/distinct.ts';
import type { IdentityIndex } from '../graph/identity.ts';
import { type PhraseParts, phraseReader } from '../graph/phrase-parts.ts';
import { type PhraseVectors, vectorOf } from '../graph/phrase-vectors.ts';
import { triplesByEntity } from '../graph/stated-triples.ts';
import type { NodeStates } from '../graph/states.ts';
import type { SampleVote, Segmentation, Triple, TripleConsistency } from '../passage.ts';
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
  const ofHead = triplesByEntity(input.index, 'head');
  const context = { ...input, settings, singleValued, ofHead, partsOf: phraseReader() };
  return input.original.triples.map((triple) => ({
    tripleId: triple.id,
    votes: input.samples.map((sample) => vote(triple, sample, context)),
  }));
}

type VoteContext = ConsistencyInput & {
  settings: ConsistencySettings;
  singleValued: ReadonlySet<string>;
  ofHead: ReturnType<typeof triplesByEntity>;
  partsOf: (phrase: string) => PhraseParts;
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
  const isAlike =
    triple.relation === other.relation ||
    (relationSimilarity > settings.relationThreshold && !areOtherRelations(triple, other, context));
  return {
    triple: other,
    aligned: isAlike && index.sameEntity(triple.head, other.head),
    tailSimilarity,
    sameTail: tailSimilarity > settings.tailThreshold && !areOtherTails(triple, other, context),
  };
}

function areOtherTails(one: Triple, other: Triple, { settings, partsOf }: VoteContext): boolean {
  return settings.exactNumbers && clash(partsOf(one.tail), partsOf(other.tail));
}

function areOtherRelations(one: Triple, other: Triple, { settings, partsOf }: VoteContext): boolean {
  if (!settings.exactNumbers) return false;
  const [ours, theirs] = [partsOf(one.relation), partsOf(other.relation)];
  return clash(ours, theirs) || isTurnedRound(ours.words, theirs.words);
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
