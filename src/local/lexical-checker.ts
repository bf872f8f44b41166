/**
 * A checker without a model: which words, numbers, dates and names of a statement the references hold, and whether in
 * one place. It knows neither synonyms nor what follows from what: a paraphrase looks unfounded to it, and a statement
 * made of the reference's own phrases looks founded. `checker/word-support.ts` has the formula; `checker/conflicts.ts` and
 * `checker/value-conflicts.ts` tell what is said in the place of something else.
 */
import type { ReferenceCheck } from '../passage.ts';
import { once } from '../common/memoize.ts';
import type { ReferenceChecker, CheckedStatement } from '../reference/checker.ts';
import { conflictOf } from './checker/conflicts.ts';
import { noteOn } from './checker/note.ts';
import { indexReferences, type ReferenceIndex } from './checker/reference-index.ts';
import { statementWords } from '../english/statement-words.ts';
import { type ReferenceValues, readReference, valueConflictOf } from './checker/value-conflicts.ts';
import { supportOf, type WordSupport } from './checker/word-support.ts';

/** Support at which a statement counts as entailed, if the rest allows it: two thirds of √n words lacking. */
const ENTAILED = 0.6;
/** Share of its words that may be new to the references in an entailed statement; none of them a number or date. */
const MOST_NOVEL = 0.2;
/** What a conflict leaves of the support that the words give. */
const IN_CONFLICT = 0.5;

export function createLexicalChecker(): ReferenceChecker {
  // passages about one article come one after another
  let last: { references: readonly string[]; indices: Indices } | null = null;
  const indicesOf = (references: readonly string[]): Indices => {
    if (last === null || !sameTexts(last.references, references)) {
      const indices: Indices = {
        triple: indexReferences(references, { resolved: true }),
        text: indexReferences(references),
        values: once(() => references.map(readReference)),
        known: new Map(),
      };
      last = { references: [...references], indices };
    }
    return last.indices;
  };
  return {
    id: 'lexical',
    async check({ statements, references }, options) {
      options?.signal?.throwIfAborted();
      if (statements.length === 0) return [];
      const indices = indicesOf(references);
      return statements.map((statement) => ({ ...checkOnce(statement, indices) }));
    },
  };
}

/** For statements with pronouns put into words, and for those as they stand. */
interface Indices {
  triple: ReferenceIndex;
  text: ReferenceIndex;
  values: () => readonly ReferenceValues[];
  /** What is stated again is checked once. */
  known: Map<string, ReferenceCheck>;
}

/** Statements kept of equal references. */
const KEPT = 20_000;

const sameTexts = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, position) => text === other[position]);

function checkOnce(statement: CheckedStatement, indices: Indices): ReferenceCheck {
  const { known } = indices;
  const key = JSON.stringify([statement.text, statement.triple?.head]);
  const check = known.get(key) ?? checkOf(statement, indices);
  if (known.size >= KEPT) known.clear();
  known.set(key, check);
  return check;
}

function checkOf({ text, triple }: CheckedStatement, indices: Indices): ReferenceCheck {
  const words = statementWords(text);
  if (words.length === 0) {
    return { value: null, reason: 'not-applicable', label: null, evidence: null, note: null };
  }
  const support = supportOf(words, triple ? indices.triple : indices.text);
  const inPlace = support.nearest && conflictOf(text, words, support.nearest);
  const other = inPlace ? null : valueConflictOf(text, triple, indices.values());
  const conflict = inPlace ?? other;
  const value = conflict ? IN_CONFLICT * support.value : support.value;
  return {
    value,
    reason: null,
    label: conflict ? 'contradiction' : labelOf(support, words.length),
    evidence: other?.place ?? support.nearest?.place ?? null,
    note: noteOn(support, conflict),
    ...(conflict &&
      'stated' in conflict && { conflict: { value: conflict.stated, instead: conflict.found } }),
  };
}

function labelOf({ value, novel }: WordSupport, words: number): ReferenceCheck['label'] {
  const known = novel.length <= MOST_NOVEL * words && novel.every(({ kind }) => kind === 'word');
  return known && value >= ENTAILED ? 'entailment' : 'neutral';
}
