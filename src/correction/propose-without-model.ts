/**
 * Another value for a flagged triple without a model: that of the reference which the checker found in its place, else
 * the samples'.
 *
 * A value that samples contradict, as a model reads them or by their words, is replaced by the one that most of them give
 * in the same slot, written like the old one; the rest of the fact is kept. That takes at least two samples, more than
 * any other value has, and more than contain the old one. A value that the triple's sentence states already belongs to
 * another fact ("the prizes of 1903 and 1913") and is not used; values that the prompt asks about are kept.
 */

import { groupBy } from '../common/group-by.ts';
import { statementsByFact } from '../scoring/fact-score.ts';
import { valueForm } from '../english/values/value-form.ts';
import { writtenLike } from '../english/values/written-like.ts';
import type { PassageVerdict, SampleStatement, Triple, ValueKind } from '../passage.ts';
import { promptText } from '../text/conversation.ts';
import type { TripleParts } from '../triples/triple-parts.ts';
import { type NotProposedReason, notProposed, type Proposal } from './change.ts';
import { statesValue } from './correction-words.ts';
import { literalPlaces } from './replace-text.ts';
import { touchedUnits } from './rewritable-parts.ts';

/** A single sample's value may be another truth, or an error of that sample. */
const LEAST_AGREEING = 2;

export interface Proposed {
  source: 'reference' | 'samples';
  proposal: Proposal;
}

export function proposeWithoutModel({
  passage,
  sentences,
  trace,
}: Pick<PassageVerdict, 'passage' | 'sentences' | 'trace'>): (triple: Triple) => Proposed {
  const { prompt, response = '', samples = [], context = [] } = passage;
  const spans = sentences.map(({ span }) => span);
  const statementsOn = statementsByFact(trace);
  // beside references samples may be left unread
  const isUnread = trace.agreement === null && trace.verification.length === 0;
  return (triple) => {
    // the sentences that state it, as one text; the whole response where these are unknown
    const [unit] = touchedUnits([triple], spans);
    const text = { sentence: response.slice(unit?.start, unit?.end), prompt: promptText(prompt) };
    const conflict = trace.reference?.triples[triple.id]?.conflict;
    if (conflict !== undefined)
      return { source: 'reference', proposal: proposeInstead(triple, conflict, text) };
    if (samples.length === 0 || isUnread) {
      const isReference = context.some((reference) => reference.trim() !== '');
      const why = isReference ? 'reference-unread' : 'nothing-to-go-by';
      return { source: 'samples', proposal: notProposed(why) };
    }
    const { statements } = statementsOn(triple.id);
    return { source: 'samples', proposal: proposeOfMost(triple, statements, { ...text, samples }) };
  };
}

interface StatedIn {
  /** The sentences of the response that state the triple. */
  sentence: string;
  prompt: string;
}

interface SampledText extends StatedIn {
  samples: readonly string[];
}

/** Reversed or negated clauses have no value that could be replaced. */
const NO_VALUE: ReadonlySet<ValueKind> = new Set(['negation', 'order']);

/** The first value of the fact that can be replaced; else why the first contradicted one cannot be. */
function proposeOfMost(
  triple: Triple,
  statements: readonly SampleStatement[],
  { samples, ...text }: SampledText,
): Proposal {
  const given = statements.filter(({ value, instead }) => value !== null && instead !== null);
  const contradicted = given.filter(({ kind }) => kind === null || !NO_VALUE.has(kind));
  const proposals = [...groupBy(contradicted, ({ value }) => value as string)].map(([value, rows]) => {
    const given = rows.map(({ instead }) => instead as string);
    const holders = samples.filter((sample) => literalPlaces(sample, value).length > 0).length;
    const { value: instead, reason } = majority(given, holders);
    const proposal =
      instead === null
        ? notProposed(reason)
        : proposeInstead(triple, { value, instead, kind: rows[0]?.kind ?? null }, text);
    return proposal.value === null ? notProposed(proposal.reason, distinct(given)) : proposal;
  });
  const [first = withoutValue(given)] = proposals;
  return proposals.find((proposal) => proposal.value !== null) ?? first;
}

/** @param given what samples give in the place of whole clauses */
const withoutValue = (given: readonly SampleStatement[]): Proposal =>
  given.length === 0
    ? notProposed('no-value')
    : notProposed('clause-denied', distinct(given.map(({ instead }) => instead as string)));

interface Conflict {
  value: string;
  instead: string;
  /** Null or absent where it is not told. */
  kind?: ValueKind | null;
}

function proposeInstead(
  triple: Triple,
  { value, instead, kind = null }: Conflict,
  { sentence, prompt }: StatedIn,
): Proposal {
  const isName = kind === null ? /^\p{Lu}/u.test(value) : kind === 'name';
  const part = partWith(triple, value, isName);
  if (part === null) return notProposed('part-of-value');
  if (part === 'head' && literalPlaces(prompt, value).length > 0) return notProposed('asked-about');
  if (statesValue(sentence, instead)) return notProposed('stated-already');
  const fresh = writtenLike(instead, value);
  if (fresh === null) return notProposed('less-exact');
  const surface = { old: value, new: fresh };
  return {
    value: { parts: { ...partsOf(triple), [part]: replacedOnce(triple[part], surface) }, surface },
    reason: null,
  };
}

const distinct = (values: readonly string[]): string[] =>
  [...groupBy(values, valueForm).values()].map(([first]) => first as string);

const partsOf = ({ head, relation, tail }: Triple): TripleParts => ({ head, relation, tail });

/** The part of the triple that contains the value once, and not within a longer name; null where none does. */
function partWith(triple: Triple, value: string, isName: boolean): keyof TripleParts | null {
  const part = (['tail', 'head', 'relation'] as const).find((name) => {
    const words = triple[name];
    const isWhole = literalPlaces(words, value).length === 1 && !isPartOfName(words, value);
    return isWhole && (!isName || isHeadOf(words, value));
  });
  return part ?? null;
}

function replacedOnce(words: string, { old, new: fresh }: { old: string; new: string }): string {
  const [start = 0] = literalPlaces(words, old);
  return words.slice(0, start) + fresh + words.slice(start + old.length);
}

/**
 * Whether the words denote the one named ("the pianist Bill Evans"), not something related ("the book of Ezra",
 * "Ezra's book").
 */
const isHeadOf = (words: string, name: string): boolean =>
  words.endsWith(name) && !words.endsWith(` of ${name}`);

/** Whether the value is next to a capitalised word. */
function isPartOfName(words: string, value: string): boolean {
  const [start = 0] = literalPlaces(words, value);
  const [before, after] = [words.slice(0, start), words.slice(start + value.length)];
  return /^\p{L}/u.test(value) && (/\p{Lu}[\p{L}']*( of)? $/u.test(before) || /^ \p{Lu}/u.test(after));
}

type Majority = { value: string; reason: null } | { value: null; reason: NotProposedReason };

/**
 * The most frequent value, as written where it first occurs.
 *
 * @param old number of samples with the old value
 * @returns the reason where there is none: fewer than two agree, a draw, or as many have the old value
 */
function majority(values: readonly string[], old: number): Majority {
  const [first = [], second = []] = [...groupBy(values, valueForm).values()].sort(
    (left, right) => right.length - left.length,
  );
  const none = (reason: NotProposedReason): Majority => ({ value: null, reason });
  if (first.length === 0) return none('no-value');
  if (first.length === second.length) return none('values-differ');
  if (first.length < LEAST_AGREEING) return none('one-sample');
  return first.length <= old ? none('old-value-held') : { value: first[0] as string, reason: null };
}
