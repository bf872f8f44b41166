/** The values of a text, each with its slot and its place. */
import { groupBy } from '../../common/group-by.ts';
import { fold, foldedName } from '../../text/fold.ts';
import { readMarkdown } from '../../text/markdown.ts';
import { once, memoizeBy, memoizePairs, memoizeWeak } from '../../common/memoize.ts';
import { readStatements, type TextStatement } from '../../english/statements.ts';
import { relationOf, SAME_WHERE_EQUAL } from './compare-values.ts';
import { type Mention, mentionsOf } from '../../english/values/mentions.ts';
import { areOneKind, isKnownNoun, isNounKind } from '../../english/lexicon/noun-trees.ts';
import { indexNumbers } from './number-index.ts';
import { type Clauses, inOrder, StatedValue, type Value } from './stated-value.ts';
import type { Span } from '../../passage.ts';
import { allowanceIn } from '../../english/permission.ts';
import { readFrames } from '../../english/frames/read-frames.ts';
import { type Token, tokensOf } from '../../english/sentence-words.ts';
import {
  type Anchor,
  anchorOf,
  datesByEnd,
  endsList,
  isOfList,
  oneOfSeveralIn,
} from '../../english/values/value-setting.ts';
import { deniedIn, wordMentionsOf } from '../../english/values/word-mentions.ts';

/** A sentence with its values. */
export interface StatedSentence {
  span: Span;
  clauses: () => Clauses;
  /** The place in the text of an offset in what its clauses were read of. */
  placeOf(offset: number): number;
  tokens: readonly Token[];
  values: readonly Value[];
  /** Keys of the words that it denies. */
  denied: () => ReadonlySet<string>;
  /** See `allowanceIn`. */
  allowance: () => boolean | null;
}

export interface ValueText {
  text: string;
  /** In order; as many as `readStatements` gives. */
  sentences: readonly StatedSentence[];
  values: Value[];
  /** Of values the places among the sentences of that which fewest sentences hold; null where there is none. */
  placesOfRarest(values: readonly Value[]): ReadonlySet<number> | null;
  /** Folded words of the text. */
  words: ReadonlySet<string>;
  /** Whether it has a number that is equal to a value, where one of the two does not say of what. */
  hasBare(value: Value): boolean;
  /**
   * Whether one of its nouns is the same role or sort as a value, or one above or below it; "the poet" of "the poet Ivo
   * Lind" is what another is.
   */
  hasNounNear(value: Value): boolean;
  /** Its values of the family of another text's value, in order. */
  ofFamily(value: Value): readonly Value[];
  /** Those of its values that are the same as another text's, in order. */
  same(value: Value): readonly Value[];
}

/** Words that one of the texts compared denies, by key, or ranks by; they are told apart in all of them. */
interface ContrastedWords {
  denied: ReadonlySet<string>;
  ranked: ReadonlySet<string>;
  /** Words that are names wherever they stand: only those that the response lacks can be given instead of its own. */
  names: ReadonlySet<string>;
}

export function readValues(
  text: string,
  isTopic: (key: string) => boolean,
  apart: ContrastedWords = NONE_CONTRASTED,
): ValueText {
  const statements = readStatements(text);
  const frames = framesOf(text, statements);
  const sentences = statements.map((statement, index) =>
    valuesIn(statement, { isTopic, apart, position: index, frames: () => frames(index) }),
  );
  const values = sentences.flatMap((sentence) => sentence.values);
  const words = new Set(foldedName(text).split(' '));
  const families = groupBy(values, ({ family }) => family);
  const same = sameValues(values);
  // one literal: of spread functions V8 makes objects of a shape of their own, and compiles for each what reads them
  return {
    text,
    sentences,
    values,
    placesOfRarest: rarestPlaces(same),
    words,
    hasNounNear: nounsNear(sentences, isTopic),
    same,
    hasBare: bareNumbers(values),
    ofFamily: ({ family }) => families.get(family) ?? NONE,
  };
}

/** Of a plain text read as a whole; statements of Markdown are texts of their own. */
function framesOf(text: string, statements: readonly TextStatement[]): (index: number) => Clauses {
  const isPlain = readMarkdown(text) === null;
  const whole = once(() => readFrames(text));
  return (index) => {
    const { text: own, span, clause, label } = statements[index] as TextStatement;
    if (isPlain && whole().length === statements.length)
      return { text, frames: () => whole()[index] ?? [], origin: span.start, isComposed: false };
    // most cells are numbers and names, and large tables have many
    const mayHaveVerb = clause === null || PLAIN_WORD.test(own.slice(label.end));
    const frames = mayHaveVerb ? readFrames(own).flat() : [];
    if (clause === null || frames.some(({ start }) => start >= label.end))
      return { text: own, frames: () => frames, origin: 0, isComposed: false };
    const composed = once(() => readFrames(clause.text).flat());
    return { text: clause.text, frames: composed, origin: clause.origin, isComposed: true };
  };
}

/** A word that may be a verb. */
const PLAIN_WORD = /(?<!\p{L})\p{Ll}{2,}/u;

interface ReadingOf {
  isTopic: (key: string) => boolean;
  apart: ContrastedWords;
  position: number;
  frames: () => Clauses;
}

function valuesIn(
  { text, span, placeOf, label }: TextStatement,
  { isTopic, apart: { denied, ranked, names: known }, position, frames: read }: ReadingOf,
): StatedSentence {
  const tokens = tokensOf(text);
  const cell = cellOf(text, label);
  const isInLabel = ({ from }: Mention) => isWithin(tokens[from] as Token, label);
  const mentions = mentionsOf(tokens, text, ranked, known).filter((mention) => !isInLabel(mention));
  const names = mentions.filter(({ kind }) => kind === 'name' || kind === 'place' || kind === 'people');
  const all = [...mentions, ...wordMentionsOf(tokens, text, denied)];
  const isOneOfSeveral = oneOfSeveralIn(tokens);
  const dates = datesByEnd(mentions);
  const listed = inLists(names, tokens, text);
  const clauses = once(read);
  const values: Value[] = [];
  const around = { tokens, isTopic, clauses, values, span, position };
  for (const mention of all) {
    const isListed = isOneOfSeveral(mention) || listed.has(mention);
    const start = placeOf(tokens[mention.from]?.start as number);
    const end = placeOf((tokens[mention.to - 1]?.end as number) - 1) + 1;
    values.push(
      new StatedValue(around, mention, cell ?? anchorOf(tokens, mention, dates), isListed, start, end),
    );
  }
  return {
    ...{ tokens, values, span },
    denied: once(() => new Set(deniedIn(tokens))),
    allowance: once(() => allowanceIn(tokens)),
    clauses,
    placeOf: (offset) => placeOf(offset - clauses().origin),
  };
}

/** The row and column that a cell stands in; null of all else. */
function cellOf(text: string, label: Span): Anchor | null {
  if (label.start === 0 || label.end === label.start) return null;
  const key = foldedName(text.slice(0, label.end));
  return { key: `cell ${key}`, text: key };
}

const isWithin = ({ start }: Token, span: Span): boolean => span.start <= start && start < span.end;

/** Names at least that make a list of which another text may name other ones. */
const LIST = 3;

/** The names that stand in lists: "in France, Germany and Japan". */
function inLists(names: readonly Mention[], tokens: readonly Token[], text: string): ReadonlySet<Mention> {
  const found = new Set<Mention>();
  let list: Mention[] = [];
  for (const name of names) {
    const last = list.at(-1);
    const between =
      last && text.slice((tokens[last.to - 1] as Token).end, (tokens[name.from] as Token).start);
    const goesOn = between !== undefined && /[,\s]/.test(between) && isOfList(between);
    list = goesOn ? [...list, name] : [name];
    if (goesOn && list.length >= LIST && endsList(between)) for (const one of list) found.add(one);
  }
  return found;
}

/** What one value is to another: asked of the same pairs in sample after sample. */
export const valueRelation = memoizePairs(
  (one: Value, other: Value) => relationOf(one.mention, other.mention),
  ({ id }) => id,
);

const NONE: readonly Value[] = [];
const NONE_CONTRASTED: ContrastedWords = { denied: new Set(), ranked: new Set(), names: new Set() };

function nounsNear(
  sentences: readonly StatedSentence[],
  isTopic: (key: string) => boolean,
): ValueText['hasNounNear'] {
  const nouns = once(() => {
    const ofOthers = (next: Token | undefined) => next?.gap === ' ' && next.capital && !isTopic(next.key);
    const words = sentences.flatMap(({ tokens }) =>
      tokens.flatMap(({ surface, small }, i) => (small || ofOthers(tokens[i + 1]) ? [] : [fold(surface)])),
    );
    return [...new Set(words)].filter(isKnownNoun);
  });
  return memoizeBy(
    ({ mention }) => isNearAny(mention, nouns),
    ({ id }) => id,
  );
}

const isNearAny = ({ kind, key }: Mention, nouns: () => readonly string[]): boolean =>
  isNounKind(kind) && nouns().some((noun) => areOneKind(kind, noun, key));

function bareNumbers(values: readonly Value[]): ValueText['hasBare'] {
  const numbers = values.map(({ mention }) => mention).filter(({ kind }) => kind === 'quantity');
  const bare = new Set(numbers.filter(({ unit }) => unit === '').map(({ key }) => key));
  const all = new Set(numbers.map(({ key }) => key));
  return ({ mention: { kind, key, unit } }) => kind === 'quantity' && (unit === '' ? all : bare).has(key);
}

function rarestPlaces(same: ValueText['same']): ValueText['placesOfRarest'] {
  const placesOf = memoizeWeak((equal: readonly Value[]) => new Set(equal.map(({ position }) => position)));
  return (values) => {
    const [rarest] = values.map(same).sort((one, other) => one.length - other.length);
    return rarest === undefined ? null : placesOf(rarest);
  };
}

/** Compares with each different value once, however often it stands there; values that are asked for again, not at all. */
function sameValues(values: readonly Value[]): ValueText['same'] {
  const groups = groupBy(values, ({ id }) => id);
  const ofFamily = groupBy([...groups.values()], ([first]) => first?.family);
  const families = new Map([...ofFamily].map(([family, equal]) => [family, maySame(equal)]));
  const compared = memoizeBy(
    (value: Value) => sameOf(value, families.get(value.family)?.(value) ?? []),
    ({ id }) => id,
  );
  return (value) =>
    SAME_WHERE_EQUAL.has(value.mention.kind) ? (groups.get(value.id) ?? NONE) : compared(value);
}

type Groups = readonly (readonly Value[])[];

/** @param groups equal values, of one family @returns those that may be the same as a value, in order */
function maySame(groups: Groups): (value: Value) => Groups {
  const mentions = groups.map(([first]) => (first as Value).mention);
  if (!mentions.some(({ kind }) => kind === 'quantity' || kind === 'ordinal')) return () => groups;
  const find = once(() => indexNumbers(mentions));
  return ({ mention }) => find()(mention).map((place) => groups[place] as readonly Value[]);
}

function sameOf(value: Value, groups: Groups): readonly Value[] {
  const same = groups.filter(([first]) => first !== undefined && valueRelation(value, first) === 'same');
  return same.length < 2 ? (same[0] ?? NONE) : same.flat().sort(inOrder);
}
