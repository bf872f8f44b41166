import fc from 'fast-check';
import { expect, it } from 'vitest';
import { normaliseEntity, normalisePhrase } from '../../src/english/normalise.ts';

it.each([
  ['The Beatles', 'beatles'],
  ['Ford Prefect (character)', 'ford prefect'],
  ['  Gabriel García Márquez ', 'gabriel garcia marquez'],
  ["Halley's Comet", 'halley comet'],
  ['U.S. Army', 'u s army'],
  ['1,234,567 people', '1234567 people'],
  ['3.5 million', '3.5 million'],
  ['St. John’s', 'st john'],
  ['A', 'a'],
  ['(1912)', '1912'],
  ['…', ''],
])('%s -> %s', (mention, form) => {
  expect(normaliseEntity(mention)).toBe(form);
});

it('is idempotent on any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const once = normalisePhrase(text);
      expect(normalisePhrase(once)).toBe(once);
    }),
  );
});
