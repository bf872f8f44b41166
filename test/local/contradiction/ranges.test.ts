import { expect, it } from 'vitest';
import { mayBeInRange } from '../../../src/local/contradiction/ranges.ts';
import { marked } from './marked.ts';

it.each([
  ['It is between [15] and 30 centimetres long.', 'It is [23] centimetres long.', true],
  ['It is between 15 and [30] centimetres long.', 'It is [23] centimetres long.', true],
  ['It is [23] centimetres long.', 'It is 15 to [30] centimetres long.', true],
  ['It has [15] to 20 teeth.', 'It has [18] to 30 teeth.', true],
  ['It is between [15] and 30 centimetres long.', 'It is [43] centimetres long.', false],
  ['It has 15 to [20] teeth.', 'It has 28 to [30] teeth.', false],
  ['It is [15] centimetres long.', 'It is [23] centimetres long.', false],
  ['It is of the 6th or [7th century].', 'It is of the [6th century].', true],
  ['It is of the [6th] or 7th century.', 'It is of the [8th century].', false],
  ['It is open from [9 am] to 5 pm.', 'It is open from [10 am] to 6 pm.', false],
  ['She ruled from 1910 to [1920].', 'She ruled until [1915].', false],
  ['It has [15] teeth, 30 claws.', 'It has [23] teeth.', false],
] as const)('%s and %s: %s', (one, other, expected) => {
  const [own, its] = [marked(one), marked(other)];
  expect(mayBeInRange(own.value, own.text, its.value, its.text)).toBe(expected);
});
