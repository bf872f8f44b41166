/**
 * What each sample says of each fact of the response.
 *
 * A sample contradicts a fact where it gives another value for one of the fact's. Where it holds its values and nearly all
 * of its words, one of its sentences may repeat it or hold it (see rephrases.ts), else the two cannot be compared. Where it
 * lacks words of it, it is silent, and the share of the words it holds is kept. What one sample
 * says does not depend on how much the others say of the fact, but for values that several samples share (see compare-with-samples.ts).
 */
import { groupBy } from '../../common/group-by.ts';
import { isWordKind, type SampleStatement, type Stance, type Triple } from '../../passage.ts';
import { memoize, memoizeWeak, once } from '../../common/memoize.ts';
import { contentKeys, contentWords, type Word } from '../../english/content-words.ts';
import { byPlace } from '../../text/by-place.ts';
import { foldedName } from '../../text/fold.ts';
import { hasSuperlative } from '../../english/lexicon/opposites.ts';
import { namesOpening } from '../../english/sentence-start.ts';
import type { Sample, SampleSentence } from '../agreement/samples.ts';
import { coverageOf, sharingAtLeast, weightHeld, weightOf } from '../agreement/samples.ts';
import type { WordWeights } from '../../english/lexicon/word-weights.ts';
import { answersTurned, clausesTurned } from './answers.ts';
import { filledOtherwise } from './other-filler.ts';
import { type ClausesOfText, clausesOf, type Reversal, reversalsIn } from './reversed.ts';
import { areOpposedBounds } from './compare-values.ts';
import { type Mention, namesInside } from '../../english/values/mentions.ts';
import { rankedIn } from '../../english/values/number-mentions.ts';
import { type ValueComparison, compareWithSamples } from './compare-with-samples.ts';
import { tokensOf } from '../../english/sentence-words.ts';
import { type FactWords, factWordsOf, headsOf, stanceOf } from './rephrases.ts';
import { FEW, indexForms, type SentencesFor } from './sentence-forms.ts';
import { slotRelation } from './same-slot.ts';
import { ROUNDING } from './slots.ts';
import { saidVerbatim } from './said-verbatim.ts';
import { substitutedIn } from './substituted.ts';
import { withCounterpart, withoutQuoted } from './counterpart.ts';
import type { Value } from './stated-value.ts';
import { readValues, type StatedSentence, type ValueText } from './stated-values.ts';
import { deniedIn, mayDeny } from '../../english/values/word-mentions.ts';

/** Share of a fact's words from which on a sample that holds its values repeats it. */
const NEARLY_ALL = 0.8;
/** The least share that one sentence holds where a sample holds nearly all. */
const LEAST_TOGETHER = 2 * NEARLY_ALL - 1;

interface StatementsInput {
  /** What the response answers; default: nothing. */
  prompt?: string;
  response: string;
  triples: readonly Triple[];
  /** The samples, read as texts and as words. */
  samples: readonly { text: string; words: Sample }[];
  isTopic: (key: string) => boolean;
  /** The words of a fact that are looked for. */
  wordsOf: (triple: Triple) => readonly Word[];
  weigh: WordWeights;
}

/** What the samples say of a fact, in order. */
export interface StatedFact {
  statements: SampleStatement[];
  /** Of each sample the words of the fact, by their keys, that it holds only in other words: "17:00" for "5 pm". */
  otherwise: readonly ReadonlySet<string>[];
}

/** By triple id. */
export function statementsOfFacts(input: StatementsInput): Record<string, StatedFact> {
  const { prompt = '', response, triples, isTopic, wordsOf, weigh } = input;
  const sampleTexts = input.samples.map(({ text }) => text);
  const texts = [response, ...sampleTexts];
  const apart = {
    denied: new Set(texts.flatMap(deniedWords)),
    ranked: new Set(texts.flatMap(rankedWords)),
    names: namesApart(response, sampleTexts),
  };
  const read = (text: string) => readValues(text, isTopic, apart);
  const own = read(response);
  const heads = headsOf(triples);
  const samples = input.samples.map((sample) => {
    const values = read(sample.text);
    return {
      ...{ ...sample, values },
      held: heldBy(sample.words, weigh),
      sentencesFor: once(() => indexForms(values, sample.words, (key) => heads.has(key))),
    };
  });
  const around = valuesAround(triples, own);
  const sampleValues = samples.map(({ values }) => values);
  const isSaidVerbatim = saidVerbatim(own, triples, sampleValues);
  const comparisonsOf = memoizeWeak(compareWithSamples(own, sampleValues, prompt));
  const factOf = factWordsOf(heads);
  const asked = contentKeys(prompt);
  const isTopicOf = (head: ReadonlySet<string>, held: ReadonlySet<string>): boolean =>
    [...head].every(isTopic) && (head.size === 0 || [...head].some((key) => asked.has(key) || held.has(key)));
  const ownClauses = clausesOf(own.sentences);
  const clauses = samples.map(({ values }) => clausesOf(values.sentences));
  const filled = filledOtherwise(
    { clauses: ownClauses.clauses, sentences: own.sentences },
    samples.map(({ values }, j) => ({
      clauses: (clauses[j] as ClausesOfText).clauses,
      sentences: values.sentences,
    })),
  );
  const substituted = substitutedIn(prompt, response, sampleTexts);
  const answered = answersTurned(prompt, response, sampleTexts);
  const turned = clausesTurned(response, sampleTexts);
  const reversals = samples.map(({ text, values }, j) => {
    const found = [
      ...reversalsIn(ownClauses, clauses[j] as ClausesOfText),
      ...(turned[j] ?? []),
      ...(filled[j] ?? []),
      ...(substituted[j] ?? []),
    ];
    return withoutQuoted([...(answered[j] ?? []), ...withCounterpart(found, own, values.sentences)], text);
  });
  return Object.fromEntries(
    triples.map((triple) => {
      const inSentence = around(triple);
      const values = valuesOfFact(triple, inSentence).map((value) => ({
        value,
        comparisons: comparisonsOf(value),
      }));
      const ownValues = valuesOfFact({ ...triple, head: '' }, inSentence);
      // "a refund of €89.90 was issued": an amount is no part of a topic's name
      const told = values.flatMap(({ value }) =>
        ownValues.includes(value) ||
        (value.mention.kind === 'quantity' && !prompt.includes(value.mention.text))
          ? [value]
          : [],
      );
      const parts = factOf(triple);
      const words = wordsOf(triple);
      const otherwise = samples.map((sample, j) => heldOtherwise(words, values, j, sample));
      const fact = {
        values,
        soughtIn: ({ keys }: Sample) =>
          isTopicOf(parts.head, keys) ? told : values.map(({ value }) => value),
        parts,
        ownValues,
      };
      const reversedBy = reversals.map((found) => reversalOf(triple, found));
      const statements = samples.map((sample, j) =>
        statementBy(sample, j, {
          ...fact,
          isVerbatim: isSaidVerbatim(triple, j),
          words: words.filter(({ key }) => !otherwise[j]?.has(key)),
          reversal: reversedBy[j],
        }),
      );
      const isStatedBy = (j: number) =>
        reversedBy.some((one) => one?.isStatedIn?.(clauses[j] as ClausesOfText) === true);
      return [triple.id, { statements: withoutBareWords(statements, isStatedBy), otherwise }];
    }),
  );
}

/** Names of the samples that the response lacks, and those that open its sentences and no sample has. */
function namesApart(response: string, samples: readonly string[]): Set<string> {
  const strange = namesOpening(response).filter((name) => !samples.some((text) => text.includes(name)));
  const isRead = strange.length > 0;
  const theirs = samples.flatMap((text) => [...namesInside(text), ...(isRead ? namesOpening(text) : [])]);
  const own = new Set(response.split(' '));
  return new Set([
    ...strange,
    ...[...new Set(theirs)].filter((name) => !own.has(name) && !response.includes(name)),
  ]);
}

const NO_WORDS: ReadonlySet<string> = new Set();

/** The words of those values that a sample gives where its clause may tell the same, which it does not hold themselves. */
function heldOtherwise(
  words: readonly Word[],
  values: SoughtFact['values'],
  j: number,
  {
    words: { keys },
    values: text,
  }: Pick<StatementsInput['samples'][number], 'words'> & { values: ValueText },
): ReadonlySet<string> {
  const missing = new Set(words.flatMap(({ key }) => (keys.has(key) ? [] : [key])));
  if (missing.size === 0) return NO_WORDS;
  const found = new Set<string>();
  for (const { value, comparisons } of values) {
    if (comparisons[j]?.says !== 'repeats') continue;
    const { text: written, measure } = value.mention;
    const lacking = contentWords(`${written} ${measure?.text ?? ''}`).filter(({ key }) => missing.has(key));
    // a name may stand in every sentence
    if (lacking.length === 0) continue;
    if (text.same(value).some((other) => slotRelation(value, other) !== 'different'))
      for (const { key } of lacking) found.add(key);
  }
  return found;
}

/** What of a fact is looked for in the samples. */
interface SoughtFact {
  /** Its values, with what each sample says of them. */
  values: readonly { value: Value; comparisons: readonly ValueComparison[] }[];
  /** Those that a sample that says it has: a text may call its topic by less than its name, or by a name of the prompt. */
  soughtIn: (sample: Sample) => readonly Value[];
  /** Those of its relation and tail. */
  ownValues: readonly Value[];
  /** But for those of values that the sample gives in other words. */
  words: readonly Word[];
  parts: FactWords;
  /** What the sample turns round of its clause, if anything. */
  reversal?: Reversal | undefined;
  /** Whether the sample has its sentence word for word. */
  isVerbatim: boolean;
}

interface AskedSample {
  words: Sample;
  values: ValueText;
  held: ReturnType<typeof heldBy>;
  /** Null where any sentence may say something else. */
  sentencesFor: () => SentencesFor | null;
}

/** The first whose verb, or whose noun that others replace, lies in the fact's words; a fact without a place has none. */
const reversalOf = (
  { head, relation, tail, span }: Triple,
  reversals: readonly Reversal[],
): Reversal | undefined =>
  reversals.find(
    ({ kind, verbs, value }) =>
      verbs.some(({ start, end }) => span !== null && span.start < end && span.end > start) &&
      (kind !== 'sort' || `${head} ${relation} ${tail}`.includes(value)),
  );

/** @param j position of the sample */
function statementBy(
  sample: AskedSample,
  j: number,
  { values, soughtIn, ownValues, words, parts, reversal, isVerbatim }: SoughtFact,
): SampleStatement {
  const responseId = sample.words.id;
  const held = sample.held(words.map(({ key }) => key).join('\n'));
  const { coverage } = held;
  if (isVerbatim) return { responseId, says: 'repeats', coverage, ...NOTHING_ELSE };
  const compared = values.map(({ value, comparisons }) => ({
    value,
    comparison: comparisons[j] as ValueComparison,
  }));
  const isStrange = parts.isStrange && ![...parts.head].some((key) => sample.words.keys.has(key));
  const findAgain = () =>
    stanceOfText({ ...parts, isStrange, content: words }, ownValues, { ...sample, held });
  const sought = soughtIn(sample.words);
  const statement = statementOf(compared, coverage, findAgain, (value) => sought.includes(value));
  // a word that is denied tells more than its clause
  const isNamed = statement.says === 'contradicts' && reversal?.kind === 'negation';
  if (reversal !== undefined && !isNamed) {
    const { kind, value, instead, quote } = reversal;
    return { responseId, says: 'contradicts', coverage, kind, value, instead, quote, likeness: 1 };
  }
  return { responseId, ...statement };
}

/** If any sample negates or reverses the fact, samples with only word overlap count as incomparable. */
function withoutBareWords(
  statements: readonly SampleStatement[],
  isStatedBy: (j: number) => boolean,
): SampleStatement[] {
  const isTurned = statements.some(({ kind }) => kind === 'negation' || kind === 'order');
  return statements.map((one, j) => {
    const isBare = one.says === 'holds' || (one.says === 'repeats' && !isStatedBy(j));
    return isTurned && isBare ? { ...one, says: 'incomparable', coverage: null } : one;
  });
}

const deniedWords = (text: string): string[] => (mayDeny(text) ? deniedIn(tokensOf(text)) : []);
const rankedWords = (text: string): string[] => (hasSuperlative(text) ? rankedIn(tokensOf(text)) : []);
/** By triple: the values of the sentence that it stands in; without a place, those of the whole response. */
function valuesAround(
  triples: readonly Triple[],
  { values }: ValueText,
): (triple: Triple) => readonly Value[] {
  const within = byPlace(triples, ({ span }) => span);
  const found = new Map<Triple, Value[]>();
  for (const [sentence, own] of groupBy(values, (value) => value.sentence))
    for (const triple of within(sentence)) found.set(triple, own);
  return (triple) => (triple.span === null ? values : (found.get(triple) ?? []));
}

/** Those of the values that the words of a triple hold; of equal ones those that are of something it holds, if any is. */
function valuesOfFact({ head, relation, tail }: Triple, inSentence: readonly Value[]): Value[] {
  const whole = `${head} ${relation} ${tail}`;
  // of "5km" the number, too
  const words = new Set([...foldedName(whole).split(' '), ...tokensOf(whole).map(({ lower }) => lower)]);
  const held = inSentence.filter(({ mention }) => wordsOfName(mention.text).every((word) => words.has(word)));
  const isOfHeld = ({ anchor }: Value): boolean =>
    anchor === null || wordsOfName(anchor.text).every((word) => words.has(word));
  return held.filter(
    (value) =>
      isOfHeld(value) || !held.some((other) => other !== value && other.id === value.id && isOfHeld(other)),
  );
}

const wordsOfName = memoize((name) => foldedName(name).split(' '));

/** What a sample holds of some words. */
interface Held {
  /** See coverageOf. */
  coverage: number | null;
  /** Of the sentences that hold most of them, first those with the rarest. */
  positions: () => Iterable<number>;
  /** Whether that at a position is one. */
  isHeldAt(position: number): boolean;
}

/** @returns by the keys of the words, a line each */
function heldBy(sample: Sample, weigh: WordWeights): (keys: string) => Held {
  return memoize((text) => {
    const words = text === '' ? [] : text.split('\n').map((key) => ({ key }));
    const least = LEAST_TOGETHER * weightOf(words, weigh) - ROUNDING;
    return {
      coverage: coverageOf(words, sample, weigh),
      *positions() {
        for (const { position } of sharingAtLeast(least, words, sample, weigh)) yield position;
      },
      isHeldAt: (position) =>
        weightHeld(words, (sample.sentences[position] as SampleSentence).keys, weigh) >= least,
    };
  });
}

/** What the sentences that hold most of a fact's words say of it; null where none holds it. */
function stanceOfText(
  fact: FactWords & { content: readonly Word[] },
  values: readonly Value[],
  { held, values: text, sentencesFor }: Pick<AskedSample, 'values' | 'sentencesFor'> & { held: Held },
): Stance | null {
  const exact = values.filter(({ mention }) => !isWordKind(mention.kind));
  const holding = text.placesOfRarest(exact);
  const keys = () => [...fact.words, ...fact.head, ...fact.content.map(({ key }) => key)];
  const likely =
    holding !== null && holding.size <= FEW
      ? [...holding]
      : sentencesFor()?.({ keys: keys(), values: exact });
  const positions = likely?.filter(held.isHeldAt) ?? held.positions();
  let weaker: Stance | null = null;
  for (const position of positions) {
    if (holding?.has(position) === false) continue;
    const stance = stanceOf(fact, values, text.sentences[position] as StatedSentence);
    if (stance === 'repeats') return stance;
    weaker ??= stance;
  }
  return weaker;
}

const BOUND_WORDS = { '': '', about: 'about ', least: 'at least ', most: 'at most ' };

/** The two values as written; of equal numbers with their bounds or units. */
function namedApart(one: Mention, other: Mention): { value: string; instead: string } {
  const isEqual = one.key === other.key;
  const isOfBounds = isEqual && areOpposedBounds(one, other);
  const name = ({ text, measure, bound }: Mention) =>
    `${isOfBounds ? BOUND_WORDS[bound] : ''}${isEqual ? (measure?.text ?? text) : text}`;
  return { value: name(one), instead: name(other) };
}

type StatementBody = Omit<SampleStatement, 'responseId'>;
const NOTHING_ELSE = { kind: null, value: null, instead: null, quote: null, likeness: null };

function statementOf(
  values: readonly { value: Value; comparison: ValueComparison }[],
  coverage: number | null,
  again: () => Stance | null,
  isSought: (value: Value) => boolean,
): StatementBody {
  const [most] = values
    .flatMap(({ value, comparison: { against } }) => (against === null ? [] : [{ value, against }]))
    .sort((one, other) => other.against.likeness - one.against.likeness);
  if (most !== undefined) {
    const { value, against } = most;
    return {
      says: 'contradicts',
      coverage,
      kind: value.mention.kind,
      ...namedApart(value.mention, against.value.mention),
      quote: against.value.sentence,
      likeness: against.likeness,
    };
  }
  const rest = { coverage, ...NOTHING_ELSE };
  const exact = values.filter(({ value }) => !isWordKind(value.mention.kind));
  const isDenied = values.some(
    ({ value, comparison }) => isWordKind(value.mention.kind) && comparison.says === 'incomparable',
  );
  const isHeld =
    !isDenied && exact.every(({ value, comparison }) => comparison.says === 'repeats' || !isSought(value));
  // without words to look for, its values alone tell where it may be said
  if (coverage === null) {
    const isRepeated = isHeld && exact.length > 0 && again() === 'repeats';
    return { ...rest, says: isRepeated ? 'repeats' : 'incomparable' };
  }
  if (coverage >= NEARLY_ALL) return { ...rest, says: (isHeld ? again() : null) ?? 'incomparable' };
  return {
    ...rest,
    says: exact.some(({ comparison }) => comparison.says === 'incomparable') ? 'incomparable' : 'silent',
  };
}
