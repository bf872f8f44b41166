import { describe, expect, it } from 'vitest';
import { slotsOf, votesOfSlots } from '../../src/consistency/reader-slots.ts';
import type { SampleStatement } from '../../src/passage.ts';
import { segmentation, statement } from '../support/records.ts';

const said = (number: number, says: SampleStatement['says'], own: Partial<SampleStatement> = {}) =>
  statement(says, { responseId: `sample-${number}`, ...own });

const original = segmentation('original', [
  ['Mara Quint', 'was born in', 'Leith in 1912'],
  ['Mara Quint', 'was', 'painter'],
]);
const facts = original.triples.map((triple, index) => ({
  triple,
  statements: [
    [said(1, 'repeats'), said(2, 'contradicts', { value: '1912', instead: '1921' }), said(3, 'silent')],
    [said(1, 'contradicts', { instead: 'poet' }), said(2, 'incomparable'), said(3, 'repeats')],
  ][index] as SampleStatement[],
}));
const samples = [1, 2, 3].map((number) => slotsOf(segmentation(`sample-${number}`, []), facts));

describe('slots', () => {
  it('hold the tail of the fact, or the value that the sample gives in its place', () => {
    expect(samples.map(({ triples }) => triples.map(({ id, tail }) => [id, tail]))).toEqual([
      [
        ['sample-1/1', 'Leith in 1912'],
        ['sample-1/2', 'poet'],
      ],
      [['sample-2/1', 'Leith in 1921']],
      [['sample-3/1', 'painter']],
    ]);
  });

  it('vote as Eq. 2 has it, one vote a fact and sample', () => {
    const votes = votesOfSlots(facts, samples);
    expect(votes.map(({ votes: own }) => own.map(({ repeated, conflict }) => [repeated, conflict]))).toEqual([
      [
        [true, false],
        [false, true],
        [false, false],
      ],
      [
        [false, true],
        [false, false],
        [true, false],
      ],
    ]);
    expect(votes.map(({ votes: own }) => own.map(({ tripleId }) => tripleId))).toEqual([
      ['sample-1/1', 'sample-2/1', null],
      ['sample-1/2', null, 'sample-3/1'],
    ]);
    expect(votes.flatMap(({ votes: own }) => own).some(({ risk }) => risk)).toBe(false);
  });
});
