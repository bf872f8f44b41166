/** The samples of a passage that could not be compared with, and why. */
import { countsOf } from '../common/group-by.ts';
import { counted } from '../format/text.ts';
import { ORIGINAL, type PassageVerdict, sampleTexts } from '../passage.ts';
import { isUsable, UNUSABLE } from '../records/abstention.ts';

export interface UnusedSamples {
  samples: number;
  /** Why each that was not used was not. */
  reasons: string[];
}

/** None of a passage that is not judged: there the reason is the abstention. */
export function unusedSamples({ passage, trace, abstention }: PassageVerdict): UnusedSamples {
  const texts = sampleTexts(passage.samples ?? []);
  const original = trace.segmentations.find(({ responseId }) => responseId === ORIGINAL);
  const samples = trace.segmentations.filter(({ responseId }) => responseId !== ORIGINAL);
  const unused = samples.filter(
    (sample) => !isUsable(sample, texts.get(sample.responseId) ?? '', original?.language),
  );
  return {
    samples: samples.length,
    reasons: abstention === null ? unused.map(({ outcome }) => UNUSABLE[outcome]) : [],
  };
}

/** `2 of 3 samples not used (empty 1, an answer that declines 1)`; null where all are. */
export function unusedWords({ samples, reasons }: UnusedSamples): string | null {
  if (reasons.length === 0) return null;
  const why = [...countsOf(reasons)].map(([reason, count]) => `${reason} ${count}`).join(', ');
  return `${reasons.length} of ${counted(samples, 'sample')} not used (${why})`;
}
