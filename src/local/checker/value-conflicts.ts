/**
 * Values of a statement that no reference has, in whose place one has another: what the local preset asks of samples
 * (contradiction/compare-with-samples), asked of references. A statement is short and a reference says more, so the words around the
 * statement's value are looked for around the reference's, and not the other way round. The statement is read alone, so
 * that its check depends on no other.
 */

import { memoizeBy } from '../../common/memoize.ts';
import { contentKeys } from '../../english/content-words.ts';
import { isWordKind, type ReferenceEvidence, type Triple } from '../../passage.ts';
import { foldedWords } from '../../text/fold.ts';
import { indexShared, type Sharing } from '../contradiction/slot-index.ts';
import type { Value } from '../contradiction/stated-value.ts';
import { readValues, type ValueText, valueRelation } from '../contradiction/stated-values.ts';
import { isStated, mayBeNamed } from '../contradiction/unaligned-values.ts';
import { isSpelling } from './conflicts.ts';

/** Least share of the words around a value that stand around another. */
const LEAST = 0.6;
/** More than a quotient differs by. */
const ROUNDING = 1e-9;

export interface ValueConflict {
  kind: 'value';
  stated: string;
  found: string;
  /** The sentence that has the other value. */
  place: ReferenceEvidence;
}

/** The values of a reference, read once for all statements. */
export interface ReferenceValues {
  text: ValueText;
  /** The positions of those of a value's family that have LEAST of its slot around, those with most first. */
  sharing(value: Value): Sharing[];
}

export function readReference(reference: string): ReferenceValues {
  const text = readValues(reference, () => false);
  const shared = memoizeBy(
    (value: Value) => indexShared(text.ofFamily(value).map((other) => other.slot())),
    ({ family }) => family,
  );
  return { text, sharing: (value) => shared(value)(value.slot(), (LEAST - ROUNDING) * totalOf(value)) };
}

const totalOf = (value: Value): number => value.slot().total || 1;

/**
 * @param triple the one that the text is made of; its head is what it is about, and no value of it
 * @returns the conflict of the likest places, the first among equals; null where there is none
 */
export function valueConflictOf(
  text: string,
  triple: Triple | undefined,
  references: readonly ReferenceValues[],
): ValueConflict | null {
  const head = triple?.head ?? '';
  const about = contentKeys(head);
  const statement = readValues(text, (key) => about.has(key));
  let most = 0;
  let conflict: ValueConflict | null = null;
  for (const value of statement.values) {
    if (value.start < head.length || isWordKind(value.mention.kind)) continue;
    if (references.some((reference) => isHeld(value, reference))) continue;
    for (const [reference, values] of references.entries()) {
      // nothing is likelier than the same words around
      if (most >= 1) return conflict;
      const found = rivalIn(values, value, statement, most);
      if (found === null) continue;
      const { sentence, mention } = found.rival;
      const place = { reference, span: { start: sentence.start, end: sentence.end } };
      most = found.share;
      conflict = { kind: 'value', stated: value.mention.text, found: mention.text, place };
    }
  }
  return conflict;
}

/** The first rival of those that have the largest share of the words around a value, if it is larger than `most`. */
function rivalIn(
  { text, sharing }: ReferenceValues,
  value: Value,
  statement: ValueText,
  most: number,
): { rival: Value; share: number } | null {
  const others = text.ofFamily(value);
  for (const { shared, places } of sharing(value)) {
    const share = shared / totalOf(value);
    if (share < LEAST || share <= most) return null;
    for (const place of places) {
      const rival = others[place] as Value;
      if (isRival(value, rival, statement)) return { rival, share };
    }
  }
  return null;
}

/**
 * A word of it is enough: names are shortened, and texts that were split into words have "36, 000" for 36,000. Of "2.3 billion" all
 * have to be there.
 */
function isHeld(value: Value, { text }: ReferenceValues): boolean {
  const words = foldedWords(value.mention.text);
  const isThere = (word: string) => text.words.has(word);
  const isScaled = value.mention.kind === 'quantity' && /\p{L}/u.test(value.mention.text);
  return (
    text.hasBare(value) ||
    (isScaled ? words.every(isThere) : words.some(isThere)) ||
    text.same(value).length > 0
  );
}

const isRival = (value: Value, other: Value, statement: ValueText): boolean =>
  valueRelation(other, value) === 'different' &&
  !isStated(statement, other) &&
  !mayBeNamed(statement, other, value) &&
  !(value.mention.kind === 'name' && isSpelling(value.mention.text, other.mention.text, 'name'));
