import type { Span, Triple } from '../../passage.ts';
import { byPlace } from '../../text/by-place.ts';

/** Positions of the triples located in each sentence, by the middle of their span, so that each counts once. */
export const triplesBySentence = (triples: readonly Triple[], sentences: readonly Span[]): number[][] =>
  sentences.map(byPlace([...triples.keys()], (index) => (triples[index] as Triple).span));
