import { expect, it } from 'vitest';
import { areOfTwoEvents } from '../../../src/local/contradiction/two-events.ts';
import { valueIn } from './marked.ts';

function areTwo(one: string, other: string): boolean {
  const [value, rival] = [valueIn(one), valueIn(other)];
  const [place, its] = [value.place(), rival.place()];
  if (!place || !its) throw new Error(`no places in ${one} and ${other}`);
  return areOfTwoEvents(value, place, rival, its);
}

it.each([
  ['They married a second time in [1940].', 'They married in [1929].', true],
  ['They married in [1940].', 'They married in [1929].', false],
  // the first time is the time that is meant where nothing is said of it
  ['They met for the first time in [1940].', 'They met in [1929].', false],
  ['They met for the third time in [1940].', 'They met for the third time in [1929].', false],
  ['They met for the third time in [1940].', 'They met for the second time in [1929].', true],
])('tells times apart: %s / %s', (own, other, wanted) => {
  expect(areTwo(own, other)).toBe(wanted);
});

it('takes both ends of a range for one value', () => {
  expect(areTwo('Shipping takes [5] to 7 days.', 'Shipping takes [2] to 3 days.')).toBe(false);
  const within = (days: string, cost: string) =>
    `Shipping takes at least [${days}] days and costs at most ${cost} euros.`;
  expect(areTwo(within('5', '7'), within('2', '3'))).toBe(true);
  expect(areTwo('Shipping takes [5] days and 7 kg.', 'Shipping takes [2] days and 3 kg.')).toBe(true);
});
