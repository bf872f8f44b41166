import { expect, it } from 'vitest';
import { readReference, valueConflictOf } from '../../../src/local/checker/value-conflicts.ts';
import { triples } from '../../support/records.ts';

const HAMLET = 'It is set in Denmark. The play Hamlet was written by William Shakespeare around 1600.';

function conflictOf(fact: string, ...references: string[]) {
  const parts = fact.split(' | ') as [string, string, string];
  return valueConflictOf(parts.join(' '), triples('original', [parts])[0], references.map(readReference));
}

it('finds what a reference has in the place of a value, and where', () => {
  expect(conflictOf('Hamlet | was written by | Christopher Marlowe', 'Another text.', HAMLET)).toEqual({
    kind: 'value',
    stated: 'Christopher Marlowe',
    found: 'William Shakespeare',
    place: { reference: 1, span: { start: 22, end: HAMLET.length } },
  });
  expect(conflictOf('Hamlet | was written around | 1700', HAMLET)?.found).toBe('1600');
  const costs = 'The repairs would cost 2.3 million pounds.';
  expect(conflictOf('repairs | would cost | 2.3 billion pounds', costs)?.found).toBe('2.3 million');
});

it.each([
  [
    'that a reference holds elsewhere',
    'Hamlet | was written by | Ann Berg',
    `${HAMLET} Ann Berg wrote Emma.`,
  ],
  ['of which it holds a part', 'Hamlet | was written by | Will Shakespeare', HAMLET],
  ['that it spells otherwise', 'Hamlet | was written by | Willem Shakspeare', HAMLET],
  ['of another kind', 'Hamlet | was written by | 1587', HAMLET],
  ['of which it says other things', 'Hamlet | was first printed in London by | Nicholas Ling', HAMLET],
  ['that the head holds', 'Christopher Marlowe | was | playwright', HAMLET],
  ['of which it has pieces', 'fund | held | 36,000 dollars', 'The fund held 36, 000 dollars.'],
])('none for a value %s', (_, fact, reference) => {
  expect(conflictOf(fact, reference)).toBeNull();
});

it('needs no head', () => {
  const references = [readReference('The bridge was opened in 1932 by the mayor.')];
  expect(valueConflictOf('The bridge was opened in 1923.', undefined, references)).toMatchObject({
    stated: '1923',
    found: '1932',
  });
});
