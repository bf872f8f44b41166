import { expect, it } from 'vitest';
import { readSample } from '../../../src/local/agreement/samples.ts';
import { FEW, indexForms } from '../../../src/local/contradiction/sentence-forms.ts';
import type { ValueText } from '../../../src/local/contradiction/stated-values.ts';
import { read } from './marked.ts';

const letters = (index: number): string =>
  String(index).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] as string);
const born = (index: number): string => `Ann B${letters(index)} was born in Leith in ${1500 + index}.`;
const index = (text: string, isHead: (key: string) => boolean = () => true) => {
  const values: ValueText = read(text);
  return { values, find: indexForms(values, readSample('sample-1', text), isHead) };
};

const many = Array.from({ length: 3 * FEW }, (_, place) => born(place));

it('names one sentence of a form, and those that hold a rare word or value of the fact', () => {
  const { values, find } = index([...many, 'Ivo died in Graz.'].join(' '));
  const year = values.sentences[40]?.values.filter(({ mention }) => mention.kind === 'year') ?? [];
  // first those with what is rare, then the first of each form that is none of them
  expect(find?.({ keys: ['born', `b${letters(7)}`], values: [] })).toEqual([7, 0, many.length]);
  expect(find?.({ keys: [`b${letters(0)}`], values: year })).toEqual([40, 0, 1, many.length]);
});

it('tells forms apart by common words, denials and heads', () => {
  const other = Array.from(
    { length: 2 * FEW },
    (_, place) => `Ann C${letters(place)} was not born in Leith.`,
  );
  const { find } = index([...many, ...other].join(' '));
  expect(find?.({ keys: [], values: [] })).toEqual([0, many.length]);
  const heads = index(many.join(' '), (key) => key === `b${letters(5)}`);
  expect(heads.find?.({ keys: [], values: [] })).toEqual([0, 5]);
});

it('is null where no form has many sentences', () => {
  expect(index(many.slice(0, FEW).join(' ')).find).toBeNull();
  const all = many.map((_, place) => `Ann left ${`B${letters(place)} `.repeat(1 + (place % 4))}in Leith.`);
  expect(index(all.join(' ')).find).toBeNull();
});
