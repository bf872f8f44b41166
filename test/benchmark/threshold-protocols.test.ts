import { describe, expect, it } from 'vitest';
import { decide } from '../../src/benchmark/threshold-protocols.ts';
import { InputError } from '../../src/errors.ts';

const list = (...risks: number[]) => risks.map((score, unit) => ({ score, unit, positive: unit % 2 === 0 }));

describe('decide', () => {
  it('calls what lies above the own threshold, not what lies on it', () => {
    expect(decide(list(0.4, 0.5, 0.6), { rule: 'own' }, { own: 0.5, seed: 1 })).toEqual({
      predicted: [false, false, true],
      threshold: 0.5,
      thresholdRule: 'own',
    });
  });

  it('sets T = µ − k·σ² of the risk, σ² the sample variance', () => {
    // µ = 3, σ² = (4 + 1 + 0 + 1 + 4) / 4 = 2.5
    const risks = list(1, 2, 3, 4, 5);
    expect(decide(risks, { rule: 'mean-variance', k: 0.6 }, { own: 9, seed: 1 })).toEqual({
      predicted: [false, true, true, true, true],
      threshold: 1.5,
      thresholdRule: 'mean-variance',
    });
    expect(decide(risks, { rule: 'mean-variance', k: 0 }, { own: 9, seed: 1 }).threshold).toBe(3);
  });

  it('takes the label of the method over its own threshold', () => {
    const items = list(0.4, 0.6).map((item, index) => ({ ...item, flagged: index === 0 }));
    const { predicted, thresholdRule } = decide(items, { rule: 'own' }, { own: 0.5, seed: 1 });
    expect({ predicted, thresholdRule }).toEqual({ predicted: [true, false], thresholdRule: 'own' });
    expect(decide(items, { rule: 'mean-variance', k: 0 }, { own: 0.5, seed: 1 }).predicted).toEqual([
      false,
      true,
    ]);
  });

  it('takes the mean, and says so, for a method without an own threshold', () => {
    expect(decide(list(0, 1, 5), { rule: 'own' }, { own: null, seed: 1 })).toEqual({
      predicted: [false, false, true],
      threshold: 2,
      thresholdRule: 'mean-variance',
    });
  });

  it('judges each fold by a threshold from the others', () => {
    const protocol = { rule: 'cross-validated', folds: 5, objective: 'f1' } as const;
    const separable = Array.from({ length: 40 }, (_, unit) => ({
      unit,
      positive: unit % 2 === 0,
      score: unit + (unit % 2 === 0 ? 100 : 0),
    }));
    const decisions = decide(separable, protocol, { own: 0, seed: 1 });
    expect(decisions).toMatchObject({ threshold: null, thresholdRule: 'cross-validated' });
    expect(decisions.predicted).toEqual(separable.map(({ positive }) => positive));
  });

  it('shows no item the label that is its own', () => {
    // two units: each is judged by the other one, which alone calls nothing unless it is positive
    const protocol = { rule: 'cross-validated', folds: 2, objective: 'accuracy' } as const;
    const two = [
      { unit: 0, positive: true, score: 1 },
      { unit: 1, positive: false, score: 2 },
    ];
    expect(decide(two, protocol, { own: null, seed: 1 }).predicted).toEqual([false, true]);
  });

  it('refuses fewer than two folds', () => {
    for (const folds of [1, 0, 2.5]) {
      const protocol = { rule: 'cross-validated', folds, objective: 'f1' } as const;
      expect(() => decide(list(1, 2), protocol, { own: null, seed: 1 })).toThrow(InputError);
    }
  });
});
