import { describe, expect, it } from 'vitest';
import { readClauses } from '../../../src/english/clauses/clauses.ts';
import { phraseText } from '../../../src/english/clauses/phrases.ts';
import { itemsOf } from '../../../src/english/clauses/sentence-items.ts';
import { readText } from '../../../src/english/tokens.ts';

const factsOf = (text: string) =>
  readClauses(text, itemsOf(readText(text).sentences.flat())).map(({ head, relation, tail }) =>
    [phraseText(text, head.tokens), relation, phraseText(text, tail.tokens)].join(' | '),
  );

describe('a clause of a verb alone', () => {
  it.each([
    ['Emus can fly.', ['Emus | can | fly']],
    ['Emus cannot fly.', ['Emus | cannot | fly']],
    ['The honey is included.', ['The honey | is | included']],
    ['The jars should be stored together.', ['The jars | should be | stored together']],
    ['The window opens outwards.', ['The window | opens | outwards']],
    ['Emus and kiwis can fly.', ['Emus | can | fly', 'kiwis | can | fly']],
    [
      'The hall had been sold, and Ann Berg left Oslo.',
      ['The hall | had been | sold', 'Ann Berg | left | Oslo'],
    ],
  ])('states its verb: %s', (text, facts) => {
    expect(factsOf(text)).toEqual(facts);
  });

  it.each([
    // what breaks off says nothing yet
    ['Ann Berg is known as', []],
    // an act without a helping verb
    ['Ann Berg left.', []],
    ['Emus are going to fly.', []],
    // more is said of it
    ['The honey is included in the price.', ['The honey | is included in | the price']],
    ['Emus can fly at night.', ['Emus | can fly at | night']],
    ['At night, emus can fly.', ['emus | can fly at | night']],
    ['Emus can eat seeds.', ['Emus | can eat | seeds']],
  ])('does not: %s', (text, facts) => {
    expect(factsOf(text)).toEqual(facts);
  });
});
