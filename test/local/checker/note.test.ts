import { describe, expect, it } from 'vitest';
import { noteOn } from '../../../src/local/checker/note.ts';
import { indexReferences } from '../../../src/local/checker/reference-index.ts';
import { statementWords } from '../../../src/english/statement-words.ts';
import { supportOf } from '../../../src/local/checker/word-support.ts';

const index = indexReferences(['The cat ate fresh fish. It slept. A storm came. Dogs chased the red ball.']);
const note = (text: string) => noteOn(supportOf(statementWords(text), index), null);

describe('noteOn', () => {
  it.each([
    ['The cat ate fresh fish.', null],
    ['The cat ate frozen fish.', "Not in the reference: 'frozen'."],
    ['The cat ate fresh fish and the red ball.', "In another part of the reference: 'red', 'ball'."],
    ['The cat ate fish.', "Not beside each other in the reference: 'ate … fish'."],
    ['one alpha beta gamma delta', "Not in the reference: 'one', 'alpha', 'beta', 'gamma' and 1 more."],
  ])('%s', (text, expected) => {
    expect(note(text)).toBe(expected);
  });

  it('names a conflict before anything else', () => {
    const support = supportOf(statementWords('frozen'), index);
    expect(noteOn(support, { kind: 'year', stated: '1978', found: '1987' })).toBe(
      "'1978' is not in the nearest sentence, which has '1987' in its place.",
    );
    expect(noteOn(support, { kind: 'negation', negated: true })).toBe(
      'The nearest sentence says the same without a negation.',
    );
  });
});
