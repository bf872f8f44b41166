/** When a passage cannot be judged, and which samples are comparable. */

import type { Config } from '../config/schema.ts';
import { blamesRequest } from '../models/ask.ts';
import type { Abstention, Passage, PassageVerdict, Segmentation } from '../passage.ts';
import { hasReference } from '../reference/measure-reference.ts';

/** A request refused because of its content concerns this passage only; any other failure concerns the run. */
export function abstainOn(error: unknown): { abstention: Abstention } {
  if (!blamesRequest(error)) throw error;
  return { abstention: { reason: 'failed', detail: error.message } };
}

/** Words that a sample without triples needs to count as a statement about the prompt: "The pancreas makes it." */
const LEAST_WORDS = 3;

/** Samples to compare with: those in the language of the response with triples, and those that could have had some. */
export function isUsable({ outcome, language }: Segmentation, text: string, ofResponse?: string): boolean {
  if (language !== ofResponse) return false;
  if (outcome === 'no-triples') return (text.match(/\p{L}{2,}/gu)?.length ?? 0) >= LEAST_WORDS;
  return outcome === 'ok';
}

/** The response and its usable samples, as recorded. */
export function usableResponses({ passage, trace }: PassageVerdict): [Segmentation, ...Segmentation[]] {
  const [original, ...samples] = trace.segmentations as [Segmentation, ...Segmentation[]];
  const isUsed = (sample: Segmentation, index: number) =>
    isUsable(sample, passage.samples?.[index] ?? '', original.language);
  return [original, ...samples.filter(isUsed)];
}

/** Evidence on a passage besides samples. */
export interface OtherEvidence {
  /** A check against its references, or token probabilities. */
  any: boolean;
  /** The same for whole sentences or claims, which need no triples. */
  ofSentences: boolean;
  /** A check against references is configured, but there are none. */
  lacksReference: boolean;
}

/** Whether the judge rates each fact. */
export const asksJudge = ({
  segmentation,
  verification,
}: Pick<Config, 'segmentation' | 'verification'>): boolean =>
  segmentation.extractor === 'judge' || verification.judged;

/** All evidence counts whatever its weight, so that a run can be rescored with other weights. */
export function otherEvidence(
  passage: Pick<Passage, 'context' | 'tokens' | 'claims'>,
  config: Pick<Config, 'reference' | 'uncertainty' | 'scoring' | 'segmentation' | 'verification'>,
): OtherEvidence {
  const { reference, uncertainty, scoring } = config;
  const { weights } = scoring;
  const { claims = [] } = passage;
  const isChecked = reference.checker !== 'none';
  const byReference = isChecked && hasReference(passage);
  const byTokens = uncertainty.enabled && passage.tokens !== undefined;
  return {
    any: byReference || byTokens || asksJudge(config) || (uncertainty.enabled && weights.tokens > 0),
    ofSentences: (byReference && (reference.sentences || claims.length > 0)) || byTokens,
    lacksReference: isChecked && weights.reference > 0 && !byReference,
  };
}

export const NO_REFERENCE = 'there is no reference text to check against';
export const NO_SAMPLE = 'there is no sample to compare with';
export const NO_SAMPLE_GIVEN = `${NO_SAMPLE}: none is given, and no model is asked for any (sampling.ask, sampling.n)`;

/** Why a sample cannot be compared. */
export const UNUSABLE: Readonly<Record<Segmentation['outcome'], string>> = {
  ok: 'in another language than the response',
  empty: 'empty',
  refusal: 'an answer that declines',
  'non-english': 'not in English',
  'no-triples': 'of too few words',
  failed: 'not read, since a request failed',
};

function noSample(unusable: readonly Segmentation[]): string {
  if (unusable.length === 0) return NO_SAMPLE_GIVEN;
  const which = unusable.length === 1 ? 'the only sample' : `each of the ${unusable.length} samples`;
  const why = [...new Set(unusable.map(({ outcome }) => UNUSABLE[outcome]))].join(' or ');
  return `${NO_SAMPLE}: ${which} is ${why}`;
}

interface ResponsesRead {
  original: Segmentation;
  samples: readonly Segmentation[];
  unusable: readonly Segmentation[];
}

export function reasonToAbstain(
  { original, samples, unusable }: ResponsesRead,
  other: OtherEvidence,
): Abstention | null {
  const isReadable = original.outcome === 'ok' || (original.outcome === 'no-triples' && other.ofSentences);
  if (!isReadable) {
    return {
      reason: original.outcome as Abstention['reason'],
      detail: original.detail ?? 'the response holds no triples',
    };
  }
  if (samples.length > 0 || other.any) return null;
  return other.lacksReference
    ? { reason: 'no-reference', detail: NO_REFERENCE }
    : { reason: 'no-samples', detail: noSample(unusable) };
}
