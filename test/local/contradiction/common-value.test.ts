import { describe, expect, it } from 'vitest';
import { commonRivals, isOfAnother } from '../../../src/local/contradiction/common-value.ts';
import { readValues, type Value } from '../../../src/local/contradiction/stated-values.ts';

const read = (text: string) => readValues(text, () => false);
const valueIn = (text: ReturnType<typeof read>, name: string): Value => {
  const value = text.values.find(({ mention }) => mention.text === name);
  if (value === undefined) throw new Error(`no ${name} in ${text.text}`);
  return value;
};

/** What the samples have in the place of a value. */
function rivals(own: string, name: string, samples: readonly string[], prompt = ''): string[] | null {
  const response = read(own);
  const found = commonRivals(prompt, response, samples.map(read))(valueIn(response, name));
  return found?.map(({ mention }) => mention.text) ?? null;
}

describe('commonRivals', () => {
  it.each([
    [
      'a year on one topic in other words',
      ['The car was manufactured from 1968 on.', '1968'],
      ['The car went into production in 1977.', 'In 1977 they began to produce the car.'],
      ['1977', '1977'],
    ],
    [
      'a place',
      ['Ann Berg was born in Paris.', 'Paris'],
      ["Ann Berg's birthplace lay in Warsaw.", 'Ann Berg was a native, born in Warsaw.'],
      ['Warsaw', 'Warsaw'],
    ],
    [
      'a name, whole or short',
      ['The kernel was invented by Vera Hall.', 'Vera Hall'],
      ['The kernel was invented by Ivo Lind.', 'It was Lind who invented the kernel.'],
      ['Ivo Lind', 'Lind'],
    ],
    [
      'a measure',
      ['The tower reaches 90 metres.', '90'],
      ['The height of the tower is 80 metres.', 'It is 80 metres tall.'],
      ['80', '80'],
    ],
  ] as [string, [string, string], string[], string[]][])('finds %s', (_, [own, name], samples, instead) => {
    expect(rivals(own, name, samples)).toEqual(instead);
  });

  const OWN = 'The hall was opened in 1921.';
  const SAMPLES = ['The hall opened in 1934.', 'Its opening was in 1934.'];

  it('finds what the prompt asks for where the samples have no topic', () => {
    const samples = ['That was in 1934.', '1934.'];
    expect(rivals(OWN, '1921', samples, 'When was the hall opened?')).toEqual(['1934', '1934']);
    expect(rivals(OWN, '1921', samples, 'When was the hall sold?')).toBeNull();
    expect(rivals(OWN, '1921', samples, 'Where was the hall opened?')).toBeNull();
  });

  it.each([
    ['of one sample alone', OWN, SAMPLES.slice(1), ''],
    ['that one sample does not have', OWN, ['The hall opened in 1934.', 'It opened late.'], ''],
    ['on another topic', OWN, ['The hall was sold in 1934.', 'Its sale was in 1934.'], ''],
    ['where the prompt has the value', OWN, SAMPLES, 'Was the hall opened in 1921?'],
    ['that the prompt has', OWN, SAMPLES, 'Was the hall opened in 1934?'],
    ['that the response has, too', `${OWN} It was opened again in 1934.`, SAMPLES, ''],
    ['of what was so until then', 'The hall was opened until 1921.', SAMPLES, ''],
    ['of the first of several', 'The first hall opened in 1921.', SAMPLES, ''],
    [
      'in a clause on the last of several',
      OWN,
      SAMPLES.map((one) => one.replace('1934', '1934 at last')),
      '',
    ],
    ['of another name', 'The Leith Arcade was opened in 1921.', SAMPLES, ''],
  ])('finds none %s', (_, own, samples, prompt) => {
    expect(rivals(OWN, '1921', SAMPLES)).toEqual(['1934', '1934']);
    expect(rivals(own, '1921', samples, prompt)).toBeNull();
  });

  it('finds none of another thing of a sort', () => {
    const samples = (prize: string) => [
      `Ann Berg won the ${prize} prize in 1934.`,
      `In 1934 Ann Berg won the ${prize} prize.`,
    ];
    const own = 'Ann Berg won the Nobel prize in 1921.';
    expect(rivals(own, '1921', samples('Nobel'))).toEqual(['1934', '1934']);
    expect(rivals(own, '1921', samples('Pulitzer'))).toBeNull();
  });

  it('takes initials for the name that they are of', () => {
    const samples = [
      'It was founded by the Leith Harbour Board.',
      'Its founder was the Leith Harbour Board.',
    ];
    expect(rivals('It was founded by the MGC.', 'MGC', samples)).not.toBeNull();
    expect(rivals('It was founded by the LHB.', 'LHB', samples)).toBeNull();
    const places = ['The hall opened in New York.', 'It opened in New York.'];
    expect(rivals('The hall was opened in NYC.', 'NYC', places)).toBeNull();
    expect(rivals('The hall was opened in MGC.', 'MGC', places)).toEqual(['New York', 'New York']);
  });

  it('takes a name for another only in its place', () => {
    const samples = [
      'Ann Berg was born to teachers of Warsaw.',
      'Ann Berg, born to painters of Warsaw, wrote.',
    ];
    expect(rivals('Ann Berg was born in Paris.', 'Paris', samples)).toBeNull();
  });
});

describe('isOfAnother', () => {
  const isOf = (own: string, name: string, sample: string, prompt = '') =>
    isOfAnother(valueIn(read(own), name), prompt, read(sample));

  it.each([
    ['The Leith Arcade opened in 1921.', 'The hall opened in 1934.', ''],
    ['Vera Hall won nine prizes in 1921.', 'Ann Berg won nine prizes in 1934.', 'Who was Ann Berg?'],
  ])('is about a name that nobody else has: %s', (own, sample, prompt) => {
    expect(isOf(own, '1921', sample, prompt)).toBe(true);
  });

  it.each([
    ['The Leith Arcade opened in 1921.', 'The arcade opened in 1934.', ''],
    ['Vera Hall won nine prizes in 1921.', 'She won nine prizes in 1934.', 'Who was Vera Hall?'],
    ['The hall opened in 1921.', 'It opened in 1934.', ''],
    ['Vera Hall left. She opened the hall in 1921.', 'It opened in 1934.', ''],
    ['Serious breaches were told in 1921.', 'It opened in 1934.', ''],
  ])('is about what the sample or the prompt has, or about no name: %s', (own, sample, prompt) => {
    expect(isOf(own, '1921', sample, prompt)).toBe(false);
  });

  it('does not hold of the subject itself', () => {
    expect(isOf('Vera Hall won a prize.', 'Vera Hall', 'Ann Berg won a prize.')).toBe(false);
  });
});
