import { expect, it } from 'vitest';
import { givenIn } from '../../../src/local/contradiction/given-in-prompt.ts';
import { valueIn } from './marked.ts';

const LEASE = 'The deposit is 1800 euros. The lease runs for 24 months. ';

it.each([
  [`${LEASE}What do I pay?`, 'The deposit is [1800] euros.', true],
  [`${LEASE}How long is it?`, 'Your lease runs for [24] months.', true],
  ['Note: deposit 1800 euros\n\nWhat do I pay?', 'The deposit is [1800] euros.', true],
  // of another thing
  [`${LEASE}What do I pay?`, 'The rent is [1800] euros.', false],
  [`${LEASE}How long is it?`, 'The deposit is due in [24] months.', false],
  // another value
  [`${LEASE}What do I pay?`, 'The deposit is [1700] euros.', false],
  // the question itself gives nothing
  ['Is the deposit 1800 euros?', 'The deposit is [1800] euros.', false],
  ['', 'The deposit is [1800] euros.', false],
])('has a value beside what it is told of: %s: %s', (prompt, response, expected) => {
  expect(givenIn(prompt)(valueIn(response))).toBe(expected);
});
