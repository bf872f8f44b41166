/** The share of a response covered by evidence. */
import type { Coverage, Label, Span, TripleVerdict } from '../passage.ts';
import { byPlace } from '../text/by-place.ts';

const NOT_SPOKEN_OF: ReadonlySet<Label> = new Set(['unsure', 'unsupported']);

export function coverageOf(triples: readonly TripleVerdict[], sentences: readonly Span[]): Coverage {
  const scored = triples.filter(({ score }) => score !== null);
  const within = byPlace(
    scored.filter(({ label }) => !NOT_SPOKEN_OF.has(label)),
    ({ triple }) => triple.span,
  );
  const held = sentences.filter((span) => within(span).length > 0).length;
  return {
    triples: triples.length === 0 ? null : scored.length / triples.length,
    sentences: sentences.length === 0 ? null : held / sentences.length,
  };
}
