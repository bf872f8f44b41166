import { expect, it } from 'vitest';
import { withCounterpart, withoutQuoted } from '../../../src/local/contradiction/counterpart.ts';
import type { Reversal } from '../../../src/local/contradiction/reversed.ts';
import { read } from './marked.ts';

/** The first clause of the response turned round by the sentence of the sample that has a word. */
function kept(response: string, sample: string, word: string): boolean {
  const { sentences } = read(sample);
  const quote = sentences.find(({ span }) => sample.slice(span.start, span.end).includes(word))?.span;
  if (quote === undefined) throw new Error(`no sentence has ${word}`);
  const reversal: Reversal = {
    ...{ kind: 'negation', verbs: [{ start: 0, end: response.length }], quote },
    ...{ value: response, instead: word },
  };
  return (
    withCounterpart([reversal], { text: response, sentences: read(response).sentences }, sentences).length > 0
  );
}

const RESPONSE = 'French makers fitted pedals to the front wheel.';

it('holds a clause against the sentence that has most of its words', () => {
  expect(kept(RESPONSE, 'It had no pedals. French makers later added pedals to the front wheel.', 'no')).toBe(
    false,
  );
  expect(
    kept(RESPONSE, 'French makers fitted no pedals to the front wheel. They had pedals elsewhere.', 'no'),
  ).toBe(true);
});

it('holds it against any of those that have as many, and against the only one', () => {
  expect(kept(RESPONSE, 'It had no pedals. It had a wheel.', 'no')).toBe(true);
  expect(kept(RESPONSE, 'It had no pedals.', 'no')).toBe(true);
});

it('turns no clause round by a sample that has it in the same words', () => {
  const clause: Reversal = {
    ...{ kind: 'order', verbs: [{ start: 0, end: 3 }], quote: { start: 0, end: 3 } },
    value: 'ask what you can do for your country."',
    instead: 'Ask not what your country can do for you',
  };
  const both = '"Ask not what your country can do for you, ask what you can do for your country."';
  expect(withoutQuoted([clause], both)).toEqual([]);
  expect(withoutQuoted([clause], 'Ask not what your country can do for you.')).toEqual([clause]);
});
