/** What follows from a configuration: what is asked, read and compared, and how many passages are in work. */
import type { Need } from '../benchmark/baselines/baseline.ts';
import type { Config } from '../config/schema.ts';
import type { CallSettings } from '../models/chat-services.ts';
import type { LocalUses } from '../models/transformers/missing-models.ts';

export const asksModels = ({ sampling, segmentation, verification, reference }: Config): boolean =>
  sampling.ask ||
  segmentation.extractor !== 'local' ||
  verification.by === 'llm' ||
  verification.judged ||
  reference.checker === 'llm' ||
  reference.spans === 'llm';

/**
 * Passages in work at once. A passage mostly waits for one answer after another, so about as many passages as allowed
 * requests keep a service busy.
 *
 * @param threads in which they are evaluated
 */
export function passagesAtOnce(config: Config, threads = 0): number {
  const { maxConcurrency } = config.models.generator;
  return config.concurrency ?? (asksModels(config) ? maxConcurrency : Math.max(LOCAL_PASSAGES, 2 * threads));
}

/** Without waiting, more passages would only take memory. */
const LOCAL_PASSAGES = 4;

/** Whether calls may cost something: they are not only counted, nor answered from a recording. */
export const isPaid = ({ replay, instead }: CallSettings): boolean =>
  replay === undefined && instead === undefined;

/** Whether verdicts under this configuration rest on samples. */
export const restsOnSamples = ({ verification, agreement, scoring }: Config): boolean =>
  verification.by !== 'none' || agreement.enabled || scoring.weights.consistency > 0;

/** Whether graphs are encoded and compared, where a passage has samples: votes count, or are asked for. */
export const comparesGraphs = ({ consistency, scoring, recordEncoders }: Config): boolean =>
  consistency.always || scoring.weights.consistency > 0 || recordEncoders.length > 0;

/** Whether it is found what is one entity across responses: for graphs, slots, and questions to a model. */
export const identifiesMentions = (config: Config): boolean =>
  comparesGraphs(config) || config.segmentation.extractor === 'judge' || config.verification.by !== 'none';

/** Whether samples are read as texts alone, and their triples are what they say of the response's. */
export const fillsSlots = (config: Config): boolean =>
  config.segmentation.extractor === 'local' && !identifiesMentions(config);

/** @param needs of the baselines of the run */
export const localUses = (config: Config, needs: readonly Need[] = []): LocalUses => ({
  embedder: identifiesMentions(config) || needs.includes('token-embedder'),
  nli: ['nli', 'align'].includes(config.reference.checker) || needs.includes('nli'),
  entities: config.uncertainty.enabled,
});
