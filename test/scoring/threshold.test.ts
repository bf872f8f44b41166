import { describe, expect, it } from 'vitest';
import { labelOf, sampleVariance, thresholdsOf } from '../../src/scoring/threshold.ts';

describe('thresholdsOf', () => {
  it('fixed needs no data', () => {
    expect(thresholdsOf({ rule: 'fixed', triple: 0.4, passage: 0.6 })).toEqual({ triple: 0.4, passage: 0.6 });
  });

  it('meanPlusVariance: µ + k·σ² with the sample variance', () => {
    // µ of .2 .4 .6 = .4, σ² = (.04 + 0 + .04) / 2 = .04
    const thresholds = thresholdsOf({ rule: 'meanPlusVariance', k: 2 }, [0.2, 0.4, null, 0.6]);
    expect(thresholds?.passage).toBeCloseTo(0.48, 12);
    expect(thresholds?.triple).toBe(thresholds?.passage);
  });

  it('is unknown before the data set is, and for a data set without scores', () => {
    expect(thresholdsOf({ rule: 'meanPlusVariance', k: 0 })).toBeNull();
    expect(thresholdsOf({ rule: 'meanPlusVariance', k: 0 }, [null])).toBeNull();
  });

  it('is unknown for a single score, which is its own mean', () => {
    expect(thresholdsOf({ rule: 'meanPlusVariance', k: 0 }, [0.4, null])).toBeNull();
    expect(thresholdsOf({ rule: 'meanPlusVariance', k: 0 }, [0.4, 0.6])?.passage).toBe(0.5);
  });
});

describe('sampleVariance', () => {
  it('is 0 for fewer than two values', () => {
    expect(sampleVariance([0.3])).toBe(0);
    expect(sampleVariance([])).toBe(0);
  });
});

describe('labelOf', () => {
  it('is hallucinated strictly below the threshold', () => {
    expect(labelOf(0.49, 0.5)).toBe('hallucinated');
    expect(labelOf(0.5, 0.5)).toBe('factual');
    expect(labelOf(null, 0.5)).toBe('abstained');
    expect(labelOf(0.9, undefined)).toBe('undecided');
  });
});
