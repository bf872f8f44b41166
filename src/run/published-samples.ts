/** A note on runs of the published method whose passages have another number of samples than published. */
import type { Config } from '../config/schema.ts';
import { PUBLISHED_SAMPLES } from '../consistency/consistency-score.ts';
import { counted } from '../format/text.ts';
import type { Passage } from '../passage.ts';

/** Empty under other protocols, and where every passage has ten samples or none. */
export function publishedSamplesNotes(
  { protocol, sampling }: Pick<Config, 'protocol' | 'sampling'>,
  passages: readonly Passage[],
): string[] {
  if (protocol !== 'paper') return [];
  const numbers = passages.map(({ samples = [] }) => Math.min(samples.length, sampling.limit));
  const others = numbers.filter((number) => number > 0 && number !== PUBLISHED_SAMPLES);
  if (others.length === 0) return [];
  const [least, most] = [Math.min(...others), Math.max(...others)];
  const many = least === most ? `${most}` : `${least} to ${most}`;
  return [
    `${counted(others.length, 'passage')} with ${many} samples, from the data set: the published figures use ${PUBLISHED_SAMPLES}, drawn from the model. With fewer samples each weighs more in C, and all samples support more of the facts.`,
  ];
}
