/**
 * What each sample says of each fact of the response.
 *
 * A sample contradicts a fact where it gives another value for one of the fact's. Where it holds its values and nearly all
 * of its words, one of its sentences may repeat it or hold it (see says-again.ts), else the two cannot be compared. Where it
 * lacks words of it, it is silent, and the share of the words it holds is kept. What one sample
 * says does not depend on how much the others say of the fact, but for values that several samples share (see says.ts).
 */
import { groupBy } from '../../group-by.ts';
import {
  isWordKind,
  type ResponseId,
  type SampleStatement,
  type Saying,
  type Triple,
} from '../../passage.ts';
import { remembering } from '../../remember.ts';
import type { Word } from '../../text/content-words.ts';
import { byPlace } from '../../text/by-place.ts';
import { isNegated } from '../../text/negation.ts';
import type { Sample } from '../agreement/samples.ts';
import { sharedWeights } from '../agreement/samples.ts';
import type { WordWeights } from '../agreement/word-weights.ts';
import type { Mention } from './mentions.ts';
import { type Said, sayingsOf } from './says.ts';
import { foldedName, tokensOf } from './sentence-words.ts';
import { type FactWords, factWordsOf, sayingOf } from './says-again.ts';
import { readValues, type StatedSentence, type Value, type ValueText } from './stated-values.ts';
import { deniedIn } from './word-mentions.ts';

/** Share of a fact's words from which on a sample that holds its values repeats it. */
const NEARLY_ALL = 0.8;
/** The least share that one sentence holds where a sample holds nearly all. */
const LEAST_TOGETHER = 2 * NEARLY_ALL - 1;
/** More than sums in another order differ by. */
const ROUNDING = 1e-9;

export interface StatementsInput {
  response: string;
  triples: readonly Triple[];
  /** The samples, read as texts and as words. */
  samples: readonly { id: ResponseId; text: string; words: Sample }[];
  isTopic: (key: string) => boolean;
  /** The words of a fact that are looked for. */
  wordsOf: (triple: Triple) => readonly Word[];
  weigh: WordWeights;
}

/** By triple id: a statement for each sample, in order. */
export function statementsOfFacts(input: StatementsInput): Record<string, SampleStatement[]> {
  const { response, triples, samples, isTopic, wordsOf, weigh } = input;
  const denied = new Set([response, ...samples.map(({ text }) => text)].flatMap(deniedWords));
  const own = readValues(response, isTopic, denied);
  const texts = samples.map(({ text }) => readValues(text, isTopic, denied));
  const around = valuesAround(triples, own);
  const said = new Map<Value, Said[]>();
  const ask = sayingsOf(own, texts);
  const saidOf = (value: Value): Said[] => {
    const known = said.get(value) ?? ask(value);
    said.set(value, known);
    return known;
  };
  const factOf = factWordsOf(triples);
  return Object.fromEntries(
    triples.map((triple) => {
      const nearby = around(triple);
      const values = valuesOfFact(triple, nearby).map((value) => ({ value, said: saidOf(value) }));
      const words = wordsOf(triple);
      const fact = factOf(triple);
      const withoutHead = valuesOfFact({ ...triple, head: '' }, nearby);
      const total = words.reduce((sum, { key }) => sum + weigh(key), 0);
      const statements = samples.map(({ id, words: sample }, j): SampleStatement => {
        const coverage = total === 0 ? null : coverageOf(words, sample, weigh) / total;
        return {
          responseId: id,
          ...statementOf(
            values.map(({ value, said: all }) => ({ value, said: all[j] as Said })),
            coverage,
            () => sayingAgain(fact, withoutHead, mostShared(words, sample, weigh), texts[j] as ValueText),
          ),
        };
      });
      return [triple.id, statements];
    }),
  );
}

const deniedWords = (text: string): string[] => (isNegated(text) ? deniedIn(tokensOf(text)) : []);

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

/** Those of the values that the words of a triple hold. */
function valuesOfFact({ head, relation, tail }: Triple, inSentence: readonly Value[]): Value[] {
  const words = new Set(foldedName(`${head} ${relation} ${tail}`).split(' '));
  return inSentence.filter(({ mention }) => wordsOfName(mention.text).every((word) => words.has(word)));
}

const wordsOfName = remembering((name) => foldedName(name).split(' '));

/** Weight of the words that a sample holds: half of it anywhere, half together in one sentence. */
function coverageOf(words: readonly Word[], sample: Sample, weigh: WordWeights): number {
  const anywhere = words.reduce((sum, { key }) => sum + (sample.keys.has(key) ? weigh(key) : 0), 0);
  let together = 0;
  for (const shared of sharedWeights(words, sample, weigh).values()) together = Math.max(together, shared);
  return (anywhere + together) / 2;
}

/** Positions of the sentences of a sample that hold most of the words. */
function mostShared(words: readonly Word[], sample: Sample, weigh: WordWeights): number[] {
  const total = words.reduce((sum, { key }) => sum + weigh(key), 0);
  return [...sharedWeights(words, sample, weigh)].flatMap(([position, shared]) =>
    shared >= LEAST_TOGETHER * total - ROUNDING ? [position] : [],
  );
}

/** What the sentences at these positions say of the fact; null where none holds it. */
function sayingAgain(
  fact: FactWords,
  values: readonly Value[],
  positions: readonly number[],
  { sentences }: ValueText,
): Saying | null {
  const sayings = positions.map((position) => sayingOf(fact, values, sentences[position] as StatedSentence));
  return sayings.find((saying) => saying === 'repeats') ?? sayings.find((saying) => saying !== null) ?? null;
}

/** The two values as written; of equal numbers with their units. */
function namedApart(one: Mention, other: Mention): { value: string; instead: string } {
  const isOfUnits = one.key === other.key;
  const name = ({ text, measure }: Mention) => (isOfUnits ? (measure?.text ?? text) : text);
  return { value: name(one), instead: name(other) };
}

type Statement = Omit<SampleStatement, 'responseId'>;

function statementOf(
  values: readonly { value: Value; said: Said }[],
  coverage: number | null,
  again: () => Saying | null,
): Statement {
  const [most] = values
    .flatMap(({ value, said: { against } }) => (against === null ? [] : [{ value, against }]))
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
  const rest = { coverage, kind: null, value: null, instead: null, quote: null, likeness: null };
  if (coverage === null) return { ...rest, says: 'incomparable' };
  const exact = values.filter(({ value }) => !isWordKind(value.mention.kind));
  const isDenied = values.some(
    ({ value, said }) => isWordKind(value.mention.kind) && said.says === 'incomparable',
  );
  const isHeld = !isDenied && exact.every(({ said }) => said.says === 'repeats');
  if (coverage >= NEARLY_ALL) return { ...rest, says: (isHeld ? again() : null) ?? 'incomparable' };
  return {
    ...rest,
    says: exact.some(({ said }) => said.says === 'incomparable') ? 'incomparable' : 'silent',
  };
}
