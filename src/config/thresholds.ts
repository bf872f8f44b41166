/**
 * Cosines above which phrases, or the states of tails, are taken for the same, where a configuration names none. Each
 * embedder has a scale of its own: docs/embedders.md has what is merged at which threshold.
 */
import type { Config } from './schema.ts';

/** Relations are worded anew more often than a tail means another fact under them. */
const consistency = { relationThreshold: 0, tailThreshold: 0.9 };

const MEASURED = {
  lexical: { graph: { entitySimilarity: 0.85, relationSimilarity: 0.65 }, consistency },
  /** all-MiniLM-L6-v2; other sentence models take its thresholds, too. */
  sentence: { graph: { entitySimilarity: 0.85, relationSimilarity: 0.75 }, consistency },
};

/** A configuration with every threshold. */
export type WithThresholds = Config & {
  graph: { entitySimilarity: number; relationSimilarity: number };
  consistency: { relationThreshold: number; tailThreshold: number };
};

/** Those that the configuration names stay. */
export function withThresholds(config: Config): WithThresholds {
  const { graph, consistency } = MEASURED[config.embedder.provider === 'lexical' ? 'lexical' : 'sentence'];
  return {
    ...config,
    graph: { ...graph, ...written(config.graph) },
    consistency: { ...consistency, ...written(config.consistency) },
  };
}

const written = <Group extends object>(group: Group) =>
  Object.fromEntries(Object.entries(group).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Group]: Exclude<Group[Key], undefined>;
  };
