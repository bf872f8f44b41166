/** Resolves what a configuration leaves to this machine: the embedder, and with it the thresholds. */
import type { Config } from '../config/schema.ts';
import { type WithThresholds, withThresholds } from '../config/thresholds.ts';
import type { Environment } from '../files/user-cache.ts';

/**
 * Replaces the embedder `auto`, and gives the reason under `provenance.embedder` where it is the lexical one, so that
 * a resumed run compares as it began.
 */
export async function resolveEmbedder(config: Config, env: Environment): Promise<WithThresholds> {
  if (config.embedder.provider !== 'auto') return withThresholds(config);
  const { chooseEmbedder } = await import('../models/choose-embedder.ts');
  const { embedder, reason } = await chooseEmbedder(config.embedder, { env });
  const provenance = { ...config.provenance, ...(reason !== null && { embedder: reason }) };
  return withThresholds({ ...config, embedder, ...(reason !== null && { provenance }) });
}
