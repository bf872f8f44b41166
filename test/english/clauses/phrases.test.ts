import { expect, it } from 'vitest';
import { chunk } from '../../../src/english/clauses/phrase-chunks.ts';
import { phraseText, withSubject } from '../../../src/english/clauses/phrases.ts';
import { correctTags } from '../../../src/english/clauses/tags.ts';
import { readText } from '../../../src/english/tokens.ts';

const chunksOf = (text: string) => chunk(correctTags(readText(text).sentences.flat()));
const phrasesOf = (text: string) => withSubject(chunksOf(text)).map(({ tokens }) => phraseText(text, tokens));

it.each([
  ['At sea level water boils at 100 degrees.', ['At', 'sea level', 'water', 'boils']],
  ['In winter months snow covers the hill.', ['In', 'winter months', 'snow', 'covers']],
])('parts the subject from what stands before it: %s', (text, phrases) => {
  expect(phrasesOf(text).slice(0, 4)).toEqual(phrases);
});

it.each([
  // one noun is no two
  'In winter snows the hill.',
  // the subject stands apart
  'At sea level, water boils.',
  'At sea level the water boils.',
  // a name
  'In Leith Ann Berg left.',
  // a participle has no subject
  'In winter months held by snow, it sleeps.',
  // no preposition opens it
  'Sea water boils.',
])('leaves as it is: %s', (text) => {
  const chunks = chunksOf(text);
  expect(withSubject(chunks)).toBe(chunks);
});
