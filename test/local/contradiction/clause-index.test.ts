import { expect, it } from 'vitest';
import { clausesOf, reversalsIn } from '../../../src/local/contradiction/reversed.ts';
import { read as readText } from './marked.ts';

const NAMES = ['Ann Lee', 'Bert Moreau', 'The Ada Tower', 'The river'];
const PREDICATES = [
  'taught Bert Moreau',
  'was taught by Ann Lee',
  'studied under Ann Lee',
  'did not teach Bert Moreau',
  'is larger than the Ada Tower',
  'is smaller than the river',
  'flows into the river',
  'flows out of the Ada Tower',
  'flows from the river',
  'is safe',
  'is dangerous',
  'is not safe',
  'was a pupil of Bert Moreau',
  'was not a pupil of Ann Lee',
  'accepted the offer',
  'rejected the offer',
  'died after Ann Lee',
  'died before Bert Moreau',
];
const SENTENCES = NAMES.flatMap((name) => PREDICATES.map((predicate) => `${name} ${predicate}.`));
/** Without what only later asks. */
const turned = (...texts: Parameters<typeof reversalsIn>) =>
  reversalsIn(...texts).map(({ isStatedIn: _, ...reversal }) => reversal);
const read = (sentences: readonly string[]) => clausesOf(readText(sentences.join(' ')).sentences);

it('finds every clause that turns another round, as looking at all of them does', () => {
  const all = read(SENTENCES);
  const reversals = turned(all, all);
  expect(reversals).toEqual(turned(all, { ...all, near: () => all.clauses }));
  expect(reversals.length).toBeGreaterThan(SENTENCES.length / 4);
  expect(new Set(reversals.map(({ kind }) => kind))).toEqual(new Set(['order', 'negation']));
});

it('finds the same whatever else the sample says', () => {
  const all = read(SENTENCES);
  for (const sentence of SENTENCES) {
    const one = read([sentence]);
    expect(turned(all, one)).toEqual(turned(all, { ...one, near: () => one.clauses }));
  }
});

it('leaves out clauses of other things and other predicates', () => {
  const sample = read([
    'Ivo Lind visited Graz.',
    'Bert Moreau taught Ann Lee.',
    'Ann Lee taught Bert Moreau.',
  ]);
  const [own] = read(['Ann Lee taught Bert Moreau.']).clauses;
  expect(own && sample.near(own)).toEqual([sample.clauses[1]]);
});
