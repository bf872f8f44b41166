/** Locates what a model reports of a sample: the sentence that holds the given words. */
import type { Span } from '../passage.ts';
import { contentWords } from '../english/content-words.ts';
import { fold } from '../text/fold.ts';
import { cardinalOf, ordinalOf } from '../english/values/number-words.ts';
import { splitSentences } from '../english/sentences.ts';
import { holdsPhrase } from './leaks.ts';

/** Scripts that put no space between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/**
 * Finds the sentence of a text that holds the words given, of several the one nearest to what they are said of. A sentence
 * holds words that stand in it in a row, whatever their case and marks (in scripts without spaces, as written), and those
 * whose content words it all has in some form ("two" and "2", "moved" and "moves").
 */
export function sentenceFinder(text: string): (words: string, near: string) => Span | null {
  const sentences = splitSentences(text).map((span) => {
    const own = text.slice(span.start, span.end);
    return { span, text: own, keys: new Set(keysOf(own)) };
  });
  return (words, near) => {
    const wanted = keysOf(words);
    const around = [...new Set(keysOf(near))];
    const found = sentences
      .filter(
        ({ text: own, keys }) =>
          holdsPhrase(own, words) ||
          (UNSPACED.test(words) && own.includes(words.trim())) ||
          (wanted.length > 0 && wanted.every((key) => keys.has(key))),
      )
      .map(({ span, keys }) => ({ span, shared: around.filter((key) => keys.has(key)).length }));
    const most = Math.max(...found.map(({ shared }) => shared));
    return found.find(({ shared }) => shared === most)?.span ?? null;
  };
}

/** Numbers as digits, other words as their stems. */
function keysOf(text: string): string[] {
  return contentWords(text).map(({ key, surface }) => {
    const word = fold(surface);
    return String(cardinalOf(word) ?? ordinalOf(word) ?? key);
  });
}
