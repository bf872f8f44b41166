import { expect, it } from 'vitest';
import { checkPassage } from '../../src/detector/check-passage.ts';

it.each([
  [{ samples: 'x' }, 'passage "b": samples: expected a list, found text'],
  [{ samples: ['x', null] }, 'passage "b": samples.1: expected text, found null'],
  [{ response: 5 }, 'passage "b": response: expected text, found a number'],
  [{ prompt: undefined }, 'passage "b": prompt: missing; expected text or a list'],
])('says in words what is wrong with %j', (wrong, message) => {
  expect(() => checkPassage({ id: 'b', prompt: 'Who?', ...wrong })).toThrow(
    expect.objectContaining({ message: expect.stringContaining(message), field: message.split(': ')[1] }),
  );
});

it.each([
  ['sampels', 'samples'],
  ['Response', 'response'],
  ['contexts', 'context'],
])('refuses the field %s, which is near to %s', (name, near) => {
  const error = { message: `passage "b": ${name}: unknown field; did you mean ${near}?`, field: name };
  const passage = { id: 'b', prompt: 'Who?' };
  expect(() => checkPassage({ ...passage, [name]: [] })).toThrow(expect.objectContaining(error));
  expect(checkPassage({ ...passage, [name]: null, topic: 'a', gold: 1 })).toEqual(passage);
});

it.each([
  [[{ start: 0, end: 5 }], 0],
  [[{ start: 2, end: 1 }], 0],
  [
    [
      { start: 0, end: 4 },
      { start: 1, end: 5 },
    ],
    1,
  ],
])('refuses sentences that are no ranges of the response: %j', (sentences, place) => {
  const passage = { id: 'b', prompt: 'Who?', response: 'Ada.', sentences };
  expect(() => checkPassage(passage)).toThrow(`passage "b": sentences.${place}: not a range of the response`);
  expect(checkPassage({ ...passage, sentences: [{ start: 0, end: 4 }] }).sentences).toHaveLength(1);
});

it('names a passage without an id where it may be named', () => {
  expect(checkPassage({ prompt: 'Who?' }, 'passage')).toEqual({ id: 'passage', prompt: 'Who?' });
  expect(checkPassage({ id: undefined, prompt: 'Who?' }, 'passage').id).toBe('passage');
  expect(checkPassage({ id: 'b', prompt: 'Who?' }, 'passage').id).toBe('b');
  expect(() => checkPassage({ prompt: 'Who?' })).toThrow('a passage: id: missing');
  expect(() => checkPassage(null, 'passage')).toThrow('a passage: value');
});
