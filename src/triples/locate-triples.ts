/**
 * Where a response states a triple: the shortest stretch of the best sentence that holds the words of the triple.
 *
 * Words are compared without case, diacritics and endings; words without content count only when a part has no
 * others. For each sentence
 *   fit = Σ_part w_part · (share of the part's words found) / Σ_part w_part,   w: head 1/2, relation 1, tail 2
 * (the head counts least, since the text may say "he"; parts without words are left out). The sentence of
 * highest fit wins, the first of equals; below a fit of 1/2, which head and
 * relation alone do not reach, two neighbouring sentences are tried together; if they fail too, the triple has
 * no place.
 */
import type { Span } from '../passage.ts';
import { wordKey } from '../english/content-words.ts';
import { fold } from '../text/fold.ts';
import { withoutStopWords } from '../english/lexicon/stop-words.ts';
import type { TripleParts } from './triple-parts.ts';

const WEIGHTS = { head: 0.5, relation: 1, tail: 2 } as const;
const LEAST_FIT = 0.5;

/** A word of the text: its comparison form and its place. */
interface Word extends Span {
  key: string;
}

/** A stretch of text with its words. */
interface Window {
  words: Word[];
  keys: ReadonlySet<string>;
}

/**
 * Finds triples in one text, which is indexed once.
 *
 * @param sentences in order, as half-open ranges of `text`
 */
export function createLocator(
  text: string,
  sentences: readonly Span[],
): (triple: TripleParts) => Span | null {
  const words = sentences.map((sentence) => wordsIn(text, sentence));
  const pairs = words.slice(1).map((next, index) => [...(words[index] as Word[]), ...next]);
  const [single, double] = [words, pairs].map((windows) => windows.map(toWindow)) as [Window[], Window[]];
  return (triple) => {
    const head = contentKeys(triple.head);
    const wanted = {
      head,
      relation: contentKeys(triple.relation),
      tail: without(contentKeys(triple.tail), head),
    };
    const best = bestWindow(single, wanted) ?? bestWindow(double, wanted);
    return best === null ? null : shortestCover(best.words, new Set(Object.values(wanted).flat()));
  };
}

function toWindow(words: Word[]): Window {
  return { words, keys: new Set(words.map(({ key }) => key)) };
}

type Wanted = Record<keyof typeof WEIGHTS, string[]>;

function bestWindow(windows: readonly Window[], wanted: Wanted): Window | null {
  let best: Window | null = null;
  let highest = 0;
  for (const window of windows) {
    const fit = fitOf(window.keys, wanted);
    if (fit < LEAST_FIT || fit <= highest) continue;
    best = window;
    highest = fit;
  }
  return best;
}

/** In [0, 1]; below {@link LEAST_FIT} without a word of the tail. */
function fitOf(present: ReadonlySet<string>, wanted: Wanted): number {
  let fit = 0;
  let total = 0;
  for (const [part, weight] of Object.entries(WEIGHTS)) {
    const keys = wanted[part as keyof Wanted];
    if (keys.length === 0) continue;
    const found = keys.filter((key) => present.has(key)).length;
    fit += (weight * found) / keys.length;
    total += weight;
  }
  return total === 0 ? 0 : fit / total;
}

/** The shortest stretch with every wanted word that occurs in the window; the first of equals. */
function shortestCover(window: readonly Word[], wanted: ReadonlySet<string>): Span | null {
  const matches = window.filter(({ key }) => wanted.has(key));
  const missing = new Map<string, number>();
  for (const { key } of matches) missing.set(key, 1);
  let open = missing.size;
  let first = 0;
  let best: Span | null = null;
  for (const last of matches) {
    const need = missing.get(last.key) as number;
    missing.set(last.key, need - 1);
    if (need === 1) open--;
    while (open === 0) {
      const { start, key } = matches[first++] as Word;
      if (best === null || last.end - start < best.end - best.start) best = { start, end: last.end };
      const freed = (missing.get(key) as number) + 1;
      missing.set(key, freed);
      if (freed === 1) open++;
    }
  }
  return best;
}

function wordsIn(text: string, { start, end }: Span): Word[] {
  return [...text.slice(start, end).matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map((match) => ({
    key: wordKey(match[0]),
    start: start + match.index,
    end: start + match.index + match[0].length,
  }));
}

/** Distinct content words of a text, or all words where there are none. */
export function contentKeys(text: string): string[] {
  const words = text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return [...new Set(withoutStopWords(words.map(fold)).map(wordKey))];
}

/** What a part adds to the head ("his quest" for "Sam's quest"), or the whole part where that is nothing. */
function without(keys: string[], head: readonly string[]): string[] {
  const own = keys.filter((key) => !head.includes(key));
  return own.length > 0 ? own : keys;
}
