import { describe, expect, it } from 'vitest';
import type { TaskResult, Triple } from '../../src/passage.ts';
import { countPremises, isWrongPremise, WRONG_PREMISE } from '../../src/verification/wrong-premise.ts';
import { segmentation } from '../support/records.ts';

const { triples } = segmentation('original', [
  ['Hallam Town', 'played', 'six seasons'],
  ['Hallam Town', 'won during their six seasons', 'two cups'],
  ['two cups', 'were given by', 'Ove Brandt'],
]);
const [SEASONS, CUPS, GIVEN] = triples as [Triple, Triple, Triple];
const shownOf = ({ head, relation }: Triple) => `(${head}; ${relation}; ?)`;

const result = (value: number | null, ...draws: [string, boolean | null][]): TaskResult => ({
  ...{ value, reason: value === null ? 'no-distractors' : null, asked: 'asked' },
  draws: draws.map(([answer, match]) => ({ answer, match, matchedBy: null })),
});
const WRONG = [WRONG_PREMISE, false] as [string, boolean];

describe('countPremises', () => {
  it('counts a wrong premise against the fact that states it, and leaves the fact asked about open', () => {
    const counted = countPremises(
      new Map([
        [SEASONS.id, result(1, ['six seasons', true], ['six seasons', true])],
        [CUPS.id, result(1 / 2, ['two cups', true], WRONG)],
      ]),
      triples,
      shownOf,
    );
    // 2 of 3 draws; 1 of 1
    expect(counted.get(SEASONS.id)).toMatchObject({ value: 2 / 3, reason: null });
    expect(counted.get(CUPS.id)).toMatchObject({ value: 1, reason: null });
    expect(counted.get(CUPS.id)?.draws[1]).toEqual({ answer: WRONG_PREMISE, match: null, matchedBy: null });
  });

  it('gives a value to one that was not asked, and none to one whose answers all went there', () => {
    const counted = countPremises(
      new Map([
        [SEASONS.id, result(null)],
        [CUPS.id, result(0, WRONG)],
      ]),
      triples,
      shownOf,
    );
    expect(counted.get(SEASONS.id)).toMatchObject({ value: 0, reason: null });
    expect(counted.get(CUPS.id)).toMatchObject({ value: null, reason: 'abstained' });
  });

  it('counts it against the fact itself where no other one states it; a head is no premise', () => {
    const results = new Map([
      [CUPS.id, result(1, ['two cups', true])],
      [GIVEN.id, result(0, WRONG)],
    ]);
    expect(countPremises(results, triples, shownOf)).toEqual(results);
  });
});

describe('isWrongPremise', () => {
  it('knows the wordings that the prompts give', () => {
    expect([WRONG_PREMISE, 'Wrong premise.', 'wrong question', 'wrong'].map(isWrongPremise)).toEqual([
      ...[true, true, true, false],
    ]);
  });
});
