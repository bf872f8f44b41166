/** Named entities by compromise, a small English tagger without a model; loaded with the first text. */
import type { Span } from '../passage.ts';
import type { EntityRecogniser } from './entity-recogniser.ts';

/** People, places, organisations and other names, and dates with the numbers in them, as tags of compromise. */
const NAMES = '#ProperNoun+';
const DATES = '(#Date|#Month|#Year|#WeekDay|#Value)+';
const IS_DATE = '(#Date|#Month|#Year|#WeekDay)';

/** Brackets and dashes stand between entities; compromise would take them for parts of a name. */
const STRETCH = /[^()[\]{}–—;:\n]+/g;
/** Commas belong to names ("Rugby, Warwickshire"), not to dates ("August 3, 1887"). */
const NAME_PART = /[^,"“”]+/g;
const OUTSIDE = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}.]+$|(?<!\b\p{Lu})\.$/gu;

export function createCompromiseRecogniser(): EntityRecogniser {
  return {
    id: 'compromise',
    async recognise(text, { signal } = {}) {
      signal?.throwIfAborted();
      const { default: tag } = await import('compromise');
      const found = [...text.matchAll(STRETCH)].flatMap(({ 0: stretch, index }) => {
        const view = tag(stretch);
        const dates = placesOf(view.match(DATES).if(IS_DATE), index);
        const names = placesOf(view.match(NAMES), index).flatMap((span) => partsOf(text, span));
        return [...dates, ...names];
      });
      return withoutOverlap(found.map((span) => trimmed(text, span)));
    },
  };
}

interface View {
  json(options: object): unknown;
}

function placesOf(view: View, offset: number): Span[] {
  const rows = view.json({ offset: true, terms: false }) as { offset: { start: number; length: number } }[];
  return rows.map(({ offset: { start, length } }) => ({
    start: offset + start,
    end: offset + start + length,
  }));
}

const partsOf = (text: string, { start, end }: Span): Span[] =>
  [...text.slice(start, end).matchAll(NAME_PART)].map(({ 0: part, index }) => ({
    start: start + index,
    end: start + index + part.length,
  }));

/** Without white space and punctuation at its ends; the full stop of an initial stays. */
function trimmed(text: string, { start, end }: Span): Span {
  const written = text.slice(start, end);
  const inner = written.replace(OUTSIDE, '');
  const at = start + written.indexOf(inner);
  return { start: at, end: at + inner.length };
}

/** The longer one of two that overlap; in the order of the text. */
function withoutOverlap(spans: readonly Span[]): Span[] {
  const byLength = spans
    .filter(({ start, end }) => end > start)
    .sort((one, other) => other.end - other.start - (one.end - one.start) || one.start - other.start);
  const kept: Span[] = [];
  for (const span of byLength) {
    if (!kept.some(({ start, end }) => span.start < end && span.end > start)) kept.push(span);
  }
  return kept.sort((one, other) => one.start - other.start);
}
