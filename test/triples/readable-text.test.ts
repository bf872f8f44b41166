import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { classifyEnglish, classifyResponse, languageByWords } from '../../src/triples/readable-text.ts';

const outcomeOf = async (text: string) => (await classifyEnglish(text))?.outcome ?? 'readable';

describe('classifyEnglish', () => {
  it.each(['', ' \r\n\t', '\uFEFF', '\u200B\u00A0'])('calls %j empty', async (text) => {
    expect(await outcomeOf(text)).toBe('empty');
  });

  it.each([
    "I'm sorry, but I can't help with that.",
    'I’m sorry, I cannot provide information about private persons. Could you tell me more?',
    'I apologize, but I am not able to find any information on Mara Quint.',
    'As an AI language model, I do not have access to that.',
    'Unfortunately, I do not have enough information to answer. Please give me more context.',
    'Sorry.',
    '\uFEFFI cannot answer this question.\r\nIf you have another one, feel free to ask.',
  ])('calls a refusal one: %s', async (text) => {
    expect(await outcomeOf(text)).toBe('refusal');
  });

  it.each([
    "I'm sorry, I could not find much. However, Mara Quint was a Scottish painter born in 1901.",
    'As an AI language model, I lack recent news, but Mara Quint was born in Leith in 1901.',
    'I cannot answer that. Mara Quint died in 1960.',
    '"I Can\'t Help Myself" is a song by the Four Tops.',
    'Sorry is a British board game.',
    'I have no doubt that Mara Quint was a painter.',
    'Sorrel is a herb. I am a rock is a song.',
  ])('does not call an answer a refusal: %s', async (text) => {
    expect(await outcomeOf(text)).toBe('readable');
  });

  it.each([
    'Der Maler wurde 1901 in Leith geboren, studierte in Edinburgh und zog später mit seiner Familie nach Wien.',
    'Elle est née à Leith en 1901 et a étudié la peinture à Édimbourg avant de s’installer à Paris avec son mari.',
    'La pintora nació en Leith en 1901 y estudió en Edimburgo antes de mudarse a Madrid con su familia.',
    'Она родилась в Москве и стала известной художницей.',
    '她出生于北京，是一位著名的作家。',
  ])('calls another language one: %s', async (text) => {
    expect(await outcomeOf(text)).toBe('non-english');
    expect((await classifyEnglish(text))?.detail).toContain('use a preset with a model');
    expect(classifyResponse(text)).toBeNull();
  });

  it.each([
    'Né à Paris.',
    'Ludwig Mies van der Rohe, Friedrich Wilhelm Murnau and Käthe Kollwitz lived in Berlin-Charlottenburg.',
    'Jalapeños.',
    'broken \uD83D half, but English all the same, and long enough for a language to be told',
  ])('does not judge short texts or foreign names: %s', async (text) => {
    expect(await outcomeOf(text)).toBe('readable');
  });
});

const DATA = new URL('../../../shared/data/', import.meta.url);

describe.skipIf(!existsSync(DATA))('classifyEnglish on published passages (needs ../shared/data)', () => {
  it('calls no English response or sample a refusal or another language', async () => {
    const read = (path: string) => JSON.parse(readFileSync(new URL(path, DATA), 'utf8'));
    const folder = 'graph_uncertainty/';
    const texts: string[] = [
      ...read('phd/phd_with_samples.json').flatMap((row: Row) => [row.AI, ...row.samples_text]),
      ...read('wikibio/wiki_bio_gpt3_hallucination.json').flatMap((row: Row) => [
        row.gpt3_text,
        ...row.gpt3_text_samples,
      ]),
      ...readdirSync(new URL(folder, DATA))
        .filter((name) => name.endsWith('.json'))
        .flatMap((name) => read(folder + name))
        .flatMap((row: Row) => [row.most_likely_generation, ...listOf(row.more_generations)]),
    ];
    expect(texts.length).toBeGreaterThan(5000);
    const judged: string[] = [];
    for (const text of texts) if ((await outcomeOf(text)) !== 'readable') judged.push(text);
    // Four samples about Spanish cuisine are in Spanish.
    expect(judged.every((text) => text.startsWith('La cocina española es'))).toBe(true);
    expect(judged).toHaveLength(4);
  });
});

// biome-ignore lint/suspicious/noExplicitAny: rows of three published formats
type Row = any;

function listOf(value: string | string[]): string[] {
  return Array.isArray(value) ? value : JSON.parse(value);
}

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
])('languageByWords is %s: %s', (code, text) => {
  expect(languageByWords(text)).toBe(code);
});
