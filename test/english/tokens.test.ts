import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readText, withTag } from '../../src/english/tokens.ts';

it('withTag: changes the tag alone, and nothing where it is the same', () => {
  const [token] = readText('Ann sang.').sentences.flat();
  if (token === undefined) throw new Error('no token');
  expect(withTag(token, 'VERB')).toEqual({ ...token, pos: 'VERB' });
  expect(withTag(token, token.pos)).toBe(token);
});

describe('readText', () => {
  it('tags tokens and gives their dictionary form', () => {
    const [tokens = []] = readText('Ann was born in 1912.').sentences;
    expect(tokens.map(({ text, lemma, pos }) => [text, lemma, pos])).toEqual([
      ['Ann', 'ann', 'PROPN'],
      ['was', 'be', 'AUX'],
      ['born', 'bear', 'VERB'],
      ['in', 'in', 'ADP'],
      ['1912', '1912', 'NUM'],
      ['.', '.', 'PUNCT'],
    ]);
  });

  it.each([
    'Emperor Ōjin ruled.',
    'Maria Skłodowska met Dvořák, Kılıç and Đoković.',
    'A cœur in Αθήνα, Москва and Łódź.',
  ])('keeps words whole that have letters which the tokenizer does not know: %s', (text) => {
    const tokens = readText(text).sentences.flat();
    expect(tokens.map((token) => token.text).join(' ')).toBe(text.replace(/(?=[.,])/g, ' '));
    for (const token of tokens) expect(text.slice(token.start, token.end)).toBe(token.text);
  });

  it('tags such a name as a name', () => {
    const tokens = readText('Maria Skłodowska left.').sentences.flat();
    expect(tokens.map(({ text, lemma, pos }) => [text, lemma, pos]).slice(0, 2)).toEqual([
      ['Maria', 'maria', 'PROPN'],
      ['Skłodowska', 'skłodowska', 'PROPN'],
    ]);
  });

  it('ends a sentence behind degrees', () => {
    expect(readText('Heat it to 230 °C. Bake it.').sentences).toHaveLength(2);
  });

  it('reads over what is invisible, and places tokens around it', () => {
    const text = 'A\u200Bnn Be\u00ADrg sang.\uFEFF';
    const [tokens = []] = readText(text).sentences;
    expect(tokens.map(({ text: word, start, end }) => [word, start, end])).toEqual([
      ['Ann', 0, 4],
      ['Berg', 5, 10],
      ['sang', 11, 15],
      ['.', 15, 16],
    ]);
  });

  it('places every token exactly, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (text) => {
        let cursor = 0;
        for (const token of readText(text).sentences.flat()) {
          expect(text.slice(token.start, token.end).replace(/[\u00AD\u200B-\u200D\u2060\uFEFF]/g, '')).toBe(
            token.text,
          );
          expect(token.start).toBeGreaterThanOrEqual(cursor);
          cursor = token.end;
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('a text read after others', () => {
  const read = (text: string) =>
    readText(text)
      .sentences.flat()
      .filter(({ pos }) => pos !== 'SPACE')
      .map(({ text: word, pos }) => `${word}/${pos}`);

  it('has the tokens that it has alone', () => {
    expect(read("He saw Quint's work.").slice(2, 4)).toEqual(['Quint/PROPN', "'s/PART"]);
    // alone, the tokenizer would keep these together, and from then on in every text
    expect(read("It was Quint's, they said.").slice(2, 5)).toEqual(['Quint/PROPN', "'s/PART", ',/PUNCT']);
    expect(read("She saw Quint's work.").slice(2, 4)).toEqual(['Quint/PROPN', "'s/PART"]);
    expect(read('Berg (1491–1529) was a poet.').slice(2, 5)).toEqual(['1491/NUM', '–/PUNCT', '1529/NUM']);
    expect(read('Berg died in 1529.').slice(3, 4)).toEqual(['1529/NUM']);
  });

  it('keeps what a contraction stands for', () => {
    expect(read("It's cold.").slice(0, 2)).toEqual(['It/PRON', "'s/AUX"]);
  });
});
