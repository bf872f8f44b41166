/** What is taken for one thing at a threshold: of pairs known to be the same or not, and of the phrases of passages. */
import { usableResponses } from '../../../src/records/abstention.ts';
import { identify, type IdentitySettings } from '../../../src/graph/identity.ts';
import { embedPhrases } from '../../../src/graph/phrase-vectors.ts';
import type { Embedder } from '../../../src/models/embedder.ts';
import { ORIGINAL } from '../../../src/passage.ts';
import { segmentation } from '../../support/records.ts';
import { CONFIG } from '../choices/variant.ts';
import { ENTITY_PAIRS, type PhrasePair, RELATION_PAIRS } from './pairs.ts';
import type { TriplesRead } from './sets.ts';

export const SIMILARITIES = [0.4, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95];

export type Kind = 'entity' | 'relation';

export interface MergeRow {
  similarity: number;
  /** Shares of the pairs that are the same, and of those that are not, that are merged. */
  same: number;
  different: number;
  /** Mean share of a passage's distinct phrases that join another by their vectors, set by set. */
  joined: number[];
}

const PAIRS = { entity: ENTITY_PAIRS, relation: RELATION_PAIRS };

export async function mergesAt(
  kind: Kind,
  embedder: Embedder,
  sets: readonly TriplesRead[],
): Promise<MergeRow[]> {
  const pairs = PAIRS[kind];
  const share = async (isSame: boolean, settings: IdentitySettings) => {
    const own = pairs.filter((pair) => pair.isSame === isSame);
    const merged = await Promise.all(own.map((pair) => isMerged(kind, pair, embedder, settings)));
    return merged.filter(Boolean).length / own.length;
  };
  const rows: MergeRow[] = [];
  for (const similarity of SIMILARITIES) {
    const settings = { ...CONFIG.graph, [`${kind}Similarity`]: similarity };
    const joined = [];
    for (const read of sets) joined.push(await shareJoined(kind, read, embedder, settings));
    rows.push({
      similarity,
      same: await share(true, settings),
      different: await share(false, settings),
      joined,
    });
  }
  return rows;
}

async function isMerged(
  kind: Kind,
  { left, right }: PhrasePair,
  embedder: Embedder,
  settings: IdentitySettings,
): Promise<boolean> {
  const facts = [left, right].map((phrase) =>
    kind === 'entity' ? ([phrase, 'is', 'something'] as const) : (['someone', phrase, 'something'] as const),
  );
  const response = segmentation(ORIGINAL, facts);
  const index = identify([response], await embedPhrases(embedder, [response]), settings);
  return kind === 'entity' ? index.sameEntity(left, right) : index.sameRelation(left, right);
}

async function shareJoined(
  kind: Kind,
  { set }: TriplesRead,
  embedder: Embedder,
  settings: IdentitySettings,
): Promise<number> {
  let sum = 0;
  let passages = 0;
  for (const { verdict } of set.records) {
    const responses = usableResponses(verdict);
    const vectors = await embedPhrases(embedder, responses);
    const { identity } = identify(responses, vectors, settings);
    const groups = kind === 'entity' ? identity.entities : identity.relations;
    const mentions = groups.flatMap((group) => group.mentions);
    if (mentions.length === 0) continue;
    sum += mentions.filter(({ mergedBy }) => mergedBy === 'embedding').length / mentions.length;
    passages += 1;
  }
  return sum / passages;
}
