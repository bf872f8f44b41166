import { describe, expect, it } from 'vitest';
import { givenIn } from '../../../src/local/contradiction/given-in-prompt.ts';
import { readValues } from '../../../src/local/contradiction/stated-values.ts';

function isGiven(prompt: string, response: string, name: string): boolean {
  const value = readValues(response, () => false).values.find(({ mention }) => mention.text === name);
  if (value === undefined) throw new Error(`no ${name} in ${response}`);
  return givenIn(prompt)(value);
}

describe('givenIn', () => {
  const LEASE = 'The deposit is 1800 euros. The lease runs for 24 months. ';

  it.each([
    [`${LEASE}What do I pay?`, 'The deposit is 1800 euros.', '1800'],
    [`${LEASE}How long is it?`, 'Your lease runs for 24 months.', '24'],
    ['Note: deposit 1800 euros\n\nWhat do I pay?', 'The deposit is 1800 euros.', '1800'],
  ])('has a value beside what it is told of: %s', (prompt, response, value) => {
    expect(isGiven(prompt, response, value)).toBe(true);
  });

  it.each([
    // of another thing
    [`${LEASE}What do I pay?`, 'The rent is 1800 euros.', '1800'],
    [`${LEASE}How long is it?`, 'The deposit is due in 24 months.', '24'],
    // another value
    [`${LEASE}What do I pay?`, 'The deposit is 1700 euros.', '1700'],
    // the question itself gives nothing
    ['Is the deposit 1800 euros?', 'The deposit is 1800 euros.', '1800'],
    ['', 'The deposit is 1800 euros.', '1800'],
  ])('does not have it: %s %s', (prompt, response, value) => {
    expect(isGiven(prompt, response, value)).toBe(false);
  });
});
