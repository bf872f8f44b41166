import { describe, expect, it } from 'vitest';
import { neutralSample } from '../../../src/local/neutral/neutral-samples.ts';
import { neutralStatements } from '../../../src/local/neutral/neutral-statements.ts';
import { readNeutral } from '../../../src/text/neutral-text.ts';

/** What each sample says of a response of one sentence. */
function said(response: string, ...samples: string[]) {
  const read = readNeutral(response);
  const numbers = new Set(
    read.flatMap(({ words }) => words.filter(({ kind }) => /number|year/.test(kind)).map(({ key }) => key)),
  );
  const texts = samples.map((text, index) => neutralSample(`sample-${index + 1}`, text));
  return neutralStatements(texts, numbers)(read);
}
const stancesOf = (response: string, ...samples: string[]) =>
  said(response, ...samples).map(({ says }) => says);

describe('what a sample says of a sentence read without grammar', () => {
  it.each([
    ['German', 'Der Turm wurde 1889 in Paris gebaut.', 'In Paris wurde der Turm 1889 gebaut.'],
    ['French', 'La tour fut construite à Paris en 1889.', 'En 1889 fut construite la tour à Paris.'],
    ['Spanish', 'La torre fue construida en París en 1889.', 'En 1889 la torre fue construida en París.'],
    ['Chinese', '长城于1987年被列为世界文化遗产。', '长城在1987年被列为世界文化遗产。'],
    ['Russian', 'Башня была построена в Париже в 1889 году.', 'В 1889 году в Париже была построена башня.'],
  ])('repeats it in %s', (_language, response, sample) => {
    expect(stancesOf(response, sample)).toEqual(['repeats']);
  });

  it.each([
    ['German', 'Der Turm wurde 1899 in Paris gebaut.', 'In Paris wurde der Turm 1889 gebaut.'],
    ['French', 'La tour fut construite à Paris en 1899.', 'En 1889 fut construite la tour à Paris.'],
    ['Spanish', 'La torre fue construida en París en 1899.', 'En 1889 la torre fue construida en París.'],
    ['Chinese', '长城于1977年被列为世界文化遗产。', '长城在1987年被列为世界文化遗产。'],
  ])('contradicts a number of it in %s', (_language, response, sample) => {
    const [statement] = said(response, sample);
    expect(statement).toMatchObject({ says: 'contradicts', kind: 'year' });
    expect([statement?.value, statement?.instead]).toEqual(
      response.includes('1977') ? ['1977', '1987'] : ['1899', '1889'],
    );
  });

  it('takes the number of another event for none of its own', () => {
    expect(stancesOf('Die Brücke wurde 1961 gebaut.', 'Die Brücke wurde 1963 eröffnet.')).toEqual(['silent']);
    expect(stancesOf('Elle est morte à Passy en 1934.', 'Elle est née à Varsovie en 1867.')).toEqual([
      'silent',
    ]);
  });

  it('reads one number however it is grouped', () => {
    expect(stancesOf('Die Stadt hat 12.500 Einwohner.', 'Die Stadt hat 12 500 Einwohner.')).toEqual([
      'repeats',
    ]);
  });

  it('is silent where it has other words', () => {
    expect(stancesOf('Seine Tante züchtete violette Papageien.', 'Der Turm steht in Paris.')).toEqual([
      'silent',
    ]);
  });

  it('does not hold a name that no sample has', () => {
    const sample = 'Bonn ist die Hauptstadt von Deutschland.';
    expect(stancesOf('Berlin ist die Hauptstadt von Deutschland.', sample)).toEqual(['silent']);
    expect(stancesOf('Die Hauptstadt von Deutschland ist Ulm.', sample)).toEqual(['incomparable']);
    expect(stancesOf('Sie ist die Hauptstadt von Deutschland.', sample)).toEqual(['repeats']);
  });

  it('contradicts like another sample with the same number', () => {
    const samples = ['In Paris wurde der Turm 1889 gebaut.', 'Der Turm, 1889 in Paris errichtet, ist hoch.'];
    expect(stancesOf('Der Turm wurde 1899 in Paris gebaut.', ...samples)).toEqual([
      'contradicts',
      'contradicts',
    ]);
  });
});
