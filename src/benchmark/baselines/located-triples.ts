/** Which triples a sentence states. */
import { ORIGINAL, type Segmentation, type Span, type Trace, type Triple } from '../../passage.ts';

/** The segmentation of the response under evaluation; null where there is none. */
export function originalOf(trace: Trace): Segmentation | null {
  return trace.segmentations.find(({ responseId }) => responseId === ORIGINAL) ?? null;
}

/** Positions of the triples located in each sentence, by the middle of their span, so that each counts once. */
export function triplesBySentence(triples: readonly Triple[], sentences: readonly Span[]): number[][] {
  return sentences.map(({ start, end }) =>
    triples.flatMap(({ span }, index) => {
      const middle = span === null ? null : (span.start + span.end) / 2;
      return middle !== null && middle >= start && middle < end ? [index] : [];
    }),
  );
}
