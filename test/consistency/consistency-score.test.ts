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
    ['raw', 10 / 6],
    ['mean', 1 / 6],
  ] as const)('%s: %d', (scale, expected) => {
    expect(consistencyScore(votes, scale)).toEqual({ value: expected, reason: null });
  });

  it('raw is Σ c_j itself over the 10 samples of the paper, and scaled to them over 20', () => {
    const ten = [...votes, ...votes.slice(0, 4)];
    // 1 + (1 + 1 − 1 + 0)
    expect(consistencyScore(ten, 'raw').value).toBe(2);
    expect(consistencyScore([...ten, ...ten], 'raw').value).toBe(2);
  });

  it('is missing without samples', () => {
    expect(consistencyScore([], 'raw')).toEqual({
      value: null,
      reason: 'no-samples',
    });
  });
});
