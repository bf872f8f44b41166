import { describe, expect, it } from 'vitest';
import { namesInstead } from '../../../src/local/neutral/neutral-names.ts';
import { neutralSample } from '../../../src/local/neutral/neutral-samples.ts';
import { readNeutral } from '../../../src/text/neutral-text.ts';

const RESPONSE = 'Le roman fut écrit par Émile Zola.';

const given = (samples: readonly string[], response = RESPONSE) =>
  namesInstead(
    readNeutral(response),
    samples.map((text, index) => neutralSample(`sample-${index + 1}`, text)),
  ).map((one) => one && `${one.instead}, not ${one.value}`);

const HUGO = 'Le roman fut écrit par Victor Hugo.';

describe('another name in the place of one', () => {
  it('contradicts where two samples give it', () => {
    expect(given([HUGO, HUGO])).toEqual(Array(2).fill('Victor Hugo, not Émile Zola'));
    expect(given([HUGO, 'Hugo est un auteur.'])).toEqual(['Victor Hugo, not Émile Zola', null]);
  });

  it.each([
    ['one sample alone gives it', [HUGO, 'Le roman fut écrit à Paris.']],
    ['as many hold the name', [HUGO, HUGO, RESPONSE, RESPONSE]],
    ['another word stands before it', ['Le roman fut lu à Victor Hugo.', 'Le roman fut lu à Victor Hugo.']],
    ['other words stand around it', [...Array(2).fill('La symphonie célèbre fut composée par Victor Hugo.')]],
  ])('does not where %s', (_, samples) => {
    expect(given(samples).every((one) => one === null)).toBe(true);
  });

  it('takes the beginning of a sentence for a name only of two words', () => {
    const other = 'Pablo Picasso pintó el cuadro.';
    expect(given([other, other], 'Salvador Dalí pintó el cuadro.')[0]).toBe(
      'Pablo Picasso, not Salvador Dalí',
    );
    expect(
      given(['Ellos pintaron mucho.', 'Ellos pintaron mucho.'], 'Nosotros pintaron mucho.')[0],
    ).toBeNull();
  });

  it('reads small words within a name', () => {
    const other = 'El libro fue escrito por Lope de Vega.';
    const [first] = given([other, other], 'El libro fue escrito por Miguel de Cervantes.');
    expect(first).toBe('Lope de Vega, not Miguel de Cervantes');
  });
});
