import { expect, it } from 'vitest';
import type { Frame } from '../../../src/english/frames/frame.ts';
import { predicateRelation } from '../../../src/english/frames/predicates.ts';
import { readFrames } from '../../../src/english/frames/read-frames.ts';
import type { VerbSort } from '../../../src/english/lexicon/verbs.ts';

const first = (text: string) => readFrames(text).flat()[0] as Frame;
const relation = (one: string, other: string, ...sorts: VerbSort[]) =>
  predicateRelation(first(one), first(other), sorts);

it.each([
  // on one topic, in whatever words
  ['Ann Berg was born in 1921.', 'Her birth was in 1934.', [], 'same'],
  ['Ann Berg was murdered in 1921.', 'Ann Berg died in 1934.', [], 'same'],
  ['The hall was inaugurated in 1921.', 'Its opening was in 1934.', [], 'same'],
  ['The tower reaches 90 metres.', 'Its height is 80 metres.', ['size'], 'same'],
  // without a topic, by the verbs
  ['Ann Berg walked in 1921.', 'Ann Berg walked in 1934.', [], 'same'],
  // on different topics
  ['Ann Berg was born in 1921.', 'Ann Berg died in 1934.', [], 'different'],
  ['The novel was written in 1921.', 'The novel was published in 1934.', [], 'different'],
  ['The tower reaches 90 metres.', 'The tower weighs 80 tonnes.', ['size'], 'different'],
  // what begins is not what ends
  ['The war began in 1921.', 'The war ended in 1934.', [], 'different'],
] as const)('%s says the same as: %s: %s', (one, other, sorts, expected) => {
  expect(relation(one, other, ...sorts)).toBe(expected);
  expect(relation(other, one, ...sorts)).toBe(expected);
});

it('describes by what acts only what does little', () => {
  const own = 'The native died in 1921.';
  expect(relation(own, 'The death was in 1934.')).toBe('same');
  expect(relation(own, 'The birth was in 1934.')).toBe('different');
});

it('takes what may happen twice for one only where the verbs do', () => {
  expect(relation('Ann Berg received the prize in 1921.', 'Her award was in 1934.')).not.toBe('different');
  expect(relation('Ann Berg won the prize in 1921.', 'Ann Berg won the prize in 1934.')).toBe('same');
});
