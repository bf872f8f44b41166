/**
 * Entity identity and relation types across the responses of one passage.
 *
 * Mentions join a group in this order: equal normal form; a unique short form of a longer name; cosine to the
 * group's representative above a threshold, unless their words say that they are different things (distinct.ts).
 * Relation phrases have no short forms. Mentions are taken in order of first occurrence,
 * the original response first (single words after longer names), so equal input gives equal groups. Every join is recorded.
 *
 * With `exact`, as the paper has it: entities are one where their mentions are equal, so every node starts from its own
 * mention; relation phrases are grouped by cosine, and by nothing else.
 */
import type { Identity, MentionGroup, Segmentation } from '../passage.ts';
import { normaliseEntity, normalisePhrase } from '../english/normalise.ts';
import { groupMentions } from './group-mentions.ts';
import type { PhraseVectors } from './phrase-vectors.ts';

export interface IdentitySettings {
  /** Default: merged. */
  mentions?: 'merged' | 'exact';
  /** θ_head, cosine in [−1, 1]. */
  entitySimilarity: number;
  /** Cosine in [−1, 1]. */
  relationSimilarity: number;
  aliases: boolean;
}

/** Look-up of groups by surface form. */
export interface IdentityIndex {
  readonly identity: Identity;
  /** Group id of an entity mention; undefined for an unknown one. */
  entityOf(mention: string): string | undefined;
  /** Group id of a relation phrase; undefined for an unknown one. */
  relationOf(phrase: string): string | undefined;
  sameEntity(left: string, right: string): boolean;
  sameRelation(left: string, right: string): boolean;
}

/** Groups the mentions of all responses. Pass the original response first. */
export function identify(
  responses: readonly Segmentation[],
  vectors: PhraseVectors,
  settings: IdentitySettings,
): IdentityIndex {
  const triples = responses.flatMap((response) => response.triples);
  const isExact = settings.mentions === 'exact';
  const mentions = triples.flatMap(({ head, tail }) => [head, tail]);
  const entities = groupMentions(mentions, vectors, {
    kind: 'entity',
    normalise: isExact ? asWritten : normaliseEntity,
    similarity: isExact ? Number.POSITIVE_INFINITY : settings.entitySimilarity,
    aliases: !isExact && settings.aliases,
    byVectorsAlone: isExact,
  });
  const phrases = triples.map(({ relation }) => relation);
  const relations = groupMentions(phrases, vectors, {
    kind: 'relation',
    normalise: isExact ? asWritten : normalisePhrase,
    similarity: settings.relationSimilarity,
    aliases: false,
    byVectorsAlone: isExact,
  });
  return indexIdentity({ entities, relations });
}

const asWritten = (text: string): string => text.trim();

/** The look-up for existing groups, for example those of a record. */
export function indexIdentity(identity: Identity): IdentityIndex {
  const entities = groupIds(identity.entities);
  const relations = groupIds(identity.relations);
  return {
    identity,
    entityOf: (mention) => entities.get(mention),
    relationOf: (phrase) => relations.get(phrase),
    sameEntity: (left, right) => same(entities, left, right),
    sameRelation: (left, right) => same(relations, left, right),
  };
}

function groupIds(groups: readonly MentionGroup[]): Map<string, string> {
  return new Map(groups.flatMap(({ id, mentions }) => mentions.map(({ text }) => [text, id] as const)));
}

function same(ids: ReadonlyMap<string, string>, left: string, right: string): boolean {
  const id = ids.get(left);
  return left === right || (id !== undefined && id === ids.get(right));
}
