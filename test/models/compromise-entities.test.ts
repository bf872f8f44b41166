import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCompromiseRecogniser } from '../../src/models/compromise-entities.ts';

const recogniser = createCompromiseRecogniser();
const entities = async (text: string) =>
  (await recogniser.recognise(text)).map(({ start, end }) => text.slice(start, end));

describe('named entities by compromise', () => {
  it('are people, places, organisations and dates, without the punctuation round them', async () => {
    const text =
      "Rupert Brooke (3 August 1887 – 23 April 1915) was born in Rugby, Warwickshire and studied at King's College, Cambridge. In 1913, Brooke moved to the U.S. on Monday, July 4, 1914.";
    expect(await entities(text)).toEqual([
      ...['Rupert Brooke', '3 August 1887', '23 April 1915', 'Rugby', 'Warwickshire'],
      ...["King's College", 'Cambridge', '1913', 'Brooke', 'U.S.', 'Monday, July 4, 1914'],
    ]);
  });

  it('are none in a text without names', async () => {
    expect(await entities('It is a big thing and we like it.')).toEqual([]);
    expect(await entities('')).toEqual([]);
  });

  it('are in order, apart, and not blank, whatever the text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 60 }), async (text) => {
        let before = 0;
        for (const { start, end } of await recogniser.recognise(text)) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(text.slice(start, end).trim()).toBe(text.slice(start, end));
          expect(end).toBeGreaterThan(start);
          before = end;
        }
        expect(before).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 100 },
    );
  });
});
