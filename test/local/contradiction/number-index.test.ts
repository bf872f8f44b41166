import { expect, it } from 'vitest';
import { relationOf } from '../../../src/local/contradiction/compare-values.ts';
import { indexNumbers } from '../../../src/local/contradiction/number-index.ts';
import { readValues } from '../../../src/local/contradiction/stated-values.ts';

const NUMBERS = [
  ...Array.from({ length: 60 }, (_, index) => `${index * 37}`),
  ...Array.from({ length: 60 }, (_, index) => `${(index * 0.7).toFixed(2)}`),
  ...['344,400', '344,000', '340,000', '300,000', '3', '3.0', '2.96', '1,200', '1,249', '1,251', '1e3'],
  ...['about 340,000', 'about 50', 'more than 300', 'fewer than 300', '1.2 million', '1,234,567'],
];
const UNITS = ['', ' people', ' km', ' m', ' metres', ' kg', ' grams', ' minutes', ' hours'];

const mentions = readValues(
  NUMBERS.flatMap((number) => UNITS.map((unit) => `There were ${number}${unit}.`)).join(' '),
  () => false,
).values.flatMap(({ mention }) => (mention.kind === 'quantity' ? [mention] : []));

it('finds every number that is the same, as looking at all of them does', () => {
  const find = indexNumbers(mentions);
  let same = 0;
  for (const number of mentions) {
    const found = new Set(find(number));
    for (const [place, other] of mentions.entries()) {
      if (relationOf(number, other) !== 'same') continue;
      expect(found.has(place), `${number.text} ${number.unit}, ${other.text} ${other.unit}`).toBe(true);
      same += 1;
    }
  }
  expect(mentions.length).toBeGreaterThan(NUMBERS.length);
  expect(same).toBeGreaterThan(1.5 * mentions.length);
});

it('finds 1 kilometre where 1,000 metres are looked for, and leaves out what is far from both', () => {
  const [km, m, far] = readValues('It has 1 kilometre. It has 1,000 metres. It has 734 metres.', () => false)
    .values.map(({ mention }) => mention)
    .filter(({ kind }) => kind === 'quantity');
  expect(km && m && far && indexNumbers([m, far])(km)).toEqual([0]);
});
