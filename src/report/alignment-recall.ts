/**
 * Recall of Eq. 2 against a model's reading of the samples: of the pairs of a fact and a sample that supports it by that
 * reading, the share in which an aligned triple of the sample repeats the tail. Not computed where the votes are the
 * model's reading themselves (extractor `judge`).
 */
import type { Config } from '../config/schema.ts';
import type { PassageVerdict } from '../passage.ts';

export function alignmentOf({ trace }: Pick<PassageVerdict, 'trace'>) {
  const repeated = new Set(
    trace.consistency.flatMap(({ tripleId, votes }) =>
      votes.filter((vote) => vote.repeated).map(({ responseId }) => `${tripleId} ${responseId}`),
    ),
  );
  const measured = new Set(trace.consistency.map(({ tripleId }) => tripleId));
  const supported = trace.verification
    .filter(({ tripleId }) => measured.has(tripleId))
    .flatMap(({ tripleId, statements = [] }) =>
      statements
        .filter(({ says }) => says === 'repeats')
        .map(({ responseId }) => `${tripleId} ${responseId}`),
    );
  return { supported: supported.length, aligned: supported.filter((pair) => repeated.has(pair)).length };
}

/** Null where there is nothing to compare. */
export function alignmentLine(
  { supported, aligned }: ReturnType<typeof alignmentOf>,
  { segmentation }: Pick<Config, 'segmentation'>,
): string | null {
  if (supported === 0 || segmentation.extractor === 'judge') return null;
  const share = Math.round((100 * aligned) / supported);
  return `${aligned} of ${supported} (${share} %) of the facts that the model finds in a sample are repeated there by an aligned triple, which C counts`;
}
