import { describe, expect, it } from 'vitest';
import type { Label } from '../../src/passage.ts';
import { passageScore } from '../../src/scoring/passage-score.ts';

const rows: { score: number | null; label: Label }[] = [
  { score: 0.9, label: 'factual' },
  { score: null, label: 'abstained' },
  { score: 0.2, label: 'hallucinated' },
  { score: 0.7, label: 'factual' },
];

describe('passageScore', () => {
  it('mean, min, half of each, and share of flagged triples, of the scored ones', () => {
    expect(passageScore(rows, 'mean')).toBeCloseTo(0.6, 12);
    expect(passageScore(rows, 'min')).toBe(0.2);
    expect(passageScore(rows, 'meanAndMin')).toBeCloseTo(0.4, 12);
    expect(passageScore(rows, 'flaggedShare')).toBeCloseTo(2 / 3, 12);
  });
  it('is null without a score, and for flaggedShare before triples are decided', () => {
    expect(passageScore([{ score: null, label: 'abstained' }], 'mean')).toBeNull();
    expect(passageScore([], 'min')).toBeNull();
    expect(passageScore([{ score: 0.5, label: 'undecided' }], 'flaggedShare')).toBeNull();
  });
});
