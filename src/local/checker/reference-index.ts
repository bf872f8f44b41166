/**
 * The sentences of reference texts and their words, made once for all statements.
 *
 * With `resolved`, a sentence that begins with a pronoun ("She died in London.") also holds the name that the
 * sentences before it begin with ("Ada Lovelace was ..."), as triples do, whose heads are never pronouns; a row of a table
 * those of the columns.
 */

import { countsOf } from '../../common/group-by.ts';
import type { Word } from '../../english/content-words.ts';
import { beginsWithPronoun, nameAtStart } from '../../english/sentence-start.ts';
import { takeUntil } from '../../english/tokens.ts';
import { sentencesAndRows } from '../../english/statements.ts';
import { type FindPlace, placeFinder } from './best-place.ts';
import type { ReferenceSentence } from './reference-sentence.ts';
import { statementWords } from '../../english/statement-words.ts';

export interface ReferenceIndex {
  sentences: readonly ReferenceSentence[];
  /** Whether any reference holds the word. */
  holds(key: string): boolean;
  /** Whether the two stand next to each other somewhere, in this order, function words aside. */
  adjacent(first: string, second: string): boolean;
  /** How much it says that a sentence holds the word: log(1 + N / n(word)) for N sentences, n(word) of them with it. */
  weigh(key: string): number;
  /** The two neighbouring sentences that hold most of the words, the better one first. */
  placeOf: FindPlace;
}

export function indexReferences(
  references: readonly string[],
  { resolved = false }: { resolved?: boolean } = {},
): ReferenceIndex {
  const sentences = references.flatMap(sentencesOf).map((one) => (resolved ? withSubject(one) : one));
  const counts = countsOf(sentences.flatMap(({ words }) => [...new Set(words.map(({ key }) => key))]));
  const pairs = new Set<string>();
  for (const { words, subject } of sentences) {
    const row = resolved ? [...subject, ...words] : words;
    row.forEach(({ key }, index) => {
      const next = row[index + 1];
      if (next) pairs.add(`${key} ${next.key}`);
    });
  }
  const weigh = (key: string) => Math.log(1 + sentences.length / (counts.get(key) ?? 1));
  return {
    sentences,
    holds: (key) => counts.has(key),
    adjacent: (first, second) => pairs.has(`${first} ${second}`),
    weigh,
    placeOf: placeFinder(sentences, weigh),
  };
}

function sentencesOf(text: string, reference: number): ReferenceSentence[] {
  let name: readonly Word[] = [];
  return sentencesAndRows(text).map(({ span, columns }) => {
    const sentence = text.slice(span.start, span.end);
    const words = statementWords(sentence);
    const hasPronoun = beginsWithPronoun(sentence);
    if (!hasPronoun) name = nameAtBeginning(sentence, words);
    const keys = new Set(words.map(({ key }) => key));
    const subject = hasPronoun ? name : statementWords(columns);
    return { place: { reference, span }, text: sentence, words, keys, subject };
  });
}

const withSubject = (sentence: ReferenceSentence): ReferenceSentence => ({
  ...sentence,
  keys: new Set([...sentence.keys, ...sentence.subject.map(({ key }) => key)]),
});

/** The capitalised words that a sentence begins with, an article aside. */
function nameAtBeginning(sentence: string, words: readonly Word[]): readonly Word[] {
  const surfaces = new Set(nameAtStart(sentence).split(/\s+/));
  return takeUntil(words, ({ surface }) => !surfaces.has(surface));
}
