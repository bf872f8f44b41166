import { describe, expect, it } from 'vitest';
import { readValues } from '../../../src/local/contradiction/stated-values.ts';
import { areOfTwoEvents } from '../../../src/local/contradiction/two-events.ts';

function areTwo(own: string, other: string, [year, its]: readonly [string, string]): boolean {
  const [value, rival] = [
    [own, year],
    [other, its],
  ].map(([text = '', wanted]) =>
    readValues(text, () => false).values.find(({ mention }) => mention.text === wanted),
  );
  const [one, two] = [value?.place(), rival?.place()];
  if (!value || !rival || !one || !two) throw new Error(`no ${year} or ${its}`);
  return areOfTwoEvents(value, one, rival, two);
}

describe('areOfTwoEvents', () => {
  it.each([
    ['They married a second time in 1940.', 'They married in 1929.', true],
    ['They married in 1940.', 'They married in 1929.', false],
    // the first time is the time that is meant where nothing is said of it
    ['They met for the first time in 1940.', 'They met in 1929.', false],
    ['They met for the third time in 1940.', 'They met for the third time in 1929.', false],
    ['They met for the third time in 1940.', 'They met for the second time in 1929.', true],
  ])('tells times apart: %s / %s', (own, other, wanted) => {
    expect(areTwo(own, other, ['1940', '1929'])).toBe(wanted);
  });

  it('takes both ends of a range for one value', () => {
    expect(areTwo('Shipping takes 5 to 7 days.', 'Shipping takes 2 to 3 days.', ['5', '2'])).toBe(false);
    expect(areTwo('Shipping takes 5 days and 7 kg.', 'Shipping takes 2 days and 3 kg.', ['5', '2'])).toBe(
      true,
    );
  });
});
