import { expect, it } from 'vitest';
import { mayBeInRange } from '../../../src/local/contradiction/ranges.ts';
import type { Value } from '../../../src/local/contradiction/stated-value.ts';
import { readValues } from '../../../src/local/contradiction/stated-values.ts';

function meet(
  [response, value]: readonly [string, string],
  [sample, other]: readonly [string, string],
): boolean {
  const [own, its] = [response, sample].map((text) => readValues(text, () => false));
  const valueIn = (text: typeof own, name: string) =>
    text?.values.find(({ mention }) => mention.text === name) as Value;
  if (own === undefined || its === undefined) throw new Error('two texts');
  return mayBeInRange(valueIn(own, value), own, valueIn(its, other), its);
}

it.each([
  [['It is between 15 and 30 centimetres long.', '15'], ['It is 23 centimetres long.', '23'], true],
  [['It is between 15 and 30 centimetres long.', '30'], ['It is 23 centimetres long.', '23'], true],
  [['It is 23 centimetres long.', '23'], ['It is 15 to 30 centimetres long.', '30'], true],
  [['It has 15 to 20 teeth.', '15'], ['It has 18 to 30 teeth.', '18'], true],
  [['It is between 15 and 30 centimetres long.', '15'], ['It is 43 centimetres long.', '43'], false],
  [['It has 15 to 20 teeth.', '20'], ['It has 28 to 30 teeth.', '30'], false],
  [['It is 15 centimetres long.', '15'], ['It is 23 centimetres long.', '23'], false],
  [['It is of the 6th or 7th century.', '7th century'], ['It is of the 6th century.', '6th century'], true],
  [['It is of the 6th or 7th century.', '6th'], ['It is of the 8th century.', '8th century'], false],
  [['It is open from 9 am to 5 pm.', '9 am'], ['It is open from 10 am to 6 pm.', '10 am'], false],
  [['She ruled from 1910 to 1920.', '1920'], ['She ruled until 1915.', '1915'], false],
  [['It has 15 teeth, 30 claws.', '15'], ['It has 23 teeth.', '23'], false],
] as const)('%s and %s: %s', (one, other, expected) => {
  expect(meet(one, other)).toBe(expected);
});
