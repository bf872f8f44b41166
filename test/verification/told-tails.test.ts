import { describe, expect, it } from 'vitest';
import { type TailChoice, tellTails } from '../../src/verification/told-tails.ts';

/** `head | relation`, and the tails to choose from, the one of the text first. */
function choice(stem: string, ...tails: string[]): TailChoice {
  const [head = '', relation = ''] = stem.split(' | ');
  const triple = { head, relation, tail: tails[0] ?? '' };
  return {
    triples: [
      { ...triple, id: stem, responseId: 'original', span: null },
    ] as unknown as TailChoice['triples'],
    ...{ stem: `${head}; ${relation}`, tails },
  };
}

describe('tellTails', () => {
  it.each<[string, TailChoice, TailChoice]>([
    [
      'whose words hold the tail',
      choice('Marlow | was shot in', 'Leeds'),
      choice('the Leeds shooting | was in', '1902'),
    ],
    [
      'of the same words',
      choice('Marlow | won', 'the Hallam Medal'),
      choice('Marlow | Won', 'the Orr Prize'),
    ],
    [
      'with an option in common, however it is written',
      choice('Marlow | married in', '25 October 1902', '3 May 1903'),
      choice('Brandt | died on', '1 May 1950', 'October 25th, 1902'),
    ],
    [
      'for the two ends of a time',
      choice('Marlow | chaired the board from', '1961', '1959'),
      choice('Marlow | chaired the board until', '1963', '1965'),
    ],
    [
      'for a time that an event ends',
      choice('Ada Marlow | died in', '1977', '1979'),
      choice('Ada Marlow | taught in Leeds until her death in', '1978', '1974'),
    ],
  ])('keeps questions apart %s', (_, one, other) => {
    expect(tellTails(one, other)).toBe(true);
    expect(tellTails(other, one)).toBe(true);
  });

  it.each<[string, TailChoice, TailChoice]>([
    [
      'for two events of one life',
      choice('Marlow | was born in', '1902', '1904'),
      choice('Marlow | died in', '1977', '1979'),
    ],
    [
      'for the same event of two',
      choice('Marlow | died in', '1977', '1979'),
      choice('Brandt | died in', '1961', '1963'),
    ],
    [
      'for a place and a time of an event',
      choice('Marlow | taught in the town of', 'Leeds', 'York'),
      choice('Marlow | taught from', '1931', '1934'),
    ],
  ])('leaves together questions %s', (_, one, other) => {
    expect(tellTails(one, other)).toBe(false);
    expect(tellTails(other, one)).toBe(false);
  });
});
