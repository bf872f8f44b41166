import { describe, expect, it } from 'vitest';
import { parseObjective } from '../../../src/benchmark/tune/objective.ts';
import { ConfigError } from '../../../src/errors.ts';

describe('parseObjective', () => {
  it('reads one term', () => {
    expect(parseObjective(' sentence.rocAuc ')).toEqual({
      name: 'sentence.rocAuc',
      terms: [{ level: 'sentence', metric: 'rocAuc' }],
    });
  });

  it('reads the mean of several', () => {
    expect(parseObjective('mean(passage.f1,claim.averagePrecision)')).toEqual({
      name: 'mean(passage.f1, claim.averagePrecision)',
      terms: [
        { level: 'passage', metric: 'f1' },
        { level: 'claim', metric: 'averagePrecision' },
      ],
    });
  });

  it.each([
    '',
    'rocAuc',
    'passage',
    'passage.luck',
    'triple.f1',
    'passage.f1.x',
    'mean()',
    'sentence.pearson',
  ])('refuses "%s"', (text) => {
    expect(() => parseObjective(text)).toThrow(ConfigError);
  });
});
