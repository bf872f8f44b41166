import { expect, it } from 'vitest';
import { clausesOf, reversalsIn } from '../../../src/local/contradiction/reversed.ts';
import { read as readText } from './marked.ts';

const read = (text: string) => clausesOf(readText(text).sentences);

const OWN = 'Ann Berg taught Vera Hall.';
const isStated = (sample: string) => {
  const [found] = reversalsIn(read(OWN), read('Vera Hall taught Ann Berg.'));
  return found?.isStatedIn?.(read(sample));
};

it.each([OWN, 'Vera Hall was taught by Ann Berg.', 'It rained. In Leith, Ann Berg taught Vera Hall.'])(
  'holds of a clause that says the same: %s',
  (sample) => {
    expect(isStated(sample)).toBe(true);
  },
);

it.each([
  'Vera Hall taught Ann Berg.',
  'Ann Berg met Vera Hall, who taught.',
  'Ann Berg taught Tom Hill.',
  'It rained.',
  '',
])('does not hold of the words alone: %s', (sample) => {
  expect(isStated(sample)).toBe(false);
});

it('holds of a text that is too long to be looked through', () => {
  expect(isStated('It rained there. '.repeat(200))).toBe(false);
  expect(isStated('It rained there. '.repeat(201))).toBe(true);
});
