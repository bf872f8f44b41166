/**
 * Compares a recorded passage again under other settings of identity, graph encoder and consistency: from the
 * recorded triples on, with no model call. Sample agreement and verification depend on none of these
 * settings and stay as recorded.
 */
import type { GraphEncoder } from '../../../gnn/index.ts';
import { usableResponses } from '../../records/abstention.ts';
import type { Config } from '../../config/schema.ts';
import { withThresholds } from '../../config/thresholds.ts';
import { compareTriples } from '../../consistency/triple-consistency.ts';
import { type IdentitySettings, identify } from '../../graph/identity.ts';
import { embedPhrases } from '../../graph/phrase-vectors.ts';
import { buildResponseGraph } from '../../graph/response-graph.ts';
import { encodeGraphs } from '../../graph/states.ts';
import type { Embedder } from '../../models/embedder.ts';
import type { PassageVerdict } from '../../passage.ts';

/**
 * The record under another configuration; a passage that could not be compared is returned unchanged. Its scores and
 * labels are the old ones and must be computed again.
 *
 * @param config may differ from that of the run in `graph`, `encoder` and `consistency` alone
 * @param parts the embedder of the run, or one with the same vectors, and an encoder of the configuration
 */
export async function recompare(
  verdict: PassageVerdict,
  config: Config,
  { embedder, encoder }: { embedder: Embedder; encoder: GraphEncoder },
): Promise<PassageVerdict> {
  const { graph, consistency: thresholds } = withThresholds(config);
  const { trace, abstention } = verdict;
  if (abstention !== null && abstention.reason !== 'no-scores') return verdict;
  // read without grammar, and so without a graph
  if (verdict.language !== undefined) return verdict;
  const { original, samples, vectors, index, graphs } = await identifyAnew(verdict, embedder, graph);
  const states = await encodeGraphs(graphs, { index, vectors, encoder, seed: config.seed });
  const consistency = compareTriples({ original, samples, index, vectors, states }, thresholds);
  const { encoders: _, ...rest } = trace;
  return {
    ...verdict,
    trace: { ...rest, identity: index.identity, consistency },
  };
}

/** The graphs of a recorded passage, with entities and relation types identified again. */
export async function identifyAnew(verdict: PassageVerdict, embedder: Embedder, settings: IdentitySettings) {
  const responses = usableResponses(verdict);
  const [original, ...samples] = responses;
  const vectors = await embedPhrases(embedder, responses);
  const index = identify(responses, vectors, settings);
  const graphs = responses.map((response) => buildResponseGraph(response, index));
  return { original, samples, vectors, index, graphs };
}
