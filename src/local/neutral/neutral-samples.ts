/** Samples that are read without grammar, as sample agreement compares them. */
import { distinctWords, type Word } from '../../english/content-words.ts';
import type { ResponseId } from '../../passage.ts';
import { type NeutralSentence, readNeutral } from '../../text/neutral-text.ts';
import { indexSample, type Sample } from '../agreement/samples.ts';

export interface NeutralSample extends Sample {
  read: readonly NeutralSentence[];
}

export function neutralSample(id: ResponseId, text: string): NeutralSample {
  const read = readNeutral(text);
  const sentences = read.map((sentence) => ({ text: sentence.text, words: neutralWordsOf([sentence]) }));
  return { ...indexSample(id, sentences), read };
}

/** Its words, each key once. */
export const neutralWordsOf = (sentences: readonly NeutralSentence[]): Word[] =>
  distinctWords(
    sentences.flatMap(({ words }) =>
      words.map(({ key, surface, kind }) => ({ key, surface, kind: kind === 'name' ? 'word' : kind })),
    ),
  );
