/** Replacement without a model, where the old value occurs literally. */
import { articleFor } from '../english/articles.ts';
import type { Span } from '../passage.ts';
import type { ProposedValue, RefusedReason } from './change.ts';
import { type Replacement, withReplacements } from './rewritable-parts.ts';

export interface TextChange {
  tripleId: string;
  /** Where the text states the triple. */
  span: Span;
  surface: ProposedValue['surface'];
}

export interface TextReplacement {
  text: string;
  /** By triple id, for those that could not be replaced. */
  refused: Map<string, RefusedReason>;
}

/**
 * The text of a unit with each value replaced at the place of its triple. Of equal changes of the same words one is
 * made, of different ones the first.
 */
export function replaceInText(unit: Span, response: string, changes: readonly TextChange[]): TextReplacement {
  const refused = new Map<string, RefusedReason>();
  const made: Replacement[] = [];
  for (const { tripleId, span, surface } of changes) {
    const place = placeOf(response, span, unit, surface.old);
    if (place === null) {
      refused.set(tripleId, 'not-literal');
      continue;
    }
    const replacement = { ...place, text: isFirst(response, place) ? capitalised(surface.new) : surface.new };
    const other = made.find(({ start, end }) => start < place.end && end > place.start);
    if (other === undefined) made.push(replacement);
    else if (!isSame(other, replacement)) refused.set(tripleId, 'overlaps');
  }
  const inUnit = made
    .sort((left, right) => left.start - right.start)
    .map((replacement) => withArticle(response, replacement))
    .map(({ start, end, text }) => ({ start: start - unit.start, end: end - unit.start, text }));
  return { text: withReplacements(response.slice(unit.start, unit.end), inUnit), refused };
}

const isFirst = (response: string, { start }: Span): boolean =>
  /(?:^|[.!?:]["”’)]?\s+|\n\s*)$/.test(response.slice(0, start));

/** Except names such as "iPhone". */
const capitalised = (value: string): string =>
  /^\p{Ll}(?!\p{Lu})/u.test(value) ? value.charAt(0).toUpperCase() + value.slice(1) : value;

const ARTICLE = /(?<![\p{L}\p{N}])(an?)\s$/iu;

/** The replacement with the indefinite article before it, where that has to change. */
function withArticle(response: string, replacement: Replacement): Replacement {
  const { start, end, text } = replacement;
  const article = ARTICLE.exec(response.slice(0, start))?.[1];
  if (article === undefined || article.toLowerCase() === articleFor(text)) return replacement;
  const fresh = articleFor(text);
  const written = /^A/.test(article) ? `A${fresh.slice(1)}` : fresh;
  const from = start - article.length - 1;
  return { start: from, end, text: `${written}${response.slice(start - 1, start)}${text}` };
}

const isSame = (left: Replacement, right: Replacement): boolean =>
  left.start === right.start && left.end === right.end && left.text === right.text;

/** The first place within the span, else the only one in the unit. */
function placeOf(response: string, span: Span, unit: Span, value: string): Span | null {
  const within = literalPlaces(response.slice(span.start, span.end), value).map((at) => at + span.start);
  const around = literalPlaces(response.slice(unit.start, unit.end), value).map((at) => at + unit.start);
  const start = within[0] ?? (around.length === 1 ? around[0] : undefined);
  return start === undefined ? null : { start, end: start + value.length };
}

/** The positions of `value` in `text` as whole words, in the same case. */
export function literalPlaces(text: string, value: string): number[] {
  if (value.trim() === '') return [];
  const pattern = value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const word = '[\\p{L}\\p{M}\\p{N}]';
  // "5,395" does not occur in "15,395" nor in "5,395,000".
  const whole = new RegExp(`(?<!${word}|\\p{N}[.,])${pattern}(?!${word}|[.,]\\p{N})`, 'gu');
  return [...text.matchAll(whole)].map(({ index }) => index);
}
