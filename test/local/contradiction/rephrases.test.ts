import { expect, it } from 'vitest';
import { factWordsOf, headsOf, stanceOf } from '../../../src/local/contradiction/rephrases.ts';
import { read } from './marked.ts';
import type { Triple } from '../../../src/passage.ts';
import { segmentation } from '../../support/records.ts';

/** What the sentence says of `head | relation | tail`, beside other facts of the response. */
function stance(fact: string, sentence: string, ...others: string[]) {
  const facts = [fact, ...others].map((one) => one.split(' | ') as [string, string, string]);
  const { triples } = segmentation('original', facts);
  const [triple] = triples as [Triple];
  const { values } = read(`${triple.relation} ${triple.tail}.`);
  const [stated] = read(sentence).sentences;
  return stated && stanceOf(factWordsOf(headsOf(triples))(triple), values, stated);
}

it.each([
  ['in the same words', 'Ann Berg founded the school in Varna in 1912.', 'repeats'],
  ['with a word between', 'In 1912 she also founded a school.', 'repeats'],
  ['of another verb', 'In 1912 Ann Berg bought the school.', 'holds'],
  ['without its value', 'Ann Berg founded the school in Varna.', null],
  ['that denies it', 'Ann Berg never founded a school in 1912.', null],
  ['that denies something else', 'Ann Berg, who had no children, founded the school in 1912.', 'repeats'],
] as const)('knows a sentence %s', (_, sentence, expected) => {
  expect(stance('Ann Berg | founded the school in | 1912', sentence)).toBe(expected);
});

it.each([
  ['kit | has | no lamp', 'The kit has a lamp.', null],
  ['kit | has | no lamp', 'The kit has no lamp.', 'repeats'],
  ['kit | contains | lamp', 'The kit contains no lamp.', null],
  ['tenants | may keep | dog', 'The clause rules out dogs for tenants.', null],
  ['tenants | may keep | dog', 'Tenants are not permitted to have a dog.', null],
  ['tenants | may keep | dog', 'Tenants may keep a dog.', 'repeats'],
  ['tenants | keep | dog', 'For tenants a dog is not permitted.', 'holds'],
  ["bottle | can't go in | bag", 'A bottle is allowed in the bag.', null],
])('tells %s from "%s"', (fact, sentence, expected) => {
  expect(stance(fact, sentence)).toBe(expected);
});

it('is not sure of a sentence that names the head of another fact last', () => {
  const landlord = 'landlord | pays | tax';
  const tenant = 'tenant | keeps | pets';
  expect(stance(landlord, 'The tenant pays the tax.', tenant)).toBe('holds');
  expect(stance(landlord, 'She pays the tax.', tenant)).toBe('repeats');
  expect(stance(landlord, 'The tenant leaves and the landlord pays the tax.', tenant)).toBe('repeats');
});

it('tells what is done from what it is done to', () => {
  const fact = 'water | should be added to | acid';
  expect(stance(fact, 'The acid should be added to the water.')).toBe('holds');
  expect(stance(fact, 'The water should be added to the acid.')).toBe('repeats');
});

it('asks who is named before the value, where others of its kind stand beside', () => {
  const short = 'Short Lamp | costs | 12 euros';
  const long = 'Long Lamp | costs | 19 euros';
  const sentence = 'The short lamp costs 19 euros, the long lamp costs 12 euros.';
  expect(stance(short, sentence, long)).toBe('holds');
  expect(stance('Long Lamp | costs | 12 euros', sentence, short)).toBe('repeats');
});
