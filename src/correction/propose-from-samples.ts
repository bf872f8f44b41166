/**
 * Another value for a flagged triple, from the samples alone: no model is asked.
 *
 * A value that the texts of samples contradict is replaced by the one that most of them give in the same slot,
 * written like the old one; the rest of the fact is kept. Where they contradict none, the tail is replaced by the one
 * that the triples of most samples give the same head and relation. Either needs at least two samples, more than any
 * other value has, and more than contain the old one. A value that the triple's sentence states already belongs to
 * another fact ("the prizes of 1903 and 1913") and is not used; values that the prompt asks about are kept.
 */

import { groupBy } from '../common/group-by.ts';
import { valueForm } from '../english/values/value-form.ts';
import { writtenLike } from '../english/values/written-like.ts';
import { indexIdentity } from '../graph/identity.ts';
import {
  ORIGINAL,
  type PassageVerdict,
  type SampleStatement,
  type Trace,
  type Triple,
  type ValueKind,
} from '../passage.ts';
import { normaliseEntity } from '../english/normalise.ts';
import { promptText } from '../text/conversation.ts';
import type { TripleParts } from '../triples/triple-parts.ts';
import { sampleAnswers } from '../verification/sample-answers.ts';
import { type NotProposedReason, notProposed, type Proposal } from './change.ts';
import { holdsValue, sameWords } from './correction-words.ts';
import { literalPlaces } from './replace-text.ts';
import { touchedUnits } from './rewritable-parts.ts';

/** A single sample's value may be another truth, or an error of that sample. */
const LEAST_AGREEING = 2;

export function proposeFromSamples({
  passage,
  sentences,
  trace,
}: Pick<PassageVerdict, 'passage' | 'sentences' | 'trace'>): (triple: Triple) => Proposal {
  const { prompt, response = '', samples = [] } = passage;
  const spans = sentences.map(({ span }) => span);
  const proposeTail = tailOfMost(trace);
  return (triple) => {
    if (samples.length === 0) return notProposed('nothing-to-go-by');
    // the sentences that state it, as one text; the whole response where these are unknown
    const [unit] = touchedUnits([triple], spans);
    const sentence = response.slice(unit?.start, unit?.end);
    const input = { samples, sentence, prompt: promptText(prompt) };
    return isContradicted(triple, trace)
      ? proposeValue(triple, { statements: statementsOn(triple, trace), ...input })
      : proposeTail(triple, sentence);
  };
}

const statementsOn = ({ id }: Triple, { agreement }: Pick<Trace, 'agreement'>): readonly SampleStatement[] =>
  agreement?.triples[id]?.statements ?? [];

/** Whether texts of samples contradict it; else the triples of the samples decide, by their votes on it. */
export const isContradicted = (triple: Triple, trace: Pick<Trace, 'agreement'>): boolean =>
  statementsOn(triple, trace).some(({ says }) => says === 'contradicts');

interface ValueInput {
  statements: readonly SampleStatement[];
  samples: readonly string[];
  sentence: string;
  prompt: string;
}

/** Reversed or negated clauses have no value that could be replaced. */
const NO_VALUE: ReadonlySet<ValueKind> = new Set(['negation', 'order']);

/** The first value of the fact that can be replaced; else why the first contradicted one cannot be. */
function proposeValue(triple: Triple, input: ValueInput): Proposal {
  const contradicted = input.statements.filter(
    ({ kind, value, instead }) => value !== null && instead !== null && kind !== null && !NO_VALUE.has(kind),
  );
  const proposals = [...groupBy(contradicted, ({ value }) => value as string)].map(([value, rows]) =>
    proposeInstead(triple, { value, rows }, input),
  );
  return proposals.find((proposal) => proposal.value !== null) ?? proposals[0] ?? notProposed('no-value');
}

interface Contradicted {
  value: string;
  rows: readonly SampleStatement[];
}

function proposeInstead(
  triple: Triple,
  { value, rows }: Contradicted,
  { samples, sentence, prompt }: ValueInput,
): Proposal {
  const given = rows.map(({ instead }) => instead as string);
  const holders = samples.filter((sample) => literalPlaces(sample, value).length > 0).length;
  const { value: most, reason } = majority(given, holders, valueForm);
  const not = (why: NotProposedReason) => notProposed(why, distinct(given));
  if (most === null) return not(reason);
  const isName = rows.some(({ kind }) => kind === 'name');
  const part = partWith(triple, value, isName);
  if (part === null) return not('part-of-value');
  if (part === 'head' && literalPlaces(prompt, value).length > 0) return not('asked-about');
  if (holdsValue(sentence, most)) return not('stated-already');
  const fresh = writtenLike(most, value);
  if (fresh === null) return not('less-exact');
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

/** The tail that most samples give; a repetition counts for the old one. */
function tailOfMost(trace: Trace): (triple: Triple, sentence: string) => Proposal {
  const identity = indexIdentity(trace.identity);
  const answer = sampleAnswers(identity);
  const samples = trace.segmentations.filter(
    ({ responseId, triples }) => responseId !== ORIGINAL && triples.length > 0,
  );
  const tails = new Map(samples.flatMap(({ triples }) => triples.map(({ id, tail }) => [id, tail])));
  const votes = new Map(trace.consistency.map((row) => [row.tripleId, row.votes]));
  return (triple, sentence) => {
    const answers = samples.flatMap((sample) => {
      const vote = votes.get(triple.id)?.find(({ responseId }) => responseId === sample.responseId);
      if (vote?.repeated) return [{ tail: triple.tail, isOld: true }];
      const draw = answer('tail', triple, sample);
      if (draw !== null) return [{ tail: draw.answer, isOld: draw.match === true }];
      const other = vote?.conflict ? tails.get(vote.tripleId ?? '') : undefined;
      return other === undefined ? [] : [{ tail: other, isOld: false }];
    });
    const others = answers.filter(({ isOld }) => !isOld).map(({ tail }) => tail);
    const keyOf = (tail: string) => identity.entityOf(tail) ?? normaliseEntity(tail);
    const { value: fresh, reason } = majority(others, answers.length - others.length, keyOf);
    if (fresh === null) return notProposed(reason, [...new Set(others)]);
    if (sameWords(fresh, triple.tail)) return notProposed('no-value');
    if (holdsValue(sentence, fresh)) return notProposed('stated-already', [fresh]);
    const surface = { old: triple.tail, new: fresh };
    return { value: { parts: { ...partsOf(triple), tail: fresh }, surface }, reason: null };
  };
}

type Majority = { value: string; reason: null } | { value: null; reason: NotProposedReason };

/**
 * The most frequent value, as written where it first occurs.
 *
 * @param old number of samples with the old value
 * @returns the reason where there is none: fewer than two agree, a draw, or as many have the old value
 */
export function majority(
  values: readonly string[],
  old: number,
  keyOf: (value: string) => string = (value) => value,
): Majority {
  const [first = [], second = []] = [...groupBy(values, keyOf).values()].sort(
    (left, right) => right.length - left.length,
  );
  const none = (reason: NotProposedReason): Majority => ({ value: null, reason });
  if (first.length === 0) return none('no-value');
  if (first.length === second.length) return none('values-differ');
  if (first.length < LEAST_AGREEING) return none('one-sample');
  return first.length <= old ? none('old-value-held') : { value: first[0] as string, reason: null };
}
