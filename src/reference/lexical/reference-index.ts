/** The sentences of reference texts and their words, made once for all statements. */
import type { Word } from '../../consistency/agreement/words.ts';
import type { ReferenceEvidence } from '../../passage.ts';
import { splitSentences } from '../../triples/sentences.ts';
import { statementWords } from './statement-words.ts';

export interface ReferenceSentence {
  place: ReferenceEvidence;
  text: string;
  words: readonly Word[];
  keys: ReadonlySet<string>;
}

export interface ReferenceIndex {
  sentences: readonly ReferenceSentence[];
  /** Whether any reference holds the word. */
  holds(key: string): boolean;
  /** Whether the two stand next to each other somewhere, in this order, function words aside. */
  adjacent(first: string, second: string): boolean;
  /** How much it says that a sentence holds the word: log(1 + N / n(word)) for N sentences, n(word) of them with it. */
  weigh(key: string): number;
}

export function indexReferences(references: readonly string[]): ReferenceIndex {
  const sentences = references.flatMap(sentencesOf);
  const counts = new Map<string, number>();
  const pairs = new Set<string>();
  for (const { words, keys } of sentences) {
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    words.forEach(({ key }, index) => {
      const next = words[index + 1];
      if (next) pairs.add(`${key} ${next.key}`);
    });
  }
  return {
    sentences,
    holds: (key) => counts.has(key),
    adjacent: (first, second) => pairs.has(`${first} ${second}`),
    weigh: (key) => Math.log(1 + sentences.length / (counts.get(key) ?? 1)),
  };
}

function sentencesOf(text: string, reference: number): ReferenceSentence[] {
  return splitSentences(text).map((span) => {
    const sentence = text.slice(span.start, span.end);
    const words = statementWords(sentence);
    return { place: { reference, span }, text: sentence, words, keys: new Set(words.map(({ key }) => key)) };
  });
}
