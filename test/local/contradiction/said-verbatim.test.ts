import { expect, it } from 'vitest';
import { readValues } from '../../../src/local/contradiction/stated-values.ts';
import { saidVerbatim } from '../../../src/local/contradiction/said-verbatim.ts';
import { segmentation } from '../../support/records.ts';

it.each([
  ['The shop sells cars. It is large.', 'We know this: little. the  shop sells cars.', [true, false]],
  ['The shop sells cars. It is large.', 'The shop sells cars and bikes. It is large.', [false, false]],
])('finds the sentences of "%s" in "%s"', (response, sample, expected) => {
  const read = (text: string) => readValues(text, () => false);
  const { triples } = segmentation('original', [
    ['shop', 'sells', 'cars'],
    ['shop', 'is', 'large'],
  ]);
  const [first, second] = triples;
  if (first) first.span = { start: 0, end: 20 };
  if (second) second.span = { start: 21, end: 33 };
  const isSaid = saidVerbatim(read(response), triples, [read(sample)]);
  expect(triples.map((triple) => isSaid(triple, 0))).toEqual(expected);
});
