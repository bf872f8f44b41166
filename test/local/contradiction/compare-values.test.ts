import { describe, expect, it } from 'vitest';
import { relationOf } from '../../../src/local/contradiction/compare-values.ts';
import { readValues, type Value } from '../../../src/local/contradiction/stated-values.ts';

const only = (text: string) => (readValues(`It was ${text}.`, () => false).values[0] as Value).mention;

describe('relationOf', () => {
  it.each([
    ['in 1912', 'in 1921', 'different'],
    ['in Warsaw', 'in Paris', 'different'],
    ['in Warsaw', 'in Poland', 'incomparable'],
    ['in Warsaw', 'in Warszawa', 'same'],
    ['in Warsaw', 'in Europe', 'incomparable'],
    ['in Russia', 'at the Black Sea', 'incomparable'],
    ['at the Red Sea', 'at the Black Sea', 'different'],
    ['Polish', 'French', 'different'],
    ['Cmd Key', 'Command Key', 'incomparable'],
    ['American', 'Arab', 'different'],
    ['English', 'British', 'incomparable'],
    ['American', 'Brazilian', 'different'],
    ['Polish', 'in Poland', 'incomparable'],
    ['on 3 May', 'in May', 'same'],
    ['on 3 May', 'on 4 May', 'different'],
    ['344,400 people', '344,000 people', 'same'],
    ['about 11.7 million people', '11.9 million people', 'same'],
    ['about 12 million people', '14 million people', 'different'],
    ['over 75 million records', '85 million records', 'incomparable'],
    ['over 75 million records', 'over 30 million records', 'different'],
    ['up to 30 members', '24 members', 'incomparable'],
    ['more than 40 springs', 'fewer than 40 springs', 'different'],
    ['more than 40 springs', 'about 40 springs', 'same'],
    ['12 silver coins', '14 coins', 'different'],
    ['aged 31', '35 years old', 'different'],
    ['the last bishop', 'the final bishop', 'same'],
    ['the last bishop', 'the first bishop', 'different'],
    ['the last bishop', 'the third bishop', 'incomparable'],
    ['94 million people', '96 million people', 'different'],
    ['27 people', '28 people', 'different'],
    ['27 people', '28 houses', 'incomparable'],
    ['4 percent', '4%', 'same'],
    ['half of it', '50 percent', 'same'],
    ['71 °C', '71 °F', 'different'],
    ['71 °C', '160 °F', 'incomparable'],
    ['0 °C', '0 °F', 'different'],
    ['$20', '20 euros', 'different'],
    ['3 miles', '3 km', 'different'],
    ['20 ms', '20 seconds', 'different'],
    ['2 kg', '2,000 g', 'same'],
    ['by Vera Hall', 'by Ruth Berg', 'different'],
    ['by Vera Hall', 'by Miss Hall', 'incomparable'],
    ['by Vera Hall', 'by Ruth Hall', 'different'],
    ['by Benjamin Hall', 'by Bill Hall', 'incomparable'],
    ['on Mondays', 'on Monday', 'same'],
    ['at the French Open', 'at the Australian Open', 'different'],
    ['in the Warsaw Post', 'in the Polish Post', 'incomparable'],
    ['in County Kerry', 'in County Clare', 'different'],
    ['in the late Middle Ages', 'in the late Medieval period', 'same'],
    ['at UNESCO', 'at the United Nations', 'different'],
    ['by the NBA', 'by the National Basketball Association', 'incomparable'],
    ['by Pope Formosus', 'by Pope Sergius', 'different'],
    ['at the University of Oldtown', 'at Newtown University', 'different'],
  ])('%s, %s: %s', (one, other, relation) => {
    expect(relationOf(only(one), only(other))).toBe(relation);
    expect(relationOf(only(other), only(one))).toBe(relation);
  });
});
