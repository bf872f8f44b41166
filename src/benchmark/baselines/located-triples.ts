import { ORIGINAL, type Segmentation, type Span, type Trace, type Triple } from '../../passage.ts';
import { byPlace } from '../../text/by-place.ts';

/** The segmentation of the response under evaluation; null where there is none. */
export function originalOf(trace: Trace): Segmentation | null {
  return trace.segmentations.find(({ responseId }) => responseId === ORIGINAL) ?? null;
}

/** Positions of the triples located in each sentence, by the middle of their span, so that each counts once. */
export const triplesBySentence = (triples: readonly Triple[], sentences: readonly Span[]): number[][] =>
  sentences.map(byPlace([...triples.keys()], (index) => (triples[index] as Triple).span));
