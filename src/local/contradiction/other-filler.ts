/**
 * Nouns and names in one slot of a phrase: "a second fermentation in the barrel" where the samples have it in the bottle, "a lack
 * of vitamin D" where they have that of vitamin C, "rice milk" and "soy milk".
 *
 * More than one thing may be told of most nouns, so what the samples have in the slot denies what the response has only where
 * all agree: at least two samples have one filler there, all others have its words, and no text has both.
 */
import { wordKey } from '../../english/content-words.ts';
import { type Frame, isCopula, type Part, partsOf } from '../../english/frames/frame.ts';
import { keysOf } from '../../english/frames/participants.ts';
import { areOneNoun } from '../../english/lexicon/noun-trees.ts';
import { picksOneOut } from '../../english/lexicon/opposites.ts';
import { isPlace, overlaps } from '../../english/lexicon/places.ts';
import { plainPreposition } from '../../english/lexicon/prepositions.ts';
import { isNoun, takeUntil, type Token } from '../../english/tokens.ts';
import type { Span } from '../../passage.ts';
import type { ClausesOfText, Reversal } from './reversed.ts';
import type { StatedSentence } from './stated-values.ts';

/** What stands in a slot. */
interface Filling {
  /** The words around that it is told of, equal for equal slots. */
  slot: string;
  /** Of its words, equal for equal fillers. */
  filler: string;
  /** Lower-cased. */
  nouns: readonly string[];
  /** Whether a name is among them. */
  isNamed: boolean;
  /** As written, and where in the text. */
  words: string;
  span: Span;
  /** Its sentence. */
  quote: Span;
}

const LEAST_SAMPLES = 2;

/** A text by its clauses and its sentences. */
interface FilledText {
  clauses: ClausesOfText['clauses'];
  sentences: readonly StatedSentence[];
}

/** @returns for each sample the slots of the response that it fills otherwise */
export function filledOtherwise(response: FilledText, samples: readonly FilledText[]): Reversal[][] {
  const found = samples.map((): Reversal[] => []);
  if (samples.length < LEAST_SAMPLES) return found;
  const given = samples.map(fillersBySlot);
  const [ownWords, ...words] = [response, ...samples].map(wordsOf) as [Set<string>, ...Set<string>[]];
  for (const own of fillingsOf(response)) {
    if (words.some((held) => hasAll(held, own))) continue;
    const others = given.map((slots) => slots.get(own.slot));
    const giving = others.filter((other) => other !== undefined);
    const [first] = giving;
    if (!first || giving.length < LEAST_SAMPLES) continue;
    const isAgreed =
      giving.every((other) => other?.filler === first.filler) && words.every((held) => hasAll(held, first));
    if (!isAgreed || hasAll(ownWords, first) || areCompatible(own, first)) continue;
    for (const [sample, other] of others.entries()) if (other) found[sample]?.push(otherwise(own, other));
  }
  return found;
}

/** Of each slot what fills it first; null where it is filled in several ways. */
function fillersBySlot(text: FilledText): Map<string, Filling | null> {
  const slots = new Map<string, Filling | null>();
  for (const filling of fillingsOf(text)) {
    const known = slots.get(filling.slot);
    if (known === undefined) slots.set(filling.slot, filling);
    else if (known !== null && known.filler !== filling.filler) slots.set(filling.slot, null);
  }
  return slots;
}

const wordsOf = ({ sentences }: FilledText): Set<string> =>
  new Set(
    sentences.flatMap((sentence) => [
      ...sentence.tokens.map(({ surface }) => wordKey(surface)),
      ...lettersIn(sentence).map(({ filler }) => filler),
    ]),
  );

const hasAll = (held: ReadonlySet<string>, { filler }: Filling): boolean =>
  filler.split(' ').every((word) => held.has(word));

/** Whether both may be told: one is a kind of the other, lies in it, shares a word with it, or they are two names. */
function areCompatible(one: Filling, other: Filling): boolean {
  if (one.slot.startsWith('letter')) return false;
  if (one.filler.split(' ').some((word) => other.filler.split(' ').includes(word))) return true;
  const [own, its] = [one, other].map(({ nouns }) => nouns.join(' ')) as [string, string];
  if (isPlace(own) && isPlace(its)) return overlaps(own, its, 4);
  // "the book of Ezra", "the book of Esther": of two names both may be told
  if (one.isNamed || other.isNamed) return true;
  const [noun, match] = [one, other].map(({ nouns }) => nouns.at(-1) ?? '') as [string, string];
  if (isShortOf(noun, match) || isShortOf(match, noun)) return true;
  return areOneNoun(noun, match);
}

/** "phones" of "telephones" */
const isShortOf = (short: string, noun: string): boolean => short.length >= 5 && noun.endsWith(short);

const otherwise = (own: Filling, other: Filling): Reversal => ({
  kind: 'sort',
  verbs: [own.span],
  ...{ value: own.words, instead: other.words, quote: other.quote },
});

const fillingsOf = ({ clauses, sentences }: FilledText): Filling[] => [
  ...clauses.flatMap(({ frame, sentence }) =>
    [...inPhrases(frame), ...ofTheMost(frame)].flatMap((slot) => fillingOf(slot, sentence)),
  ),
  ...sentences.flatMap(lettersIn),
];

interface Slot {
  slot: string;
  tokens: readonly Token[];
}

function fillingOf({ slot, tokens }: Slot, sentence: StatedSentence): Filling[] {
  const [first, last] = [tokens[0], tokens.at(-1)];
  const filler = keysOf(tokens).join(' ');
  if (first === undefined || last === undefined || filler === '') return [];
  const span = { start: sentence.placeOf(first.start), end: sentence.placeOf(last.end - 1) + 1 };
  const nouns = tokens.map(({ lower }) => lower);
  const isNamed = tokens.some(({ pos }) => pos === 'PROPN');
  const words = sentence.clauses().text.slice(first.start, last.end);
  return [{ slot, filler, nouns, isNamed, words, span, quote: sentence.span }];
}

/** "vitamin D", "hepatitis B" */
const lettersIn = ({ tokens, span: quote, placeOf }: StatedSentence): Filling[] =>
  tokens.flatMap((token, index) => {
    const noun = tokens[index - 1];
    if (!/^[A-Z]$/.test(token.surface) || token.gap !== ' ') return [];
    if (noun === undefined || (noun.capital && index > 1) || noun.small) return [];
    const [slot, filler] = [`letter of ${noun.key}`, `${noun.key}-${token.surface}`];
    const words = `${noun.surface} ${token.surface}`;
    const span = { start: placeOf(noun.start), end: placeOf(token.end - 1) + 1 };
    return [{ slot, filler, nouns: [token.surface], isNamed: false, words, span, quote }];
  });

/** The nouns of a clause that a preposition or another noun says more of: "lack of", "fermentation in", "soy milk". */
function inPhrases(frame: Frame): Slot[] {
  return partsOf(frame).flatMap((part) => {
    const { tokens } = part;
    const next = frame.adjuncts.find(
      ({ word, tokens: [first] }) =>
        word !== '' && first !== undefined && isNear(tokens.at(-1), first, word.length + 2),
    );
    return tokens.flatMap((token, index) => {
      if (token.pos !== 'NOUN') return [];
      const [key = ''] = keysOf([token]);
      const [before, after] = [tokens[index - 1], tokens[index + 1]];
      const beside =
        before !== undefined && isNoun(before) && !isNoun(tokens[index - 2]) && isNear(before, token, 1)
          ? [{ slot: `of ${key}`, tokens: [before] }]
          : [];
      if (after === undefined && next !== undefined)
        return [...beside, ...behind(key, next.word, next.tokens)];
      return after?.pos === 'ADP'
        ? [...beside, ...behind(key, after.lower, tokens.slice(index + 2))]
        : beside;
    });
  });
}

const isNear = (before: Token | undefined, after: Token, most: number): boolean =>
  before !== undefined && after.start >= before.end && after.start - before.end <= most;

/** The first nouns behind a preposition. */
function behind(key: string, preposition: string, tokens: readonly Token[]): Slot[] {
  const from = tokens.findIndex(({ pos }) => !/^(?:DET|ADJ)$/.test(pos));
  const nouns = from < 0 ? [] : takeUntil(tokens.slice(from), (token) => !isNoun(token));
  return nouns.length === 0 ? [] : [{ slot: `${plainPreposition(preposition)} ${key}`, tokens: nouns }];
}

/** "The fastest land animal is the cheetah": what is called the most of something. */
function ofTheMost(frame: Frame): Slot[] {
  const { subject, object } = frame;
  if (!isCopula(frame) || subject === null || object === null) return [];
  const isMost = ({ tokens }: Part) => picksOneOut(tokens.map(({ lower }) => lower));
  const [most, other] = isMost(subject) ? [subject, object] : [object, subject];
  if (!isMost(most) || isMost(other)) return [];
  const tokens = other.tokens.filter(isNoun);
  return tokens.length === 0 || tokens.length > 3
    ? []
    : [{ slot: `is ${keysOf(most.tokens).toSorted().join(' ')}`, tokens }];
}
