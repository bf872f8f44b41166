import { describe, expect, it } from 'vitest';
import { consistencyScore } from '../../src/consistency/consistency-score.ts';
import type { SampleVote } from '../../src/passage.ts';

const vote = (repeated: boolean, risk: boolean, conflict: boolean): SampleVote => ({
  responseId: 'sample-1',
  repeated,
  risk,
  conflict,
  tripleId: null,
  tailSimilarity: null,
});
// c_j: +1, +1, −1, +1 − 1, 0, 0 (conflict)
const votes = [
  vote(true, false, false),
  vote(true, false, false),
  vote(false, true, false),
  vote(true, true, false),
  vote(false, false, false),
  vote(false, false, true),
];

describe('consistencyScore', () => {
  it.each([
    // of 6 samples, as of 10
    ['raw', false, 10 / 6],
    ['mean', false, 1 / 6],
    ['raw', true, 0],
    ['mean', true, 0],
  ] as const)('%s, conflict vote %s: %d', (consistency, conflictVote, expected) => {
    expect(consistencyScore(votes, { consistency, conflictVote })).toEqual({ value: expected, reason: null });
  });

  it('lets risk and conflict of one sample count once', () => {
    expect(
      consistencyScore([vote(false, true, true)], { consistency: 'mean', conflictVote: true }).value,
    ).toBe(-1);
  });

  it('raw is Σ c_j itself over the 10 samples of the paper, and scaled to them over 20', () => {
    const scoring = { consistency: 'raw', conflictVote: false } as const;
    const ten = [...votes, ...votes.slice(0, 4)];
    // 1 + (1 + 1 − 1 + 0)
    expect(consistencyScore(ten, scoring).value).toBe(2);
    expect(consistencyScore([...ten, ...ten], scoring).value).toBe(2);
  });

  it('is missing without samples', () => {
    expect(consistencyScore([], { consistency: 'raw', conflictVote: false })).toEqual({
      value: null,
      reason: 'no-samples',
    });
  });
});
