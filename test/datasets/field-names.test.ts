import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldVariants, headerField, nearField, nearFieldNotes } from '../../datasets/field-names.ts';

describe('a name in a header', () => {
  it.each([
    ['Prompt', 'prompt'],
    [' RESPONSE ', 'response'],
    ['sample1', 'sample_1'],
    ['Sample 2', 'sample_2'],
    ['samples-03', 'sample_3'],
    ['Label', 'Label'],
    ['sampled', 'sampled'],
  ])('%j is taken for %j', (name, field) => expect(headerField(name)).toBe(field));

  it('is taken for what its variant is taken for', () => {
    fc.assert(fc.property(fc.string(), (name) => headerField(headerField(name)) === headerField(name)));
  });
});

it.each([
  [
    { Prompt: 'q', 'RESPONSE ': 'r', Samples: [], Label: null },
    { prompt: 'Prompt', response: 'RESPONSE ', samples: 'Samples' },
  ],
  [{ prompt: 'q', Prompt: 'other' }, {}],
  [{ PROMPT: 'q', Prompt: 'other' }, {}],
])('fields of %o under a variant of their name', (record, expected) =>
  expect(fieldVariants(record)).toEqual(expected),
);

describe('a name that is nearly one of a field', () => {
  it.each([
    ['sampels', 'samples'],
    ['sample', 'samples'],
    ['Promt', 'prompt'],
    ['respones', 'response'],
    ['response_id', undefined],
    ['question', undefined],
    ['id2', undefined],
  ])('%j: %j', (name, field) => expect(nearField(name, ['prompt', 'response'])).toBe(field));

  it('is noted once, whatever the records are', () => {
    const records = [{ prompt: 'q', Promt: 'x' }, { Promt: 'y' }, { Prompt: 'z' }, null, 3];
    expect(nearFieldNotes(records, ['prompt'], 'in.jsonl')).toEqual([
      'in.jsonl: field "Promt" is not read; did you mean "prompt"?',
    ]);
  });
});
