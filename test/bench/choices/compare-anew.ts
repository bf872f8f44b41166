/** Votes of recorded passages under other encoders and thresholds of Eq. 2, with nothing read or identified again. */
import { createEncoder, type EncoderOptions, type GraphEncoder } from '../../../gnn/index.ts';
import { type PassageRows, passageRows } from '../../../src/benchmark/tune/component-set.ts';
import { identifyAnew } from '../../../src/benchmark/tune/recompare.ts';
import { type ConsistencySettings, compareTriples } from '../../../src/consistency/triple-consistency.ts';
import type { IdentitySettings } from '../../../src/graph/identity.ts';
import { encodeGraphs } from '../../../src/graph/states.ts';
import { groupBy } from '../../../src/common/group-by.ts';
import type { Embedder } from '../../../src/models/embedder.ts';
import type { PassageVerdict } from '../../../src/passage.ts';
import { createLexicalEmbedder } from '../../../src/english/lexical/lexical-embedder.ts';
import type { RecordedPassage, RecordedSet } from './recorded-set.ts';
import { CONFIG, PRESET } from './variant.ts';

/** What is set otherwise than in the preset. */
export interface Comparison {
  encoder?: Partial<EncoderOptions>;
  /** Of glorot weights; default: that of the preset. */
  seed?: number;
  consistency?: Partial<ConsistencySettings>;
}

/** What entities and relation types are told apart by. */
export interface Identification {
  embedder: Embedder;
  graph: Partial<IdentitySettings>;
}

/** The parts of each passage under a comparison; as recorded where it could not be compared. */
export type ComparedAnew = (comparison: Comparison) => (record: RecordedPassage) => PassageRows;

/** Encoders are made once, and states shared by the comparisons that differ in thresholds alone. */
export async function compareAnew(
  sets: readonly Pick<RecordedSet, 'records'>[],
  comparisons: readonly Comparison[],
  identification: Identification = { embedder: createLexicalEmbedder(), graph: {} },
): Promise<ComparedAnew> {
  const encoded = [...groupBy(comparisons, stateKey).values()].map((own) => ({
    own,
    seed: own[0]?.seed ?? CONFIG.seed,
    encoder: createEncoder({ ...CONFIG.encoder, ...own[0]?.encoder }),
  }));
  const compared = new Map<PassageVerdict, Map<Comparison, PassageRows>>();
  for (const { verdict } of sets.flatMap(({ records }) => records)) {
    if (verdict.abstention !== null && verdict.abstention.reason !== 'no-scores') continue;
    compared.set(verdict, await comparePassage(verdict, encoded, identification));
  }
  return (comparison) => (record) => compared.get(record.verdict)?.get(comparison) ?? record.rows;
}

const stateKey = ({ encoder, seed }: Comparison): string => JSON.stringify({ encoder, seed });

async function comparePassage(
  verdict: PassageVerdict,
  encoded: readonly { own: Comparison[]; seed: number; encoder: GraphEncoder }[],
  { embedder, graph }: Identification,
): Promise<Map<Comparison, PassageRows>> {
  const settings = { ...CONFIG.graph, ...graph };
  const { original, samples, vectors, index, graphs } = await identifyAnew(verdict, embedder, settings);
  const rows = new Map<Comparison, PassageRows>();
  for (const { own, encoder, seed } of encoded) {
    const states = await encodeGraphs(graphs, { index, vectors, encoder, seed });
    for (const comparison of own) {
      const thresholds = { ...CONFIG.consistency, ...comparison.consistency };
      const consistency = compareTriples({ original, samples, index, vectors, states }, thresholds);
      // read at once: votes of all comparisons are too many to keep
      const read = passageRows({ ...verdict, trace: { ...verdict.trace, consistency } })(
        PRESET.setting.consistency,
      );
      rows.set(comparison, () => read);
    }
  }
  return rows;
}
