import { describe, expect, it } from 'vitest';
import { blankOf } from '../../src/verification/blind-answers.ts';

const blank = (tail: string) => blankOf({ head: 'Ada Marlow', relation: 'wrote', tail });

describe('blankOf', () => {
  it('hides the tail, and says of which kind it is where that is plain', () => {
    const kinds = Object.entries({
      '1913': 'a year',
      '14 March 1879': 'a date',
      'March 14, 1879': 'a date',
      '27': 'a number',
      '330 metres': 'a number of metres',
      'two daughters': 'a number of daughters',
      '12 million people': 'a number of people',
      '1,200 square kilometres': 'a number of square kilometres',
      '5%': 'a percentage',
      '5 per cent': 'a percentage',
    });
    expect(kinds.map(([tail]) => blank(tail))).toEqual(
      kinds.map(([, kind]) => `(Ada Marlow; wrote; ?) ${kind}`),
    );
  });

  it('says nothing of a name, an ordinal, or a value with words around it', () => {
    for (const tail of [
      ...['Leeds', 'Plants of the North', '30 Rock', '11 Academy Awards', 'the second daughter', 'second'],
      ...[
        'about 300 metres',
        'the spring of 1913',
        '19th century',
        'one of the founders',
        '1914–1918',
        'May',
        '"1914"',
        '“1984”',
      ],
    ])
      expect(blank(tail)).toBe('(Ada Marlow; wrote; ?)');
  });
});
