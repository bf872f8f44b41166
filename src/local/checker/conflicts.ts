/**
 * Conflicts: what a statement says in the place of something else in the nearest sentence of a reference.
 *
 * Statement and sentence are aligned word by word. Where between two neighbouring aligned words (or one and an end)
 * at most three words stand on either side, and among them a number, year or day of the statement that the sentence
 * does not hold and one of that kind of the sentence that the statement does not hold, the two are in conflict; so are
 * names, between two aligned words. Where the sentence repeats the statement word by word, a negation that only one of
 * them has is a conflict as well.
 */
import leven from 'leven';
import type { Word } from '../../english/content-words.ts';
import { isFigure } from '../../english/values/number-words.ts';
import { isNegated } from '../../english/negation.ts';
import { align } from './aligned-words.ts';
import type { ReferenceSentence } from './reference-sentence.ts';

/** Share of the words but one that must be aligned for the two to speak of the same. */
const LEAST_SHARE = 0.5;
const LONGEST_GAP = 3;
/** Cells of the table of an alignment; a statement and a sentence that need more are no sentences. */
const LARGEST_TABLE = 1e6;
/** Whole days before their parts. */
const KINDS = ['date', 'year', 'number', 'name'] as const;
type Kind = (typeof KINDS)[number];

export type Conflict =
  | { kind: Kind; stated: string; found: string }
  /** `negated`: the statement has the negation, not the sentence. */
  | { kind: 'negation'; negated: boolean };

/** @param text the statement, `words` its words */
export function conflictOf(
  text: string,
  words: readonly Word[],
  sentence: ReferenceSentence,
): Conflict | null {
  if (words.length * sentence.words.length > LARGEST_TABLE) return null;
  const pairs = align(
    words.map(({ key }) => key),
    sentence.words.map(({ key }) => key),
  );
  const negated = isNegated(text);
  const repeated = repetition(words, sentence, pairs);
  if (repeated !== null && negated !== isNegated(repeated)) return { kind: 'negation', negated };
  return replacedWord({ text, words }, sentence, pairs);
}

type Pairs = readonly (readonly [number, number])[];

/** The part of the sentence that has all words of the statement in their order with few besides, or null. */
function repetition(words: readonly Word[], sentence: ReferenceSentence, pairs: Pairs): string | null {
  const [first, last] = [pairs[0]?.[1], pairs.at(-1)?.[1]];
  if (first === undefined || last === undefined || pairs.length < words.length) return null;
  if (last - first + 1 > words.length + LONGEST_GAP) return null;
  // from the end of the word before, since function words are not among the words
  const before = sentence.words[first - 1]?.surface ?? '';
  const start = sentence.text.indexOf(before) + before.length;
  const lastWord = (sentence.words[last] as Word).surface;
  return sentence.text.slice(start, sentence.text.lastIndexOf(lastWord) + lastWord.length);
}

/** What stands between two neighbouring aligned words, without what the other text holds as well. */
interface Gap {
  stated: Word[];
  found: Word[];
  /** Whether aligned words stand at both ends. */
  enclosed: boolean;
}

interface Side {
  text: string;
  words: readonly Word[];
}

function replacedWord(statement: Side, sentence: ReferenceSentence, pairs: Pairs): Conflict | null {
  const gaps = gapsBetween(statement.words, sentence, pairs);
  for (const kind of KINDS) {
    for (const gap of gaps) {
      const stated = ofKind(gap.stated, kind, statement.text);
      const found = ofKind(gap.found, kind, sentence.text);
      if (stated === null || found === null || (kind === 'name' && !gap.enclosed)) continue;
      if (!isSpelling(stated, found, kind)) return { kind, stated, found };
    }
  }
  return null;
}

/** Whether two forms may be one thing: "36,000" and "36" of "36, 000"; "Bartomeu" and "Bartemou". */
export function isSpelling(stated: string, found: string, kind: Kind): boolean {
  if (stated.startsWith(found) || found.startsWith(stated)) return true;
  return kind === 'name' && leven(stated, found) <= Math.min(stated.length, found.length) / 4;
}

function gapsBetween(words: readonly Word[], sentence: ReferenceSentence, pairs: Pairs): Gap[] {
  if (pairs.length === 0 || pairs.length < LEAST_SHARE * (words.length - 1)) return [];
  const own = new Set(words.map(({ key }) => key));
  const bounds: Pairs = [[-1, -1], ...pairs, [words.length, sentence.words.length]];
  return bounds.slice(1).flatMap(([rightStated, rightFound], index) => {
    const [leftStated, leftFound] = bounds[index] as readonly [number, number];
    const stated = words.slice(leftStated + 1, rightStated);
    const found = sentence.words.slice(leftFound + 1, rightFound);
    if (stated.length > LONGEST_GAP || found.length > LONGEST_GAP) return [];
    return {
      stated: stated.filter(({ key }) => !sentence.keys.has(key)),
      found: found.filter(({ key }) => !own.has(key)),
      enclosed: index > 0 && index < pairs.length,
    };
  });
}

/** The words of this kind as they stand in the text; of names all, of values the first; null without. */
function ofKind(words: readonly Word[], kind: Kind, text: string): string | null {
  if (kind === 'date') return words.find((word) => word.kind === kind)?.surface ?? null;
  if (kind !== 'name') {
    return words.find((word) => word.kind === kind && isFigure(word.key))?.surface ?? null;
  }
  const names = words.filter((word) => word.kind === 'word' && isName(word.surface, text));
  return names.length === 0 ? null : names.map(({ surface }) => surface).join(' ');
}

/** Capitalised elsewhere than where a sentence begins. */
function isName(surface: string, text: string): boolean {
  if (!/^\p{Lu}/u.test(surface)) return false;
  return /[\p{L}\p{N},;)'’] $/u.test(text.slice(0, text.indexOf(surface)));
}
