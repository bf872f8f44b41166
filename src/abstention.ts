/** When a passage cannot be judged, and which samples can be compared with. */
import { blamesRequest } from './models/ask.ts';
import type { Abstention, Segmentation } from './passage.ts';

/** A request refused for what it holds concerns this passage alone; any other failure concerns the run. */
export function abstainOn(error: unknown): { abstention: Abstention } {
  if (!blamesRequest(error)) throw error;
  return { abstention: { reason: 'failed', detail: error.message } };
}

/** Words a sample without triples must have to count as saying anything about the prompt. */
const LEAST_WORDS = 5;

/** Samples to compare with: those with triples, and those that could have had some. */
export function isUsable({ outcome }: Segmentation, text: string): boolean {
  if (outcome === 'no-triples') return (text.match(/\p{L}{2,}/gu)?.length ?? 0) >= LEAST_WORDS;
  return outcome === 'ok';
}

export function reasonToAbstain(original: Segmentation, samples: readonly Segmentation[]): Abstention | null {
  if (original.outcome !== 'ok') {
    return { reason: original.outcome, detail: original.detail ?? 'the response holds no triples' };
  }
  return samples.length === 0 ? { reason: 'no-samples', detail: 'there is no sample to compare with' } : null;
}
