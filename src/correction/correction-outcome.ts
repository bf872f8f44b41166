/**
 * The outcome of a correction, from the verdict before and the verdict on the new text.
 *
 *   believed corrected = flagged facts replaced, found again and factual ÷ flagged facts        (GraphCorrect)
 *   factual share      = factual and unsure triples ÷ (these + hallucinated triples)
 *   increase           = (share after − share before) ÷ share before                            (FactSelfCheck)
 *   introduced         = triples flagged after that neither a change nor the text before accounts for
 */
import type { PassageVerdict, Span, TripleVerdict } from '../passage.ts';
import { type TripleParts, tripleKey } from '../triples/triple-parts.ts';
import type { TripleChange } from './change.ts';
import { holdsValue, sameWords } from './correction-words.ts';
import { movedSpan, type Replacement } from './rewritable-parts.ts';

export interface FactAfter {
  tripleId: string;
  label: TripleVerdict['label'];
  score: number | null;
}

export interface CheckedChange extends TripleChange {
  before: Omit<FactAfter, 'tripleId'>;
  /** The replaced fact in the new text, or the old one where it remains; null where it was not found. */
  after: FactAfter | null;
}

export interface Outcome {
  changes: CheckedChange[];
  /** Ids of triples of the new text that are newly flagged. */
  introduced: string[];
}

export interface Compared {
  before: PassageVerdict;
  after: PassageVerdict;
  changes: readonly TripleChange[];
  replacements: readonly Replacement[];
}

/** Each fact of the new text accounts for as many changes as state it. */
export function outcomeOf({ before, after, changes, replacements }: Compared): Outcome {
  const triplesBefore = new Map(before.triples.map((row) => [row.triple.id, row]));
  const checked = changes.map((change): CheckedChange => {
    const old = triplesBefore.get(change.tripleId) as TripleVerdict;
    const parts = change.status === 'replaced' ? (change.new as TripleParts) : change.old;
    const place = placeAfter(old.triple.span, replacements);
    return {
      ...change,
      before: { label: old.label, score: old.score },
      after: factAfter(findFact(after.triples, parts, place)),
    };
  });
  const known = new Set([
    ...checked.flatMap(({ after: found }) => (found === null ? [] : [found.tripleId])),
    ...accountedFor(before, after),
  ]);
  const introduced = flagged(after)
    .map(({ triple }) => triple.id)
    .filter((id) => !known.has(id));
  return { changes: checked, introduced };
}

const flagged = ({ triples }: Pick<PassageVerdict, 'triples'>): TripleVerdict[] =>
  triples.filter(({ label }) => label === 'hallucinated');

/** Triples of the new text that equal a triple flagged before. */
function accountedFor(before: PassageVerdict, after: PassageVerdict): string[] {
  const keys = new Set(flagged(before).map(({ triple }) => tripleKey(triple)));
  return after.triples.filter(({ triple }) => keys.has(tripleKey(triple))).map(({ triple }) => triple.id);
}

/** The position of a triple's sentences in the new text; null where unknown. */
function placeAfter(span: Span | null, replacements: readonly Replacement[]): Span | null {
  if (span === null) return null;
  const around = replacements.find(({ start, end }) => start <= span.start && span.end <= end);
  return movedSpan(around ?? span, replacements);
}

/** The triple itself, else one at its place with its tail; one with its relation first. */
function findFact(
  rows: readonly TripleVerdict[],
  parts: TripleParts,
  place: Span | null,
): TripleVerdict | null {
  const isNear = ({ triple: { span } }: TripleVerdict) =>
    span !== null && place !== null && span.start < place.end && span.end > place.start;
  const equal = rows.filter(({ triple }) => tripleKey(triple) === tripleKey(parts));
  const alike = rows.filter((row) => isNear(row) && holdsValue(row.triple.tail, parts.tail));
  const sameRelation = alike.find(({ triple }) => sameWords(triple.relation, parts.relation));
  return equal.find(isNear) ?? equal[0] ?? sameRelation ?? alike[0] ?? null;
}

const factAfter = (row: TripleVerdict | null): FactAfter | null =>
  row && { tripleId: row.triple.id, label: row.label, score: row.score };

export interface FactCounts {
  /** Without a found error: factual, or unsure. */
  factual: number;
  /** Factual and hallucinated. */
  judged: number;
}

export function countFacts({ triples }: PassageVerdict): FactCounts {
  const factual = triples.filter(({ label }) => label === 'factual' || label === 'unsure').length;
  return { factual, judged: factual + flagged({ triples }).length };
}

/** (after − before) ÷ before; null where one is missing or `before` is 0. */
export function relativeIncrease(before: number | null, after: number | null): number | null {
  return before === null || after === null || before === 0 ? null : (after - before) / before;
}

export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
