import { describe, expect, it } from 'vitest';
import { consistencyScore } from '../../src/consistency/consistency-score.ts';
import { vote } from '../support/records.ts';

// c_j: +1, +1, −1, +1 − 1, 0, 0 (conflict)
const votes = [
  ...[vote({ repeated: true }), vote({ repeated: true })],
  ...[vote({ risk: true }), vote({ repeated: true, risk: true })],
  ...[vote(), vote({ conflict: true })],
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
    expect(consistencyScore([], 'raw')).toEqual({ value: null, reason: 'no-samples' });
  });
});
