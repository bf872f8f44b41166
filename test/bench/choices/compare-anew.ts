/** Recorded passages compared anew: other entity identity, encoders and thresholds of Eq. 2, with nothing read again. */
import { createEncoder, type EncoderOptions, type GraphEncoder } from '../../../gnn/index.ts';
import { isUsable } from '../../../src/abstention.ts';
import { type ConsistencySettings, compareTriples } from '../../../src/consistency/triple-consistency.ts';
import { type IdentityIndex, type IdentitySettings, identify } from '../../../src/graph/identity.ts';
import { embedPhrases, type PhraseVectors } from '../../../src/graph/phrase-vectors.ts';
import { buildResponseGraph, type ResponseGraph } from '../../../src/graph/response-graph.ts';
import { encodeGraphs } from '../../../src/graph/states.ts';
import { groupBy } from '../../../src/group-by.ts';
import type { Embedder } from '../../../src/models/embedder.ts';
import type { CompletePassage, PassageVerdict, Segmentation, Trace } from '../../../src/passage.ts';
import { createLexicalEmbedder } from '../../../src/text/lexical/lexical-embedder.ts';
import { createSamplesVerifier } from '../../../src/verification/samples-verifier.ts';
import type { RecordedSet } from './recorded-set.ts';
import { CONFIG } from './variant.ts';

/** What is set otherwise than in the preset. */
export interface Comparison {
  /** Default: lexical vectors. */
  embedder?: Embedder;
  graph?: Partial<IdentitySettings>;
  encoder?: Partial<EncoderOptions>;
  /** Of glorot weights; default: that of the preset. */
  seed?: number;
  consistency?: Partial<ConsistencySettings>;
}

export type Compared = Pick<Trace, 'identity' | 'consistency' | 'verification'>;

/** What each passage's votes are under each comparison; a passage that could not be compared is missing. */
export type ComparedAnew = ReadonlyMap<PassageVerdict, ReadonlyMap<Comparison, Compared>>;

/** An encoder is made once; identity and states are shared by the comparisons that differ in thresholds alone. */
export async function compareAnew(
  sets: readonly Pick<RecordedSet, 'records'>[],
  comparisons: readonly Comparison[],
): Promise<ComparedAnew> {
  const encoders = new Map<string, GraphEncoder>();
  for (const { encoder } of comparisons) {
    const key = JSON.stringify(encoder);
    if (!encoders.has(key)) encoders.set(key, createEncoder({ ...CONFIG.encoder, ...encoder }));
  }
  const compared = new Map<PassageVerdict, Map<Comparison, Compared>>();
  for (const { verdict } of sets.flatMap(({ records }) => records)) {
    if (verdict.abstention !== null && verdict.abstention.reason !== 'no-scores') continue;
    compared.set(verdict, await comparePassage(verdict, comparisons, encoders));
  }
  return compared;
}

const LEXICAL = createLexicalEmbedder();
const verifier = createSamplesVerifier(CONFIG.verification);

async function comparePassage(
  verdict: PassageVerdict,
  comparisons: readonly Comparison[],
  encoders: ReadonlyMap<string | undefined, GraphEncoder>,
): Promise<Map<Comparison, Compared>> {
  const responses = usableResponses(verdict);
  const compared = new Map<Comparison, Compared>();
  for (const [embedder, embedded] of groupBy(comparisons, ({ embedder }) => embedder ?? LEXICAL)) {
    const vectors = await embedPhrases(embedder, responses);
    for (const identified of groupBy(embedded, ({ graph }) => JSON.stringify(graph)).values()) {
      const found = await identifyAnew(verdict, { responses, vectors, ...identified[0]?.graph });
      for (const encoded of groupBy(identified, stateKey).values()) {
        const { encoder, seed = CONFIG.seed } = encoded[0] as Comparison;
        const own = encoders.get(JSON.stringify(encoder)) as GraphEncoder;
        const states = await encodeGraphs(found.graphs, { ...found, vectors, encoder: own, seed });
        const { original, samples, index, verification } = found;
        for (const comparison of encoded) {
          const settings = { ...CONFIG.consistency, ...comparison.consistency };
          const consistency = compareTriples({ original, samples, index, vectors, states }, settings);
          compared.set(comparison, { identity: index.identity, consistency, verification });
        }
      }
    }
  }
  return compared;
}

const stateKey = ({ encoder, seed }: Comparison): string => JSON.stringify({ encoder, seed });

/** The response and its usable samples, as recorded. */
export function usableResponses({ passage, trace }: PassageVerdict): Segmentation[] {
  const [original, ...samples] = trace.segmentations as [Segmentation, ...Segmentation[]];
  return [original, ...samples.filter((sample, index) => isUsable(sample, passage.samples?.[index] ?? ''))];
}

interface Identified {
  original: Segmentation;
  samples: Segmentation[];
  index: IdentityIndex;
  graphs: ResponseGraph[];
  verification: Trace['verification'];
}

/** Entities and relation types, and everything but the votes that rests on them. */
export async function identifyAnew(
  { passage }: PassageVerdict,
  input: { responses: readonly Segmentation[]; vectors: PhraseVectors } & Partial<IdentitySettings>,
): Promise<Identified> {
  const { responses, vectors, ...settings } = input;
  const [original, ...samples] = responses as [Segmentation, ...Segmentation[]];
  const index = identify(responses, vectors, { ...CONFIG.graph, ...settings });
  const graphs = responses.map((response) => buildResponseGraph(response, index));
  const verification = await verifier.verify({
    passage: passage as CompletePassage,
    original,
    samples,
    identity: index,
    seed: CONFIG.seed,
  });
  return { original, samples, index, graphs, verification };
}
