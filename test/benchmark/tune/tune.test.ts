import { describe, expect, it } from 'vitest';
import { runBenchmark } from '../../../src/benchmark/run-benchmark.ts';
import { componentSet } from '../../../src/benchmark/tune/component-set.ts';
import { defaultSpace } from '../../../src/benchmark/tune/space.ts';
import { sameShare, type TuneInput, tune } from '../../../src/benchmark/tune/tune.ts';
import { verdictScores } from '../../../src/benchmark/verdict-scores.ts';
import { resolveConfig } from '../../../src/config/resolve.ts';
import { InputError } from '../../../src/errors.ts';
import type { Component, ComponentScore, PassageVerdict } from '../../../src/passage.ts';
import { applyDatasetThreshold, rescoreVerdict } from '../../../src/scoring/verdict.ts';
import { plainScoring } from '../../support/scoring.ts';
import { toyData, toySet } from './fixtures.ts';
import type { Scoring } from '../../../src/scoring/scoring-schema.ts';

const config = resolveConfig({ preset: 'local' });

function inputFor(count: number, own: Partial<TuneInput> = {}, noise?: number): TuneInput {
  const set = toySet(count, noise);
  const start = own.scoring ?? plainScoring({ spread: 1 });
  return {
    sets: [set],
    scoring: start,
    space: defaultSpace(set.present, {
      ...{ ...config.scoring, ...start },
      calibration: config.scoring.calibration,
    }),
    objective: 'passage.rocAuc',
    folds: 4,
    innerFolds: 3,
    trials: 120,
    seed: 1,
    ...own,
  };
}

/** A metric of the benchmark report for the verdicts rescored. */
function benchmarked(count: number, own: Scoring, metric: 'rocAuc' | 'f1') {
  const { passages, verdicts } = toyData(count);
  const rescored = applyDatasetThreshold(
    verdicts.map((verdict) => rescoreVerdict(verdict, own)),
    own,
  );
  const methods = [verdictScores({ passages, verdicts: rescored })];
  const report = runBenchmark({ dataset: 'toy', passages, methods, seed: 1 });
  return report.methods.hallugraph?.levels.passage?.metrics[metric];
}

/** The same with a reference that says what the samples do. */
function withReference(verdict: PassageVerdict): PassageVerdict {
  const check = ({ support }: { support: ComponentScore }) => ({
    ...{ ...support, label: null, evidence: null, note: null },
  });
  const { triples = {}, sentences = [] } = verdict.trace.agreement ?? {};
  const reference = {
    checker: 'toy',
    triples: Object.fromEntries(Object.entries(triples).map(([id, own]) => [id, check(own)])),
    sentences: sentences.map(check),
    claims: [],
  };
  return { ...verdict, trace: { ...verdict.trace, reference } };
}

describe('tune', () => {
  it('finds the component that tells, in sample and out of fold', () => {
    const result = tune(inputFor(60));
    expect(result.setting.weights.support).toBeGreaterThan(0.5);
    expect(result.setting.weights.tail).toBeLessThan(0.2);
    expect(result.start.value).toBeLessThan(0.7);
    expect(result.outOfFold.value).toBeGreaterThan(0.85);
    expect(result.gain.interval?.[0]).toBeGreaterThan(0);
    expect(result.folds).toHaveLength(4);
  });

  it('finds nothing out of fold where only noise may be weighted', () => {
    const set = toySet(60);
    const noise: Component[] = ['spread'];
    const result = tune({ ...inputFor(60), sets: [set], space: defaultSpace(noise, config.scoring) });
    expect(result.outOfFold.value).toBeLessThan(0.7);
  });

  it('gives the start the figure of the benchmark report', () => {
    const own = plainScoring({ support: 0.6, spread: 0.4 });
    expect(tune(inputFor(40, { scoring: own })).start.value).toBeCloseTo(
      benchmarked(40, own, 'rocAuc') as number,
      12,
    );
    const f1 = tune(inputFor(40, { scoring: own, objective: 'passage.f1' }));
    expect(f1.start.value).toBeCloseTo(benchmarked(40, own, 'f1') as number, 12);
    const variance: Scoring = { ...own, threshold: { rule: 'meanPlusVariance', k: 1 } };
    const start = tune(inputFor(40, { scoring: variance, objective: 'passage.f1' })).start;
    expect(start.value).toBeCloseTo(benchmarked(40, variance, 'f1') as number, 12);
  });

  it('gives the final setting, thresholds and all, the in-sample figure', () => {
    const { setting, inSample, pooled } = tune(inputFor(40, { objective: 'passage.f1' }));
    const { components: _, ...own } = setting;
    expect(pooled).toBe(true);
    const { unsure } = plainScoring({});
    expect(inSample.value).toBeCloseTo(benchmarked(40, { ...own, unsure }, 'f1') as number, 12);
  });

  it('pools decisions, but no ranking, of folds that weigh several families', () => {
    const { passages, verdicts } = toyData(40);
    const checked = verdicts.map((verdict) => withReference(verdict));
    const set = componentSet({
      label: 'c',
      config,
      passages,
      verdicts: checked,
    });
    const half = { min: 0.4, max: 0.6 };
    const input = inputFor(40, {
      ...{ sets: [set], scoring: plainScoring({ support: 0.5, reference: 0.5 }), trials: 20 },
      space: { scoring: { 'weights.support': half, 'weights.reference': half }, comparison: {} },
    });
    expect(tune(input).pooled).toBe(false);
    expect(tune({ ...input, objective: 'passage.f1' }).pooled).toBe(true);
    expect(tune({ ...input, objective: 'mean(passage.f1, passage.rocAuc)' }).pooled).toBe(false);
  });

  it('takes the mean of several objectives', () => {
    const one = tune(inputFor(30, { objective: 'passage.rocAuc' })).start.value as number;
    const other = tune(inputFor(30, { objective: 'passage.spearman' })).start.value as number;
    const both = tune(inputFor(30, { objective: 'mean(passage.rocAuc, passage.spearman)' })).start.value;
    expect(both).toBeCloseTo((one + other) / 2, 12);
  });

  it('chooses among component sets', () => {
    const { passages, verdicts } = toyData(60);
    const blind = verdicts.map((verdict) => ({ ...verdict, trace: { ...verdict.trace, agreement: null } }));
    const sets = [blind, verdicts].map((own, index) =>
      componentSet({ label: `set ${index}`, config, passages, verdicts: own }),
    );
    const space = defaultSpace(['support', 'tail'], config.scoring);
    expect(
      tune({ ...inputFor(60, { scoring: plainScoring({ tail: 1 }) }), sets, space }).setting.components,
    ).toBe(1);
  });

  it('moves no threshold that is not in the space', () => {
    const { space, ...rest } = inputFor(30);
    const { 'threshold.passage': _, 'threshold.triple': __, ...scoring } = space.scoring;
    expect(tune({ ...rest, space: { ...space, scoring } }).setting.threshold).toEqual(rest.scoring.threshold);
  });

  it('refuses fewer passages than folds, and an objective that is not defined', () => {
    expect(() => tune(inputFor(3))).toThrow(InputError);
    expect(() => tune(inputFor(30, { objective: 'claim.rocAuc' }))).toThrow(InputError);
  });
});

describe('sameShare', () => {
  it('flags the same share of other scores', () => {
    const before = [0.1, 0.2, 0.3, 0.4, null];
    // half of the four lie below .25; half of the way through 0 ... 4 is 2
    expect(sameShare(before, 0.25, [4, 3, 2, 1, 0])).toBe(2);
    expect(sameShare(before, 0.05, [4, 3, 2, 1, 0])).toBe(0);
    expect(sameShare(before, 0.25, [null])).toBeNull();
  });
});
