import { describe, expect, it } from 'vitest';
import type { ReferenceCheck, Stance, Trace } from '../../src/passage.ts';
import { isOnlyUnfounded, isSentenceUnmentioned, isUnmentioned } from '../../src/scoring/mentioned.ts';
import { statement } from '../support/records.ts';

const said = (byModel: boolean, ...rows: [Stance, number | null][]) => ({
  byModel,
  statements: rows.map(([says, coverage]) => statement(says, { coverage })),
});

describe('a fact that no sample mentions', () => {
  it.each([
    [true, 'none holds half of its words', said(false, ['silent', 0], ['incomparable', 0.49])],
    [false, 'one holds half of its words', said(false, ['silent', 0], ['silent', 0.5])],
    [false, 'one repeats it', said(false, ['silent', 0], ['repeats', 1])],
    [false, 'one contradicts it', said(false, ['silent', 0], ['contradicts', 0])],
    [false, 'there is no word to look for', said(false, ['incomparable', null])],
    [false, 'there is no sample', said(false)],
    [true, 'a model finds all of them silent', said(true, ['silent', null], ['silent', null])],
    [false, 'a model cannot compare one', said(true, ['silent', null], ['incomparable', null])],
  ])('%s where %s', (expected, _why, given) => {
    expect(isUnmentioned(given)).toBe(expected);
  });
});

it('reads of a sentence how many of its words the sample with most of them holds', () => {
  expect(isSentenceUnmentioned({ held: 0.49 })).toBe(true);
  expect(isSentenceUnmentioned({ held: 0.5 })).toBe(false);
  expect(isSentenceUnmentioned({ held: null })).toBe(false);
  expect(isSentenceUnmentioned({})).toBe(false);
  expect(isSentenceUnmentioned(undefined)).toBe(false);
});

describe('what only a checker without a model does not find', () => {
  const checkedBy = (checker: string, label: ReferenceCheck['label'], says: Stance = 'silent') =>
    isOnlyUnfounded({
      reference: { checker, triples: { 'original/1': { label } } },
      agreement: { triples: { 'original/1': said(false, [says, 1]) } },
      verification: [],
    } as unknown as Trace)('original/1');

  it('is not called so where the references or a sample contradict it, or a model has read them', () => {
    expect(checkedBy('lexical', 'neutral')).toBe(true);
    expect(checkedBy('lexical', 'contradiction')).toBe(false);
    expect(checkedBy('lexical', 'neutral', 'contradicts')).toBe(false);
    expect(checkedBy('llm', 'neutral')).toBe(false);
  });
});
