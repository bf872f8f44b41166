import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areOpposed, directionsOf } from '../../../src/english/frames/directions.ts';

const waysOf = (text: string) =>
  directionsOf(text).map(({ isUp, named }) => `${isUp ? 'up' : 'down'}: ${[...named].join(' ')}`);

describe('directionsOf', () => {
  it.each([
    ['The price rose.', ['up: pric']],
    ['The price went up.', ['up: pric']],
    ['The price came down.', ['down: pric']],
    ['The drug lowers the pulse.', ['down: drug puls']],
    ['It melts at a higher heat.', ['up: heat']],
    ['It melts at a lower heat.', ['down: heat']],
    // of the words beside a name the name alone
    ['The level of sugar fell.', ['down: sugar']],
    // by clauses
    ['The price rose, and the wage fell.', ['up: pric', 'down: wag']],
  ])('%s', (text, ways) => {
    expect(waysOf(text)).toEqual(ways);
  });

  it.each([
    ['a denial', 'The price did not rise.'],
    ['a comparison', 'The price is higher than the wage.'],
    ['two directions in one clause', 'The price rose or fell.'],
    ['a verb without its particle', 'The price went wild.'],
    ['neither', 'The price is old.'],
  ])('has none of %s: %s', (_, text) => {
    expect(waysOf(text)).toEqual([]);
  });
});

const opposed = (one: string, other: string) =>
  directionsOf(one).some((own) => directionsOf(other).some((its) => areOpposed(own, its)));

describe('areOpposed', () => {
  it.each([
    ['The price rose.', 'The price fell.', true],
    ['The drug lowers the pulse.', 'The drug raises the pulse.', true],
    ['The drug lowers the pulse.', 'The pulse rose.', true],
    ['The price rose in 1921.', 'The price fell.', true],
    ['The price rose in 1921.', 'The price fell in 1921.', true],
    ['The price rose.', 'The price went up.', false],
    ['The price rose.', 'The wage fell.', false],
    ['The price rose in 1921.', 'The price fell in 1934.', false],
    ['The price level rose.', 'The level of water fell.', false],
    ['The yield falls as the outdoor heat grows.', 'The output heat grows.', false],
    // two that do it
    ['The valve lowers the pressure.', 'The compressor raises the pressure.', false],
  ])('%s is opposed to: %s: %s', (one, other, expected) => {
    expect(opposed(one, other)).toBe(expected);
    expect(opposed(other, one)).toBe(expected);
  });

  it('holds both ways, and never of one clause', () => {
    const keys = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'));
    const direction = fc.record({
      isUp: fc.boolean(),
      named: keys.map((all) => new Set(all)),
      first: keys.map((all) => new Set(all)),
      moved: keys.map((all) => new Set(all)),
      numbers: keys,
      span: fc.constant({ start: 0, end: 1 }),
      sentence: fc.constant({ start: 0, end: 1 }),
    });
    fc.assert(
      fc.property(direction, direction, (one, other) => {
        expect(areOpposed(one, other)).toBe(areOpposed(other, one));
        expect(areOpposed(one, one)).toBe(false);
      }),
    );
  });
});
