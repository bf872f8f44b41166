import { describe, expect, it } from 'vitest';
import { endsOtherwise, isTurnedRound } from '../../src/graph/direction.ts';

const ask = (about: typeof isTurnedRound) => (one: string, other: string) =>
  about(one.split(' '), other.split(' '));

describe('isTurnedRound', () => {
  it.each([
    ['was directed by', 'directed'],
    ['is used as', 'is used by'],
    ['has capital', 'is the capital of'],
    ['regulates', 'is regulated with'],
  ])('%j and %j lead other ways', (one, other) => {
    expect([ask(isTurnedRound)(one, other), ask(isTurnedRound)(other, one)]).toEqual([true, true]);
  });

  it.each([
    ['was written by', 'has author'],
    ['was born in', 'born in'],
    ['was founded in', 'was founded at'],
    ['is', 'was'],
  ])('%j and %j do not', (one, other) => {
    expect(ask(isTurnedRound)(one, other)).toBe(false);
  });
});

describe('endsOtherwise', () => {
  it('tells prepositions of the same verb apart, by what they say', () => {
    const endsApart = ask(endsOtherwise);
    expect(endsApart('fought with', 'fought against')).toBe(true);
    expect(endsApart('moved to', 'moved from')).toBe(true);
    expect(endsApart('lived in', 'lived at')).toBe(false);
    expect(endsApart('lived in', 'moved to')).toBe(false);
    expect(endsApart('entered', 'entered into')).toBe(false);
  });
});
