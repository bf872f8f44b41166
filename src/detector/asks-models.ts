/**
 * Properties of a run's calls that follow from its configuration: whether models are asked, and how many passages are
 * in work.
 */
import type { Config } from '../config/schema.ts';

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
  const { provider, maxConcurrency } = config.models.generator;
  const awaitsService = asksModels(config) && provider === 'openai';
  return config.concurrency ?? (awaitsService ? maxConcurrency : Math.max(LOCAL_PASSAGES, 2 * threads));
}

/** Without waiting, more passages would only take memory. */
const LOCAL_PASSAGES = 4;
