import { expect, it } from 'vitest';
import { languageByWords } from '../../src/triples/function-words.ts';

it.each([
  ['eng', 'The Titanic sank in 1914.'],
  ['eng', 'Designed by Danish architect Jørn Utzon, it was opened by Queen Elizabeth II in October 1973.'],
  ['eng', 'Elizabeth I succeeded her half-sister Mary I in 1558.'],
  ['deu', 'Die Titanic sank 1914 im Nordatlantik.'],
  ['fra', 'La tour Eiffel est située à Paris et mesure 330 mètres.'],
  ['spa', 'El río Ebro nace en Cantabria y desemboca en el Mediterráneo.'],
  ['ita', 'Il Po è il fiume più lungo della penisola.'],
  ['nld', 'De Rijn is een rivier die bij de zee uitkomt.'],
  [null, 'Canberra.'],
  [null, 'Per ounce, espresso wins.'],
  [null, 'Juan de la Cruz, Ludwig van Beethoven, Mies van der Rohe und Leonardo da Vinci.'],
])('is %s: %s', (code, text) => {
  expect(languageByWords(text)).toBe(code);
});
