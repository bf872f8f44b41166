import { contentWords, distinctWords, type Word } from '../../../src/english/content-words.ts';
import { readSample, type Sample } from '../../../src/local/agreement/samples.ts';

export const samplesOf = (texts: readonly string[]): Sample[] =>
  texts.map((text, index) => readSample(`sample-${index + 1}`, text));

export const wordsOf = (text: string): Word[] => distinctWords(contentWords(text));
