import { describe, expect, it } from 'vitest';
import { combinations, cutsOf, defaultSpace, readSpace } from '../../../src/benchmark/tune/space.ts';
import { resolveConfig } from '../../../src/config/resolve.ts';
import { ConfigError } from '../../../src/errors.ts';

const local = resolveConfig({ preset: 'local' });
const paper = resolveConfig({ preset: 'paper-phd' });

describe('defaultSpace', () => {
  it('weighs the components that have values, and moves the thresholds of the rule in force', () => {
    const space = defaultSpace(['support', 'tail'], local.scoring);
    expect(Object.keys(space.scoring)).toEqual(expect.arrayContaining(['weights.support', 'weights.tail']));
    expect(Object.keys(space.scoring)).not.toContain('weights.head');
    expect(space).toMatchObject({ scoring: { passage: ['mean', 'min'] }, comparison: {} });
    expect(space.scoring['threshold.passage']).toBeDefined();
    expect(space.scoring['threshold.k']).toBeUndefined();
    expect(defaultSpace([], paper.scoring)).toMatchObject({
      scoring: { 'threshold.k': { min: -2, max: 4 } },
    });
    expect(defaultSpace([], paper.scoring).scoring['threshold.passage']).toBeUndefined();
  });
});

describe('readSpace', () => {
  it('sorts settings of scoring from those that change components', () => {
    const space = readSpace(
      {
        'scoring.weights.head': { min: 0, max: 0.5 },
        'scoring.wholeSentence': [0, 0.5],
        'scoring.threshold.rule': ['meanPlusVariance'],
        'scoring.threshold.k': { min: 0, max: 2 },
        'encoder.layers': [1, 2],
        'graph.aliases': [true, false],
      },
      local,
    );
    expect(space).toEqual({
      scoring: {
        'weights.head': { min: 0, max: 0.5 },
        wholeSentence: [0, 0.5],
        'threshold.rule': ['meanPlusVariance'],
        'threshold.k': { min: 0, max: 2 },
      },
      comparison: { 'encoder.layers': [1, 2], 'graph.aliases': [true, false] },
    });
  });

  it.each([
    'sampling.n',
    'models.generator.model',
    'prompts',
    'verification.headDraws',
    'segmentation.correct',
    'embedder.provider',
  ])('refuses %s, which the records cannot answer', (path) => {
    expect(() => readSpace({ [path]: [1] }, local)).toThrow(
      /models have to be asked again; record a run for each value/,
    );
  });

  it('refuses other entities where a model verified with those of the record', () => {
    expect(() => readSpace({ 'graph.aliases': [false] }, paper)).toThrow(/models have to be asked again/);
  });

  it.each([
    [{ 'scoring.context': [2] }],
    [{ 'scoring.context': { min: 0.5, max: 0.1 } }],
    [{ 'scoring.weights.head': ['much'] }],
    [{ 'encoder.layers': { min: 1, max: 3 } }],
    [{ 'encoder.kind': ['gat'] }],
    [{ 'consistency.tail': [0.5] }],
    [{ 'scoring.calibration': [1] }],
    [{ seed: [1, 2] }],
  ])('refuses %j', (declared) => {
    expect(() => readSpace(declared, local)).toThrow(ConfigError);
  });
});

describe('cutsOf', () => {
  it('turns support into risk', () => {
    expect(cutsOf({ min: 0.2, max: 0.6 })).toEqual({ min: -0.6, max: -0.2 });
    expect(cutsOf([0.25, 0.5])).toEqual([-0.25, -0.5]);
    expect(cutsOf(undefined)).toBeUndefined();
  });
});

describe('combinations', () => {
  it('goes through all of them', () => {
    expect(combinations({})).toEqual([[]]);
    expect(combinations({ a: [1, 2], b: [true] })).toEqual([
      [
        ['a', 1],
        ['b', true],
      ],
      [
        ['a', 2],
        ['b', true],
      ],
    ]);
  });
});
