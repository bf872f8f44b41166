import { expect, it } from 'vitest';
import { conflictOf } from '../../../src/local/checker/conflicts.ts';
import { indexReferences } from '../../../src/local/checker/reference-index.ts';
import type { ReferenceSentence } from '../../../src/local/checker/reference-sentence.ts';
import { statementWords } from '../../../src/english/statement-words.ts';

function conflict(statement: string, reference: string) {
  const [sentence] = indexReferences([reference]).sentences;
  return conflictOf(statement, statementWords(statement), sentence as ReferenceSentence);
}

it.each([
  ['Brooke born in 1978', 'Brooke was born in 1987.', { kind: 'year', stated: '1978', found: '1987' }],
  ['Ten whales swam.', 'Two whales swam.', { kind: 'number', stated: 'Ten', found: 'Two' }],
  ['It opened on 12 May.', 'It opened on 13 May.', { kind: 'date', stated: '12 May', found: '13 May' }],
  [
    'The singer Ella Smith married in Rome.',
    'The singer Ann Lee married in Rome.',
    { kind: 'name', stated: 'Ella Smith', found: 'Ann Lee' },
  ],
  ['The whale did not swim.', 'The whale did swim.', { kind: 'negation', negated: true }],
  ['The whale did swim.', "The whale didn't swim.", { kind: 'negation', negated: false }],
  ['The whale swam.', 'Not the whale swam.', { kind: 'negation', negated: false }],
])('%s / %s', (statement, reference, expected) => {
  expect(conflict(statement, reference)).toEqual(expected);
});

it.each([
  ['a number the sentence holds in another place', 'In 1987 Brooke sang.', 'Brooke sang in 1987.'],
  ['a number without a counterpart', 'Brooke sang in 1987.', 'Brooke sang.'],
  ['another kind of value', 'Brooke sang 12 songs.', 'Brooke sang songs in 1987.'],
  ['sentences about different things', 'Prices rose to 12 percent.', 'Brooke left 13 songs to his percent.'],
  ['two forms of one number', 'They lost 36,000 dollars.', 'They lost 36, 000 dollars.'],
  ['two spellings of a name', 'A friend of Bartomeu left.', 'A friend of Bartemou left.'],
  ['a name at an end', 'Whales reached Mexico', 'Whales reached Baja, too.'],
  ['capitals where a sentence begins', 'It cooled. Cook it well.', 'It cooled. Put it well.'],
  ['a negation outside what is repeated', 'The whale swam.', 'The whale swam, but it was not seen.'],
  ['no common word', 'Whales swam.', 'It rained.'],
])('none: %s', (_, statement, reference) => {
  expect(conflict(statement, reference)).toBeNull();
});
