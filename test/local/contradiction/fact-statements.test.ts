import { expect, it } from 'vitest';
import { measureAgreement } from '../../../src/local/agreement.ts';
import { sampleId } from '../../../src/passage.ts';
import { splitSentences } from '../../../src/english/sentences.ts';
import { segmentation } from '../../support/records.ts';

const RESPONSE = 'Ann Berg was born in Paris in 1912. She was a chemist. Ann Berg wrote six novels.';

/** What each sample says of `Ann Berg | relation | tail`, stated in the sentence given. */
function said(fact: string, samples: readonly string[], response = RESPONSE, prompt = 'Who was Ann Berg?') {
  const sentences = splitSentences(response);
  const parts = fact.split(' | ') as [string, string, string];
  const { triples } = segmentation('original', [parts]);
  const [triple] = triples;
  if (triple)
    triple.span = sentences.find(({ start, end }) => response.slice(start, end).includes(parts[2])) ?? null;
  const sampleIds = samples.map((_, index) => sampleId(index));
  const measured = measureAgreement({
    ...{ prompt, response, sentences, triples, samples, sampleIds, claims: [] },
  });
  return (measured.triples['original/1']?.statements ?? []).map(({ says, value, instead, quote }, index) => ({
    says,
    contrast: says === 'contradicts' ? `${instead}, not ${value}` : null,
    quote: quote === null ? null : samples[index]?.slice(quote.start, quote.end),
  }));
}

const stance = (fact: string, samples: readonly string[]) =>
  said(fact, samples).map(({ says, contrast }) => contrast ?? says);

const BORN_IN = 'Ann Berg | was born in | Paris';

it('names the value a sample gives in the same slot, with its sentence', () => {
  expect(said(BORN_IN, ['She wrote. Ann Berg was born in Warsaw in 1912.'])).toEqual([
    { says: 'contradicts', contrast: 'Warsaw, not Paris', quote: 'Ann Berg was born in Warsaw in 1912.' },
  ]);
});

it('holds a measure against bare answers only where the prompt asks for it', () => {
  const response = 'A hundred grams of lentils contain 19 g of protein and roughly 8 g of bran.';
  const samples = ['Roughly 9 g.', 'They have 9 g of protein.', 'About 9 g of protein, and 8 g of bran.'];
  const says = (fact: string) =>
    said(fact, samples, response, 'How much protein is in lentils?').map(
      ({ says, contrast }) => contrast ?? says,
    );
  expect(says('lentils | contain | 8 g of bran')[0]).toBe('incomparable');
  expect(says('lentils | contain | 19 g of protein')).toContain('9, not 19');
});

it('holds the value that the prompt asks for against bare answers', () => {
  const response = 'An octopus has five hearts.';
  const samples = ['Three! The blood is blue.', 'They have three of them.', 'It is a mollusc.'];
  const stances = (prompt: string) =>
    said('octopus | has | five hearts', samples, response, prompt).map(
      ({ says, contrast }) => contrast ?? says,
    );
  expect(stances('How many hearts does an octopus have?')).toEqual([
    'Three, not five',
    'three, not five',
    'silent',
  ]);
  expect(stances('Tell me about octopuses.')).not.toContain('three, not five');
});

it('holds of two equal values the one that is of what the fact is of', () => {
  const response = 'The law was passed in April 2016 and is in force since 25 May 2016.';
  const sample = 'Passed in April 2016, the law is in force since 25 May 2018.';
  const contrast = (fact: string) => said(fact, [sample], response)[0]?.contrast;
  expect(contrast('law | was passed in | April 2016')).toBeNull();
  expect(contrast('law | is in force since | 25 May 2016')).toBe('2018, not 2016');
});

it.each([
  ['Ada Moor | was born in | 1852', 'Ada Moor was born in 1852 and died in 1815.', '1815, not 1852'],
  ['Ada Moor | died in | 1815', 'Ada Moor was born in 1852 and died in 1815.', '1852, not 1815'],
  ['Ada Moor | was born in | 1815', 'Ada Moor was born in 1815 and died in 1852.', null],
  // the response has no other place for 1815
  ['Ada Moor | was born in | 1852', 'Ada Moor was born in 1852.', '1815, not 1852'],
  ['Ada Moor | opened a shop in | 1852', 'Ada Moor opened a shop in 1852. She wed in 1815.', null],
])('tells two values that changed places: %j in %s', (fact, response, contrast) => {
  const samples = ['Ada Moor was born in 1815. She died in 1852.', 'Ada Moor, born in 1815, died in 1852.'];
  expect(said(fact, samples, response)[0]?.contrast).toBe(contrast);
});

it('knows a name that opens a sentence where another sample has it inside one', () => {
  const fact = 'Norma | was composed by | Verdi';
  const samples = ['Bellini composed Norma.', 'Norma was composed by Bellini.', 'Norma is by Bellini.'];
  const says = said(fact, samples, 'Norma was composed by Verdi.').map(({ contrast }) => contrast);
  expect(says.slice(0, 2)).toEqual(['Bellini, not Verdi', 'Bellini, not Verdi']);
});

it('holds who did something not against where it was done', () => {
  const fact = 'Gauguin | visited him in | Arles';
  const samples = ['Later, Theo visited him.', 'He was visited by Theo.'];
  const says = said(fact, samples, 'Gauguin visited him in Arles.').map(({ contrast }) => contrast);
  expect(says).not.toContain('Theo, not Arles');
});

it('tells repeating from silence', () => {
  const samples = ['Ann Berg was born in Paris.', 'Ann Berg wrote novels.'];
  expect(stance(BORN_IN, samples)).toEqual(['repeats', 'silent']);
});

it.each([
  ['year', 'Ann Berg | was born in | 1912', 'Ann Berg was born in Paris in 1921.', '1921, not 1912'],
  ['quantity', 'Ann Berg | wrote | six novels', 'Ann Berg wrote nine novels.', 'nine, not six'],
  ['unit', 'It | lasted | 90 minutes', 'It lasted 90 hours.', '90 hours, not 90 minutes'],
  ['material', 'Coins | were made of | iron', 'Coins were made of copper.', 'copper, not iron'],
  ['rank', 'It | was | second longest bridge', 'It was the longest bridge.', 'longest, not second longest'],
  ['bound', 'It | has | fewer than 40 arches', 'It has more than 40 arches.', 'at least 40, not at most 40'],
  [
    'brother',
    'Ivo Lind | was praised by | her brother Tom Hall',
    'Ivo wrote to her uncle Tom Hall for years.',
    'uncle, not brother',
  ],
  ['people', 'Ann Berg | was | Polish chemist', 'Ann Berg was a French chemist.', 'French, not Polish'],
])('knows another %s', (_, fact, sample, contrast) => {
  const response = `${RESPONSE.replace('a chemist', 'a Polish chemist')} It lasted 90 minutes. Coins were made of iron.
        It was the second longest bridge. It has fewer than 40 arches. Ivo Lind was praised by her brother Tom Hall.`;
  expect(said(fact, [sample], response)[0]?.contrast).toBe(contrast);
});

it.each([
  ['a larger place', BORN_IN, 'Ann Berg was born in France in 1912.'],
  ['a value of another kind', BORN_IN, 'Ann Berg was born in May 1912.'],
  ['as much in another unit', 'It | lasted | 90 minutes', 'It lasted 5400 seconds.'],
  ['a value that counts something else', 'Ann Berg | wrote | six novels', 'Ann Berg wrote nine plays.'],
  [
    'a value the response gives elsewhere',
    'Ann Berg | was born in | 1912',
    'Ann Berg was born in Paris in 1912 or so.',
  ],
])('sees no contradiction in %s', (_, fact, sample) => {
  expect(stance(fact, [sample])).not.toContainEqual(expect.stringContaining(', not '));
});

it('hears what a title says of one name, and not of another', () => {
  const response = 'Ann Berg was a potter. The play is by the dramatist Ivo Lind.';
  const sample = 'Ann Berg was a playwright.';
  const potter = 'Ann Berg | was | potter';
  expect(said(potter, [sample], response)[0]?.contrast).toBe('playwright, not potter');
  expect(said(potter, [`${sample} She made pots as a ceramicist.`], response)[0]?.says).not.toBe('repeats');
});

it('takes a number that the response gives of no thing for no other', () => {
  const response = 'Ann Berg won 90 medals. Her lead was 12.';
  const medals = 'Ann Berg | won | 90 medals';
  expect(said(medals, ['Ann Berg, a swimmer of Leith, won 12 medals there.'], response)[0]?.says).not.toBe(
    'contradicts',
  );
  expect(said(medals, ['Ann Berg won 13 medals there.'], response)[0]?.contrast).toBe('13, not 90');
});

it('lets one of several, and another name in parentheses, be one of many', () => {
  const response = 'Ann Berg (Anna Lind) wrote novels such as "Winter Road".';
  const novel = 'Ann Berg | wrote | novels such as "Winter Road"';
  const sample = (title: string) => `Ann Berg wrote nine early novels and plays such as "${title}".`;
  expect(said(novel, [sample('Summer Rain')], response)[0]?.says).toBe('incomparable');
  expect(said(novel, [response.replace('Winter Road', 'Summer Rain')], response)[0]?.contrast).toBe(
    'Summer Rain, not Winter Road',
  );
  const name = 'Ann Berg | is | Anna Lind';
  expect(said(name, ['Ann Berg knew Vera Hall, who wrote novels.'], response)[0]?.says).toBe('silent');
});

it('takes how many there are of a thing for no example, though it is named as one of several', () => {
  const response = 'The reef holds much life, including over 1,500 species of fish and 299 species of coral.';
  const corals = 'much life | include | 299 species of coral';
  const sample = 'The reef is home to over 1,500 species of fish, 600 species of coral, and whales.';
  expect(said(corals, [sample], response)[0]?.contrast).toBe('600, not 299');
  const fish = 'much life | include | over 1,500 species of fish';
  expect(said(fish, [sample], response)[0]?.says).not.toBe('contradicts');
});

it('takes a value that several samples hold elsewhere for none of the fact', () => {
  const samples = [
    'Ann Berg, a chemist born to teachers of Warsaw, wrote novels.',
    'She was born when Warsaw was at war.',
  ];
  expect(stance(BORN_IN, samples)).toEqual(['incomparable', 'incomparable']);
});

it('does not let one fact speak for its neighbours', () => {
  const samples = ['Ann Berg was born in Warsaw in 1912. She was a chemist.'];
  expect(stance('Ann Berg | was | chemist', samples)).toEqual(['repeats']);
});

it('takes the words of a clause that another sample turns round for no repetition', () => {
  const fact = 'Ann Berg | taught | Vera Hall';
  const response = 'Ann Berg taught Vera Hall.';
  const bare = 'Ann Berg met Vera Hall, who taught.';
  const again = 'Vera Hall was taught by Ann Berg.';
  const saysOf = (samples: readonly string[]) => said(fact, samples, response).map(({ says }) => says);
  expect(saysOf([bare, again])).toEqual(['repeats', 'repeats']);
  expect(saysOf(['Vera Hall taught Ann Berg.', bare, again])).toEqual([
    'contradicts',
    'incomparable',
    'repeats',
  ]);
});

it('does not take what is told of somebody else for the fact', () => {
  const response = 'Laura handles the app on mobile phones.';
  const says = (sample: string) =>
    said('Laura | handles | the app on mobile phones', [sample], response, 'Who handles the app?').map(
      (one) => one.says,
    );
  expect(says('Laura handles the app on mobile phones, and the rest.')).toEqual(['repeats']);
  expect(says('Then Ivo handles the app on mobile phones, and the rest.')).not.toEqual(['repeats']);
});

it('looks for an amount that a fact is told of', () => {
  const response = 'Your refund of €98.90 was issued on 4 March.';
  const says = (sample: string) =>
    said('refund of €98.90 | was issued on | 4 March', [sample], response, 'Was my refund issued?').map(
      (one) => one.says,
    );
  expect(says('We issued a refund of €89.90 on 4 March.')).not.toContain('repeats');
  expect(says('We issued a refund of €98.90 on 4 March.')).toEqual(['repeats']);
});
