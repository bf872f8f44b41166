import { describe, expect, it } from 'vitest';
import { NO_SAMPLE } from '../../src/records/abstention.ts';
import type { LevelMetrics } from '../../src/benchmark/benchmark-report.ts';
import { type BenchmarkOptions, runBenchmark } from '../../src/benchmark/run-benchmark.ts';
import { verdictScores } from '../../src/benchmark/verdict-scores.ts';
import { InputError } from '../../src/errors.ts';
import { type Case, labelled, passageMethod, verdict } from './cases.ts';

function benchmark(cases: Case[], options: Partial<BenchmarkOptions> = {}) {
  const passages = cases.map(labelled);
  const own = verdictScores({ passages, verdicts: cases.map((one) => verdict(one)) });
  const { methods = [], ...rest } = options;
  return runBenchmark({ dataset: 'toy', passages, seed: 1, ...rest, methods: [own, ...methods] });
}

const CASES: Case[] = [
  { id: 'a', positive: true, support: 0.1 },
  { id: 'b', positive: true, support: 0.6 },
  { id: 'c', positive: false, support: 0.4 },
  { id: 'd', positive: false, support: 0.9 },
  { id: 'e', positive: true, support: null },
];

/** 60 passages, every other one non-factual. */
const many = (support: (positive: boolean, index: number) => number | null): Case[] =>
  Array.from({ length: 60 }, (_, index) => {
    const positive = index % 2 === 0;
    return { id: `p${index}`, positive, support: support(positive, index) };
  });

const noise = (index: number) => ((index * 37) % 60) / 60;

describe('runBenchmark on passages', () => {
  it('gives the figures worked out by hand, over the scored passages', () => {
    const report = benchmark(CASES);
    expect(report).toMatchObject({ dataset: 'toy', protocol: { rule: 'own' }, n: 5, unlabelled: 0 });
    // by rising support: a+ c− b+ d−
    expect(report.methods.hallugraph?.levels).toEqual({
      passage: {
        n: 4,
        abstained: 1,
        positives: 2,
        baseRate: 0.5,
        threshold: -0.5,
        thresholdRule: 'own',
        metrics: {
          rocAuc: 3 / 4,
          averagePrecision: (1 + 2 / 3) / 2,
          factualAveragePrecision: (1 + 2 / 3) / 2,
          f1: 0.5,
          precision: 0.5,
          recall: 0.5,
          accuracy: 0.5,
          balancedAccuracy: 0.5,
          // four bins of one: .1, .6, .4 and .9 off
          calibrationError: expect.closeTo((0.1 + 0.6 + 0.6 + 0.1) / 4, 12),
        },
        intervals: expect.any(Object),
        reasons: {},
      },
    });
  });

  it('adds the row that calls all non-factual, over all labelled passages', () => {
    const { allPositive } = benchmark(CASES).methods;
    expect(allPositive).toMatchObject({ origin: 'trivial', usage: null });
    expect(allPositive?.levels.passage).toMatchObject({
      metrics: {
        rocAuc: 0.5,
        averagePrecision: 0.6,
        f1: 6 / 8,
        recall: 1,
        accuracy: 0.6,
        balancedAccuracy: 0.5,
      },
      threshold: null,
      thresholdRule: 'all-positive',
      n: 5,
      abstained: 0,
    });
  });

  it('sums model calls of labelled passages and leaves unlabelled ones out', () => {
    const report = benchmark([...CASES, { id: 'f', positive: null, support: 0.2 }]);
    expect(report.methods.hallugraph?.usage).toEqual({ requests: 10, inputTokens: 50, outputTokens: 15 });
    expect(report).toMatchObject({ n: 5, unlabelled: 1 });
    expect(report.methods).toEqual(benchmark(CASES).methods);
  });

  it('ranks by the support itself where the hallucination score is clamped', () => {
    const cases: Case[] = [
      { id: 'a', positive: true, support: 2 },
      { id: 'b', positive: false, support: 9 },
    ];
    const passages = cases.map(labelled);
    const verdicts = cases.map((one) => ({ ...verdict(one), probability: null }));
    const methods = [verdictScores({ passages, verdicts })];
    const { hallugraph } = runBenchmark({ dataset: 'toy', passages, methods, seed: 1 }).methods;
    expect(hallugraph?.levels.passage?.metrics).toMatchObject({ rocAuc: 1 });
    expect(hallugraph?.levels.passage?.metrics).not.toHaveProperty('calibrationError');
  });

  it('puts every value inside its interval, and repeats itself', () => {
    const cases = many((positive, index) => noise(index) * 0.7 + (positive ? 0 : 0.3));
    const report = benchmark(cases);
    const { metrics = {}, intervals = {} } = report.methods.hallugraph?.levels.passage ?? {};
    expect(Object.keys(intervals)).toHaveLength(9);
    for (const [name, interval] of Object.entries(intervals)) {
      const value = metrics[name as keyof LevelMetrics['metrics']] as number;
      expect([name, interval?.[0]]).toEqual([name, expect.any(Number)]);
      expect(value).toBeGreaterThanOrEqual(interval?.[0] as number);
      expect(value).toBeLessThanOrEqual(interval?.[1] as number);
    }
    expect(benchmark(cases)).toEqual(report);
  });

  it('reports null with a reason where a metric is not defined, and survives JSON', () => {
    const report = benchmark([{ id: 'a', positive: true, support: 0.1 }]);
    const passage = report.methods.hallugraph?.levels.passage;
    expect(passage).toMatchObject({
      metrics: { rocAuc: null, balancedAccuracy: null, f1: 1 },
      intervals: { rocAuc: null },
    });
    expect(Object.keys(passage?.reasons ?? {}).sort()).toEqual([
      'balancedAccuracy',
      'factualAveragePrecision',
      'rocAuc',
    ]);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  it('stands with nothing to compare', () => {
    expect(benchmark([])).toMatchObject({
      n: 0,
      methods: { hallugraph: { levels: {} }, allPositive: { levels: {} } },
    });
    const report = runBenchmark({ dataset: 'toy', passages: CASES.map(labelled), methods: [], seed: 1 });
    expect(Object.keys(report.methods)).toEqual(['allPositive']);
  });

  it('refuses two methods of one name, and scores that do not fit the labels', () => {
    const twice = [passageMethod('same', {}), passageMethod('same', {})];
    expect(() => benchmark(CASES, { methods: twice })).toThrow(InputError);
    expect(() => benchmark(CASES, { methods: [passageMethod('allPositive', {})] })).toThrow(InputError);
    const cases: Case[] = [{ id: 'a', positive: true, support: 0, sentences: [{ gold: 1, support: 0 }] }];
    const [scores] = passageMethod('other', { a: 1 }).scores;
    const unfit = { ...passageMethod('other', {}), scores: scores ? [{ ...scores, sentences: [1, 2] }] : [] };
    expect(() => benchmark(cases, { methods: [unfit] })).toThrow(/other has 2 sentence scores for 1 labels/);
  });

  it('passes on what it is told: absent methods and neighbours', () => {
    const absent = [{ method: 'selfcheck-nli', reason: 'no model' }];
    const neighbours = [{ encoder: 'with RGCN', passages: 3, mean: 0.5, min: 0.2 }];
    expect(benchmark(CASES, { absent, neighbours })).toMatchObject({ absent, neighbours });
  });
});

describe('runBenchmark on sentences and claims', () => {
  const cases: Case[] = [
    {
      id: 'a',
      positive: true,
      support: 0.2,
      sentences: [
        { gold: 1, support: 0.1 },
        { gold: 0.5, support: 0.5 },
      ],
    },
    {
      id: 'b',
      positive: true,
      support: 0.6,
      sentences: [
        { gold: 0, support: 0.3 },
        { gold: 1, support: null },
      ],
    },
    { id: 'c', positive: false, support: 0.9, sentences: [{ gold: 0, support: 0.9 }] },
  ];

  it('gives the figures worked out by hand', () => {
    // by rising support: major, accurate, minor, accurate; one sentence without a score; mean support .45
    expect(benchmark(cases).methods.hallugraph?.levels.sentence).toMatchObject({
      metrics: {
        averagePrecision: (1 + 2 / 3) / 2,
        factualAveragePrecision: (1 + 2 / 3) / 2,
        rocAuc: 3 / 4,
        f1: 0.5,
        accuracy: 0.5,
      },
      threshold: expect.closeTo(-0.45, 12),
      thresholdRule: 'mean-variance',
      n: 4,
      abstained: 1,
      positives: 2,
      baseRate: 0.5,
    });
    expect(benchmark(cases).methods.allPositive?.levels.sentence).toMatchObject({ n: 5, baseRate: 0.6 });
  });

  it('correlates passage scores with the mean of the gold sentence scores', () => {
    // x: −.2 −.6 −.9; gold: .75 .5 0
    const [dx, dy] = [
      [1.1 / 3, -0.1 / 3, -1 / 3],
      [1 / 3, 1 / 12, -5 / 12],
    ];
    const dot = (left: number[], right: number[]) =>
      left.reduce((sum, x, index) => sum + x * (right[index] as number), 0);
    const expected = dot(dx, dy) / Math.sqrt(dot(dx, dx) * dot(dy, dy));
    const { passage, sentence } = benchmark(cases).methods.hallugraph?.levels ?? {};
    expect(passage?.metrics.pearson).toBeCloseTo(expected, 12);
    expect(passage?.metrics.spearman).toBeCloseTo(1, 12);
    expect(passage?.intervals).toHaveProperty('pearson');
    expect(sentence?.metrics).not.toHaveProperty('pearson');
  });

  it('counts passages whose claims alone are labelled, and claims without a label not at all', () => {
    const claimed: Case[] = [
      {
        id: 'a',
        positive: null,
        support: 0.5,
        claims: [
          { positive: true, support: 0.1 },
          { positive: null, support: 0.9 },
          { positive: false, support: 0.8 },
        ],
      },
      { id: 'b', positive: null, support: 0.5, claims: [{ positive: null, support: 0.5 }] },
    ];
    const report = benchmark(claimed);
    expect(report).toMatchObject({ n: 1, unlabelled: 1 });
    expect(Object.keys(report.methods.hallugraph?.levels ?? {})).toEqual(['claim']);
    // probabilities .9 and .2: gaps .1 and .2
    expect(report.methods.hallugraph?.levels.claim).toMatchObject({
      metrics: { rocAuc: 1, calibrationError: expect.closeTo(0.15, 12) },
      n: 2,
    });
  });

  it('has a level for a method only where the method scores it', () => {
    const report = benchmark(cases, { methods: [passageMethod('other', { a: 0.9, b: 0.5, c: 0.1 })] });
    expect(Object.keys(report.methods.other?.levels ?? {})).toEqual(['passage']);
  });
});

describe('runBenchmark with several methods', () => {
  const other = passageMethod('other', { a: 4, b: 3, c: 2, d: 1 });

  it('compares every method with the first, on the items both score', () => {
    const { comparisons } = benchmark(CASES, { methods: [other] });
    const [auc] = comparisons;
    expect(auc).toMatchObject({
      method: 'other',
      reference: 'hallugraph',
      level: 'passage',
      metric: 'rocAuc',
    });
    expect(auc).toMatchObject({ n: 4, difference: 0.25 });
    expect(comparisons.map(({ metric }) => metric)).toEqual([
      'rocAuc',
      'averagePrecision',
      'factualAveragePrecision',
      'f1',
      'balancedAccuracy',
    ]);
  });

  it('applies one protocol to all', () => {
    const threshold = { rule: 'mean-variance', k: 0 } as const;
    const { methods } = benchmark(CASES, { methods: [other], threshold });
    expect(methods.other?.levels.passage).toMatchObject({ threshold: 2.5, thresholdRule: 'mean-variance' });
    expect(methods.hallugraph?.levels.passage).toMatchObject({
      threshold: -0.5,
      thresholdRule: 'mean-variance',
    });
    const folds = { rule: 'cross-validated', folds: 2, objective: 'f1' } as const;
    const report = benchmark(CASES, { methods: [other], threshold: folds });
    expect(report.protocol).toEqual(folds);
    expect(report.methods.other?.levels.passage).toMatchObject({
      threshold: null,
      thresholdRule: 'cross-validated',
    });
  });

  it('shows the first method on the named parts, by the decisions of the whole', () => {
    const grouped = CASES.map((one, index) => ({ ...one, group: index < 2 ? 'high' : 'low' }));
    const threshold = { rule: 'mean-variance', k: 0 } as const;
    const { groups } = benchmark(grouped, { threshold });
    expect(groups).toMatchObject([
      {
        group: 'high',
        n: 2,
        levels: { passage: { n: 2, abstained: 0, threshold: -0.5, metrics: { recall: 0.5 } } },
      },
      { group: 'low', n: 3, levels: { passage: { n: 2, abstained: 1, threshold: -0.5 } } },
    ]);
    expect(benchmark(CASES.map((one) => ({ ...one, group: 'only' }))).groups).toEqual([]);
  });
});

describe('warnings', () => {
  const good = many((positive, index) => noise(index) / 4 + (positive ? 0 : 0.6));
  const risks = (cases: Case[], count: number, sign = 1) =>
    Object.fromEntries(cases.slice(0, count).map(({ id, support }) => [id, -sign * (support as number)]));

  it('are none for a method that ranks well', () => {
    expect(benchmark(good).warnings).toEqual([]);
  });

  it('tell scores that rank the wrong way round, once their interval says so, and what they would be worth', () => {
    const wrong = benchmark(many((positive, index) => noise(index) / 4 + (positive ? 0.6 : 0)));
    expect(wrong.warnings.filter((warning) => /wrong way round/.test(warning))).toEqual([
      'hallugraph: its scores rank passages the wrong way round: ROC-AUC .000 [.000, .000]; turned round it would be 1.000 [1.000, 1.000].',
    ]);
    const chance = benchmark(many((_, index) => noise(index)));
    expect(chance.warnings.join()).not.toMatch(/wrong way round/);
  });

  it('tell a method that covers less than the first, together with others of the same coverage', () => {
    const methods = ['one', 'two'].map((name) => passageMethod(name, risks(good, 40)));
    expect(benchmark(good, { methods }).warnings).toEqual([
      'one, two: 20 of 60 passages got no score and are left out of the metrics; compared with hallugraph on the 40 that both score.',
    ]);
  });

  it('tell a method without any score of a labelled item', () => {
    const dumb = passageMethod('dumb', Object.fromEntries(good.map(({ id }) => [id, null])));
    const scores = dumb.scores.map((one, index) => ({ ...one, reason: index === 0 ? 'failed' : NO_SAMPLE }));
    const methods = [passageMethod('mute', {}), { ...dumb, scores }];
    const { absent, warnings } = benchmark(good, { methods });
    expect(warnings).toEqual([]);
    expect(absent).toEqual([
      { method: 'mute', reason: 'no labelled item got a score' },
      {
        method: 'dumb',
        reason: `no labelled item got a score; ${NO_SAMPLE} (59 of 60 passages), failed (1 of 60 passages); give the passages "samples", or take a preset that asks a model for them (gca, lean)`,
      },
    ]);
  });

  it('measure F1 against calling all positive on the items the method scores', () => {
    // 20 items, half of them non-factual: all-positive F1 is 2/3; of nothing called, 0
    const silent = passageMethod('silent', risks(good, 20), 1);
    expect(benchmark(good, { methods: [silent] }).warnings).toContain(
      'F1 is not above that of calling all passages non-factual: silent.',
    );
  });

  it.each([
    ['abstained passages', many((_, index) => (index < 3 ? null : noise(index))), /3 of 60 passages/],
    ['few of one class', CASES, /Passages of the rarer class: 2/],
    ['one class', [{ id: 'a', positive: true, support: 0 }], /passages are of one class/],
    [
      'unlabelled passages',
      [...CASES, { id: 'f', positive: null, support: 0 }],
      /without a label, left out: 1/,
    ],
    ['an F1 that calling all positive reaches too', CASES, /F1 is not above/],
  ])('tell %s', (_, cases: Case[], pattern) => {
    expect(benchmark(cases).warnings.filter((warning) => pattern.test(warning))).toHaveLength(1);
  });
});
