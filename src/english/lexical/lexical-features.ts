/**
 * The features of a short phrase: what it is made of, each with a weight.
 *
 * A word of weight w contributes its stem and its character n-grams (3 to 5, with marks at the ends), with
 * squared weights that share w²; so two phrases without a common word can still be near through a common
 * spelling. A relation word of the lexicon contributes its meaning instead of most of that. A number counts as
 * a whole: 1912 and 1921 share nothing.
 */

import { memoize } from '../../common/memoize.ts';
import { fold } from '../../text/fold.ts';
import { readNumbers, type Token } from '../values/number-words.ts';
import { stem } from '../lexicon/stem.ts';
import { MEANINGS, NEGATIONS, PHRASES, WORD_WEIGHTS } from './lexical-lexicon.ts';
import { phraseWords } from './phrase-words.ts';

/** Weight of a feature by name; the cosine of two of these is what the embedder approximates. */
type Features = Map<string, number>;

const WEIGHTS = {
  number: 1.5,
  year: 2,
  month: 1.5,
  initial: 0.5,
  /** First letter of a full word, to meet an initial. */
  firstLetter: 0.2,
  negation: 1.2,
  /** Share of w² for n-grams, of a word outside the lexicon. */
  spelling: 0.35,
  /** Share of w² for the meaning, of a word in the lexicon. */
  meaning: 0.8,
};

export function lexicalFeatures(text: string): Features {
  const features: Features = new Map();
  for (const token of readNumbers(phraseWords(withPhrases(text)))) addToken(features, token);
  return features;
}

function withPhrases(text: string): string {
  return PHRASES.reduce((rest, [pattern, word]) => rest.replace(pattern, word), fold(text));
}

function add(features: Features, name: string, weight: number): void {
  features.set(name, (features.get(name) ?? 0) + weight);
}

function addToken(features: Features, token: Token): void {
  if (token.kind === 'word') addWord(features, token.text);
  else add(features, `${token.kind}:${token.value}`, numberWeight(token));
}

function numberWeight({ kind, value }: { kind: 'number' | 'decade' | 'month'; value: number }): number {
  if (kind === 'month') return WEIGHTS.month;
  const isYear = Number.isInteger(value) && value >= 1000 && value < 2100;
  return isYear ? WEIGHTS.year : WEIGHTS.number;
}

function addWord(features: Features, word: string): void {
  for (const { name, weight } of featuresOfWord(word)) add(features, name, weight);
}

interface Feature {
  name: string;
  weight: number;
}

const WORDS = { texts: 10_000 };

/** A word has the same features in every phrase. */
const featuresOfWord = memoize((word): readonly Feature[] => {
  if (NEGATIONS.has(word)) return [{ name: 'negation', weight: WEIGHTS.negation }];
  const isInitial = /^[a-z]$/.test(word) && !WORD_WEIGHTS.has(word);
  return isInitial ? [{ name: `initial:${word}`, weight: WEIGHTS.initial }] : featuresOfFullWord(word);
}, WORDS);

function featuresOfFullWord(word: string): Feature[] {
  const base = stem(word);
  const weight = WORD_WEIGHTS.get(base) ?? WORD_WEIGHTS.get(word) ?? 1;
  const meaning = MEANINGS.get(base);
  const rest = meaning === undefined ? 1 : 1 - WEIGHTS.meaning;
  const own = { name: `word:${base}`, weight: weight * Math.sqrt(rest * (1 - WEIGHTS.spelling)) };
  const meant = { name: `meaning:${meaning}`, weight: weight * Math.sqrt(WEIGHTS.meaning) };
  const features = meaning === undefined ? [own] : [meant, own];
  if (weight < 0.5) return features;
  const spelling = spellingOf(base, weight * Math.sqrt(rest * WEIGHTS.spelling));
  return [...features, ...spelling, { name: `initial:${word[0]}`, weight: weight * WEIGHTS.firstLetter }];
}

/** The n-grams of a word, together of Euclidean length `weight`. */
function spellingOf(word: string, weight: number): Feature[] {
  const letters = [...`^${word}$`];
  const grams = [3, 4, 5].flatMap((size) =>
    Array.from({ length: Math.max(0, letters.length - size + 1) }, (_, start) =>
      letters.slice(start, start + size).join(''),
    ),
  );
  return grams.map((gram) => ({ name: `gram:${gram}`, weight: weight / Math.sqrt(grams.length) }));
}
