/** The parts of a text that a correction may change, and their surroundings. */
import type { Span, Triple, Passage } from '../passage.ts';

/** Whole sentences with the flagged triples they state; several where a triple spans them. */
export interface Unit extends Span {
  tripleIds: string[];
}

/**
 * The sentences that state these triples, in order and disjoint: sentences that share a triple, or overlap, are one
 * unit. A triple without a place is in none.
 */
export function touchedUnits(
  triples: readonly Pick<Triple, 'id' | 'span'>[],
  sentences: readonly Span[],
): Unit[] {
  const own = triples.flatMap(({ id, span }): Unit[] => {
    if (span === null) return [];
    const around = sentences.filter(({ start, end }) => start < span.end && end > span.start);
    if (around.length === 0) return [];
    const start = Math.min(...around.map((sentence) => sentence.start));
    const end = Math.max(...around.map((sentence) => sentence.end));
    return [{ start, end, tripleIds: [id] }];
  });
  const units: Unit[] = [];
  for (const unit of own.sort((left, right) => left.start - right.start)) {
    const last = units.at(-1);
    if (last === undefined || unit.start >= last.end) units.push({ ...unit });
    else {
      last.end = Math.max(last.end, unit.end);
      last.tripleIds.push(...unit.tripleIds);
    }
  }
  return units;
}

export interface Replacement extends Span {
  text: string;
}

/** @param replacements in order and disjoint */
export function withReplacements(text: string, replacements: readonly Replacement[]): string {
  let [result, at] = ['', 0];
  for (const { start, end, text: inserted } of replacements) {
    result += text.slice(at, start) + inserted;
    at = end;
  }
  return result + text.slice(at);
}

/** Whether anything outside the ranges differs: the text before, between and behind them must follow in order. */
export function changedOutside(original: string, corrected: string, ranges: readonly Span[]): boolean {
  const bounds = [0, ...ranges.flatMap(({ start, end }) => [start, end]), original.length];
  const kept = ranges.map((_, index) => original.slice(bounds[2 * index], bounds[2 * index + 1]));
  const last = original.slice(bounds.at(-2));
  let at = 0;
  for (const [index, piece] of kept.entries()) {
    const found = index === 0 ? (corrected.startsWith(piece) ? 0 : -1) : corrected.indexOf(piece, at);
    if (found < 0) return true;
    at = found + piece.length;
  }
  if (ranges.length === 0) return original !== corrected;
  return !corrected.endsWith(last) || corrected.length - last.length < at;
}

/** The range after the replacements before it; null inside of one. */
export function movedSpan(span: Span, replacements: readonly Replacement[]): Span | null {
  let shift = 0;
  for (const { start, end, text } of replacements) {
    if (end <= span.start) shift += text.length - (end - start);
    else if (start < span.end) {
      const isWhole = start === span.start && end === span.end;
      return isWhole ? { start: span.start + shift, end: span.start + shift + text.length } : null;
    }
  }
  return { start: span.start + shift, end: span.end + shift };
}

/**
 * Prompt, samples and references are kept, the caller's sentences moved with the text. Claims and token probabilities
 * are left out, since they belong to the old text.
 */
export function correctedPassage(
  { tokens: _, claims: __, sentences, ...passage }: Passage,
  text: string,
  replacements: readonly Replacement[],
): Passage {
  if (sentences === undefined) return { ...passage, response: text };
  const moved = sentences.map((span) => movedSpan(span, replacements));
  const isWhole = moved.every((span) => span !== null);
  return { ...passage, response: text, ...(isWhole && { sentences: moved }) };
}
