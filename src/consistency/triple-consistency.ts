/**
 * Graph-based contextual consistency comparison (paper 3.3): which triples of a sample are aligned with a triple of the
 * original, and what each sample says of it. Eq. 2, which makes votes and C_i of this, stands in consistency-score.ts.
 *
 * One departure, off in the paper presets: with `exactNumbers`, tails and relations whose words exclude each other are
 * never the same, whatever their vectors.
 */
import { countsOf, groupBy } from '../common/group-by.ts';
import { memoizeBy, memoizePairs, once } from '../common/memoize.ts';
import { cosineOf, dot, type Measured, measured, unitOf } from '../graph/cosine.ts';
import { isTurnedRound } from '../graph/direction.ts';
import { clash } from '../graph/distinct.ts';
import type { IdentityIndex } from '../graph/identity.ts';
import { NearVectors } from '../graph/near-vectors.ts';
import { type PhraseParts, partsOfPhrase } from '../graph/phrase-parts.ts';
import { type PhraseVectors, vectorOf } from '../graph/phrase-vectors.ts';
import { triplesByHead } from '../graph/stated-triples.ts';
import type { NodeStates } from '../graph/states.ts';
import type { SampleVote, Segmentation, Triple, TripleConsistency } from '../passage.ts';

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
  tailSimilarity: number;
}

/** The votes of every sample on every triple of the original, both in their order. */
export function compareTriples(input: ConsistencyInput, settings: ConsistencySettings): TripleConsistency[] {
  const { original, samples } = input;
  const context = contextOf(input, settings);
  return original.triples.map((triple) => {
    const same = context.sameTails(triple);
    const votes = samples.map((sample) => vote(triple, { sample, same: same.get(sample) ?? [] }, context));
    return { tripleId: triple.id, votes };
  });
}

/** What many comparisons ask for, found once. */
interface VoteContext {
  settings: ConsistencySettings;
  index: IdentityIndex;
  /** Triples of the original whose relation has one value. */
  singleValued: ReadonlySet<Triple>;
  /** Of the triples of the samples. */
  order: ReadonlyMap<Triple, number>;
  ofHead: ReturnType<typeof triplesByHead>;
  sameTails: ReturnType<typeof indexTails>;
  tailOf(triple: Triple): Measured;
  areAlike(one: string, other: string): boolean;
}

function contextOf(
  { original, samples, index, vectors, states }: ConsistencyInput,
  settings: ConsistencySettings,
): VoteContext {
  const relations = singleValuedRelations([original, ...samples], index);
  const tailOf = memoizeBy(
    (triple: Triple) => measured(tailState(triple, index, states)),
    ({ responseId, tail }) => `${responseId} ${tail}`,
  );
  return {
    settings,
    index,
    singleValued: new Set(
      original.triples.filter(({ relation }) => relations.has(index.relationOf(relation) ?? '')),
    ),
    order: new Map(samples.flatMap(({ triples }) => triples).map((triple, place) => [triple, place])),
    ofHead: triplesByHead(index),
    sameTails: indexTails({ original, samples }, { settings, index, tailOf }),
    tailOf,
    areAlike: memoizePairs(
      (one: string, other: string) => areAlikeRelations(one, other, { vectors, settings }),
      String,
    ),
  };
}

/** The triples of a sample with one tail; one value that is stated a thousand times is compared once. */
interface OfTail {
  sample: Segmentation;
  tail: Measured;
  parts: () => PhraseParts;
  /** In order, at least one. */
  triples: readonly Triple[];
  ofHead: (mention: string) => readonly Triple[];
}

interface SameTail {
  group: OfTail;
  tailSimilarity: number;
}

/** @returns by sample, those with the same tail as a triple of the original */
function indexTails(
  { original, samples }: Pick<ConsistencyInput, 'original' | 'samples'>,
  { settings, index, tailOf }: Pick<VoteContext, 'settings' | 'index' | 'tailOf'>,
): (triple: Triple) => ReadonlyMap<Segmentation, SameTail[]> {
  const byHead = triplesByHead(index);
  const groups = samples.flatMap((sample) =>
    [...groupBy(sample.triples, ({ tail }) => tail).values()].map((triples): OfTail => {
      const [first] = triples as [Triple, ...Triple[]];
      const group = { ...sample, triples };
      return {
        ...{ sample, triples, tail: tailOf(first) },
        parts: once(() => partsOfPhrase(first.tail)),
        ofHead: (mention) => byHead(group)(mention),
      };
    }),
  );
  const tails = new NearVectors();
  for (const { tail } of groups) tails.add(unitOf(tail));
  const sameAs = (triple: Triple): SameTail[] => {
    const [own, parts] = [tailOf(triple), partsOfPhrase(triple.tail)];
    const found: SameTail[] = [];
    for (const position of tails.candidates(unitOf(own), settings.tailThreshold)) {
      const group = groups[position] as OfTail;
      const tailSimilarity = cosineOf(own, group.tail);
      if (!(tailSimilarity > settings.tailThreshold)) continue;
      if (!settings.exactNumbers || !clash(parts, group.parts())) found.push({ group, tailSimilarity });
    }
    return found;
  };
  const asked = countsOf(original.triples.map(({ tail }) => tail));
  const known = new Map<string, Map<Segmentation, SameTail[]>>();
  return (triple) => {
    const same = known.get(triple.tail) ?? groupBy(sameAs(triple), ({ group }) => group.sample);
    // each may hold all tails: kept for those that are asked for again
    if ((asked.get(triple.tail) ?? 0) > 1) known.set(triple.tail, same);
    return same;
  };
}

function vote(
  triple: Triple,
  { sample, same }: { sample: Segmentation; same: readonly SameTail[] },
  context: VoteContext,
): SampleVote {
  const { index, settings, areAlike, singleValued, ofHead, tailOf } = context;
  const isRelated = ({ relation }: Triple) => areAlike(triple.relation, relation);
  const isAligned = (other: Triple) => index.sameEntity(triple.head, other.head) && isRelated(other);
  const isUnaligned = (other: Triple) => !isAligned(other);
  const withHead = (group: OfTail) => group.ofHead(triple.head);
  const comparable = settings.unaligned === 'same-head' ? withHead : ({ triples }: OfTail) => triples;
  const first = (triplesOf: (group: OfTail) => readonly Triple[], fits: (other: Triple) => boolean) =>
    same.flatMap(({ group, tailSimilarity }) => {
      const found = triplesOf(group).find(fits);
      return found === undefined ? [] : [{ triple: found, tailSimilarity }];
    });
  const count = (triplesOf: (group: OfTail) => readonly Triple[], fits: (other: Triple) => boolean) =>
    same.reduce((sum, { group }) => sum + triplesOf(group).filter(fits).length, 0);
  const repeated = best(first(withHead, isAligned), context);
  const risk = best(first(comparable, isUnaligned), context);
  const aligned = () =>
    ofHead(sample)(triple.head)
      .filter(isRelated)
      .map((other) => ({ triple: other, tailSimilarity: cosineOf(tailOf(triple), tailOf(other)) }));
  const conflict = singleValued.has(triple) && repeated === null ? best(aligned(), context) : null;
  const deciding = repeated ?? risk ?? conflict;
  return {
    responseId: sample.responseId,
    repeated: repeated !== null,
    risk: risk !== null,
    conflict: conflict !== null,
    tripleId: deciding?.triple.id ?? null,
    tailSimilarity: deciding?.tailSimilarity ?? null,
    ...(settings.pairs === 'each' && {
      pairs: { repeated: count(withHead, isAligned), risk: count(comparable, isUnaligned) },
    }),
  };
}

function areAlikeRelations(
  one: string,
  other: string,
  { vectors, settings }: { vectors: PhraseVectors; settings: ConsistencySettings },
): boolean {
  if (one === other) return true;
  const similarity = dot(vectorOf(vectors, one), vectorOf(vectors, other));
  return similarity > settings.relationThreshold && !(settings.exactNumbers && areOtherRelations(one, other));
}

function areOtherRelations(one: string, other: string): boolean {
  const [ours, theirs] = [partsOfPhrase(one), partsOfPhrase(other)];
  return clash(ours, theirs) || isTurnedRound(ours.words, theirs.words);
}

function tailState({ responseId, tail }: Triple, index: IdentityIndex, states: NodeStates): Float32Array {
  const state = states(responseId, index.entityOf(tail) ?? '');
  if (state === undefined) throw new RangeError(`no state for the tail "${tail}" of ${responseId}`);
  return state;
}

/** The comparison with the most similar tail, the first among equals; null for an empty list. */
function best(comparisons: readonly Comparison[], { order }: Pick<VoteContext, 'order'>): Comparison | null {
  const placeOf = ({ triple }: Comparison) => order.get(triple) as number;
  return comparisons.reduce<Comparison | null>((winner, next) => {
    if (winner === null || next.tailSimilarity > winner.tailSimilarity) return next;
    const isBefore = next.tailSimilarity === winner.tailSimilarity && placeOf(next) < placeOf(winner);
    return isBefore ? next : winner;
  }, null);
}

/**
 * Group ids of the single-valued relation types, read off the responses themselves: a relation type is single-valued
 * when no response states two different tails of it for one head ("was born in" as a rule, "wrote" as a rule not), and
 * at least two responses use it for the same head, so that there was occasion to see it.
 */
export function singleValuedRelations(responses: readonly Segmentation[], index: IdentityIndex): Set<string> {
  const multiValued = new Set<string>();
  const responsesByUse = new Map<string, Set<string>>();
  for (const { responseId, triples } of responses) {
    const tails = new Map<string, string>();
    for (const triple of triples) {
      const relation = index.relationOf(triple.relation) as string;
      const tail = index.entityOf(triple.tail) as string;
      const use = `${index.entityOf(triple.head)} ${relation}`;
      if ((tails.get(use) ?? tail) !== tail) multiValued.add(relation);
      tails.set(use, tail);
      responsesByUse.set(use, (responsesByUse.get(use) ?? new Set()).add(responseId));
    }
  }
  const seenTwice = [...responsesByUse]
    .filter(([, users]) => users.size > 1)
    .map(([use]) => use.split(' ')[1] as string);
  return new Set(seenTwice.filter((relation) => !multiValued.has(relation)));
}
