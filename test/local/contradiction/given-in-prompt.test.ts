import { describe, expect, it } from 'vitest';
import { givenIn } from '../../../src/local/contradiction/given-in-prompt.ts';
import { valueIn } from './marked.ts';

describe('givenIn', () => {
  const LEASE = 'The deposit is 1800 euros. The lease runs for 24 months. ';

  it.each([
    [`${LEASE}What do I pay?`, 'The deposit is [1800] euros.'],
    [`${LEASE}How long is it?`, 'Your lease runs for [24] months.'],
    ['Note: deposit 1800 euros\n\nWhat do I pay?', 'The deposit is [1800] euros.'],
  ])('has a value beside what it is told of: %s', (prompt, response) => {
    expect(givenIn(prompt)(valueIn(response))).toBe(true);
  });

  it.each([
    // of another thing
    [`${LEASE}What do I pay?`, 'The rent is [1800] euros.'],
    [`${LEASE}How long is it?`, 'The deposit is due in [24] months.'],
    // another value
    [`${LEASE}What do I pay?`, 'The deposit is [1700] euros.'],
    // the question itself gives nothing
    ['Is the deposit 1800 euros?', 'The deposit is [1800] euros.'],
    ['', 'The deposit is [1800] euros.'],
  ])('does not have it: %s %s', (prompt, response) => {
    expect(givenIn(prompt)(valueIn(response))).toBe(false);
  });
});
