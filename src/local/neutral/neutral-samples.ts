/** Samples that are read without grammar, as sample agreement compares them. */
import type { Word } from '../../english/content-words.ts';
import type { ResponseId } from '../../passage.ts';
import { type NeutralSentence, readNeutral } from '../../text/neutral-text.ts';
import type { Sample } from '../agreement/samples.ts';

export interface NeutralSample extends Sample {
  read: readonly NeutralSentence[];
}

export function neutralSample(id: ResponseId, text: string): NeutralSample {
  const read = readNeutral(text);
  const sentences = read.map((sentence) => {
    const words = neutralWordsOf([sentence]);
    return { text: sentence.text, words, keys: new Set(words.map(({ key }) => key)) };
  });
  const places = new Map<string, number[]>();
  for (const [position, { keys }] of sentences.entries())
    for (const key of keys) {
      const known = places.get(key);
      if (known === undefined) places.set(key, [position]);
      else known.push(position);
    }
  return { id, read, sentences, keys: new Set(places.keys()), places };
}

/** Its words, each key once. */
export function neutralWordsOf(sentences: readonly NeutralSentence[]): Word[] {
  const found = new Map<string, Word>();
  for (const { words } of sentences)
    for (const { key, surface, kind } of words)
      if (!found.has(key)) found.set(key, { key, surface, kind: kind === 'name' ? 'word' : kind });
  return [...found.values()];
}
