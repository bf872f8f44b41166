import { expect, it } from 'vitest';
import { baseForms } from '../../../src/english/lexicon/base-forms.ts';

it.each([
  ['losing', 'lose'],
  ['wrote', 'write'],
  ['cities', 'city'],
  ['studied', 'study'],
  ['planned', 'plan'],
  ['biggest', 'big'],
  ['largest', 'large'],
  ['earlier', 'early'],
  ['matches', 'match'],
  ['novels', 'novel'],
  ['tying', 'tie'],
  ['statesmen', 'statesman'],
])('%s may be a form of %s', (form, plain) => {
  expect(baseForms(form)).toContain(plain);
});

it('has the word itself first, and nothing else of short ones', () => {
  expect(baseForms('glass')).toEqual(['glass']);
  expect(baseForms('red')).toEqual(['red']);
  expect(baseForms('')).toEqual(['']);
});
