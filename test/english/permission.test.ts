import { expect, it } from 'vitest';
import { allowanceIn } from '../../src/english/permission.ts';
import { tokensOf } from '../../src/english/sentence-words.ts';

it.each([
  ['Tenants may keep a dog.', true],
  ['You can bring your own food.', true],
  ['Dogs are allowed in the garden.', true],
  ['Smoking is not forbidden here.', true],
  ['Dogs are banned.', false],
  ['Clause 11 rules out cats.', false],
  ["You can't keep a dog.", false],
  ['You cannot keep a dog.', false],
  ['The king may not castle.', false],
  ["Dogs aren't allowed.", false],
  ["You're not permitted to have a cat.", false],
  ['No dogs are allowed.', false],
  ['You must not mix them.', false],
  // neither, or both
  ['You must sign the book.', null],
  ['Tenants keep a dog.', null],
  ['Cats are allowed, but dogs are banned.', null],
])('%s', (text, allows) => {
  expect(allowanceIn(tokensOf(text))).toBe(allows);
});
