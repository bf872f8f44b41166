/** Cuts a text at the borders of spans, so that overlapping facts can be marked in it. */
import type { Span } from '../passage.ts';

export interface Piece<T> {
  start: number;
  text: string;
  /** The marks that hold it, in order. */
  marks: T[];
}

/**
 * Pieces in order, which together are the text; marks without a span, or with one outside of the text, are ignored.
 */
export function piecesOf<T extends { span: Span | null }>(text: string, marks: readonly T[]): Piece<T>[] {
  const inside = marks.filter(
    (mark): mark is T & { span: Span } =>
      mark.span !== null && mark.span.start < mark.span.end && mark.span.end <= text.length,
  );
  const borders = new Set([0, text.length]);
  for (const { span } of inside) borders.add(span.start).add(span.end);
  const places = [...borders].toSorted((one, other) => one - other);
  return places.slice(0, -1).map((start, index) => {
    const end = places[index + 1] as number;
    return {
      start,
      text: text.slice(start, end),
      marks: inside.filter(({ span }) => span.start <= start && span.end >= end),
    };
  });
}
