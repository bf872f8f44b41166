/**
 * Default thresholds of cosine similarity above which phrases, or the states of tails, count as the same. Each
 * embedder has its own scale; docs/embedders.md shows what is merged at which threshold.
 */
import { withoutUndefined } from '../common/without-undefined.ts';
import type { Config } from './schema.ts';

/** Rephrased relations are more frequent than tails that mean another fact under them. */
const consistency = { relationThreshold: 0, tailThreshold: 0.9 };

const MEASURED = {
  lexical: { graph: { entitySimilarity: 0.85, relationSimilarity: 0.65 }, consistency },
  /** For all-MiniLM-L6-v2; other sentence models use the same thresholds. */
  sentence: { graph: { entitySimilarity: 0.85, relationSimilarity: 0.75 }, consistency },
};

export type WithThresholds = Config & {
  graph: { entitySimilarity: number; relationSimilarity: number };
  consistency: { relationThreshold: number; tailThreshold: number };
};

/** Configured thresholds are kept. */
export function withThresholds(config: Config): WithThresholds {
  const { graph, consistency } = MEASURED[config.embedder.provider === 'lexical' ? 'lexical' : 'sentence'];
  return {
    ...config,
    graph: { ...graph, ...withoutUndefined(config.graph) },
    consistency: { ...consistency, ...withoutUndefined(config.consistency) },
  };
}
