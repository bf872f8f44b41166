import { expect, it } from 'vitest';
import { typicalAnswer } from '../../../src/detector/estimate/typical-answers.ts';

const row = (properties: Record<string, unknown>) => ({ type: 'object', properties });
const own = { type: 'array', items: row({ number: { type: 'integer' }, supported: { type: 'boolean' } }) };

it('has a row with its number for each item of a list', async () => {
  expect(await typicalAnswer('own', row({ verdicts: own }), { facts: '1. a\n2. b\n3. c' })).toEqual({
    verdicts: [
      { number: 1, supported: false },
      { number: 2, supported: true },
      { number: 3, supported: false },
    ],
  });
});

it('has rows for the list of the same name, else for the facts, however long another list is', async () => {
  const blocks = { sample: '1. x\n2. y\n3. z', facts: '1. a', sentences: '1. b\n2. c' };
  expect(await typicalAnswer('own', row({ sentences: own, verdicts: own }), blocks)).toEqual({
    sentences: [
      { number: 1, supported: false },
      { number: 2, supported: true },
    ],
    verdicts: [{ number: 1, supported: false }],
  });
});

it('has one element in other lists, the first number, a name, and one of the values there are', async () => {
  const schema = row({
    places: { type: 'array', items: row({ name: { type: 'string' } }) },
    option: { type: 'integer' },
    choice: { type: 'string', enum: ['yes', 'no'] },
  });
  expect(await typicalAnswer('own', schema, {})).toEqual({
    places: [{ name: 'Tilda Wenning' }],
    option: 1,
    choice: 'no',
  });
});
