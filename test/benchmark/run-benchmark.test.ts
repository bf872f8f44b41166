import { describe, expect, it } from 'vitest';
import type { LabelledPassage } from '../../datasets/labelled-passage.ts';
import { runBenchmark } from '../../src/benchmark/run-benchmark.ts';
import { InputError } from '../../src/errors.ts';
import type { PassageVerdict, SentenceVerdict } from '../../src/passage.ts';

interface Case {
  id: string;
  positive: boolean | null;
  support: number | null;
  /** Gold sentence scores and the supports the verdict gives them, both of sentences ten characters long. */
  sentences?: { gold: 0 | 0.5 | 1; support: number | null }[];
}

const spanAt = (index: number) => ({ start: index * 10, end: index * 10 + 9 });

function labelled({ id, positive, sentences }: Case): LabelledPassage {
  return {
    passage: { id, prompt: 'p', response: 'r' },
    label: positive === null ? null : positive ? 'non-factual' : 'factual',
    ...(sentences && {
      sentences: sentences.map(({ gold }, index) => ({
        span: spanAt(index),
        label: gold === 0 ? 'factual' : 'non-factual',
        score: gold,
      })),
    }),
  };
}

function verdict({ id, support, sentences }: Case, threshold = 0.5): PassageVerdict {
  const labelOf = (score: number | null) =>
    score === null ? 'abstained' : score < threshold ? 'hallucinated' : 'factual';
  const sentenceVerdicts = (sentences ?? []).map(
    ({ support }, index): SentenceVerdict => ({
      span: spanAt(index),
      score: support,
      label: labelOf(support),
      source: 'triples',
      tripleIds: [],
    }),
  );
  return {
    passage: { id, prompt: 'p', response: 'r' },
    score: support,
    hallucinationScore: support === null ? null : Math.max(0, Math.min(1, 1 - support)),
    label: labelOf(support),
    abstention: support === null ? { reason: 'no-triples', detail: '' } : null,
    threshold,
    coverage: { triples: null, sentences: null },
    triples: [],
    sentences: sentenceVerdicts,
    usage: { requests: 2, inputTokens: 10, outputTokens: 3 },
    trace: {
      segmentations: [],
      identity: { entities: [], relations: [] },
      consistency: [],
      verification: [],
      agreement: null,
    },
  };
}

const benchmark = (cases: Case[], verdicts = cases.map((one) => verdict(one))) =>
  runBenchmark({ dataset: 'toy', passages: cases.map(labelled), verdicts, seed: 1 });

const CASES: Case[] = [
  { id: 'a', positive: true, support: 0.1 },
  { id: 'b', positive: true, support: 0.6 },
  { id: 'c', positive: false, support: 0.4 },
  { id: 'd', positive: false, support: 0.9 },
  { id: 'e', positive: true, support: null },
];

describe('runBenchmark on passages', () => {
  it('gives the figures worked out by hand, over the scored passages', () => {
    const report = benchmark(CASES);
    expect(report).toMatchObject({ dataset: 'toy', n: 5, unlabelled: 0, positives: 3, baseRate: 0.6 });
    const { passage } = report.methods.gca ?? {};
    // by rising support: a+ c− b+ d−
    expect(passage).toMatchObject({
      rocAuc: 3 / 4,
      averagePrecision: (1 + 2 / 3) / 2,
      factualAveragePrecision: (1 + 2 / 3) / 2,
      f1: 0.5,
      precision: 0.5,
      recall: 0.5,
      accuracy: 0.5,
      balancedAccuracy: 0.5,
      threshold: 0.5,
      n: 4,
      abstained: 1,
      reasons: {},
    });
    expect(passage).not.toHaveProperty('pearson');
    expect(report.methods.gca).not.toHaveProperty('sentence');
  });

  it('adds the row that calls all non-factual, over all labelled passages', () => {
    const { allPositive } = benchmark(CASES).methods;
    expect(allPositive?.usage).toBeNull();
    expect(allPositive?.passage).toMatchObject({
      rocAuc: 0.5,
      averagePrecision: 0.6,
      f1: 6 / 8,
      recall: 1,
      accuracy: 0.6,
      balancedAccuracy: 0.5,
      threshold: null,
      n: 5,
      abstained: 0,
    });
  });

  it('sums model calls, names the method, finds verdicts by id, leaves unlabelled passages out', () => {
    const cases: Case[] = [...CASES, { id: 'f', positive: null, support: 0.2 }];
    const verdicts = cases.map((one) => verdict(one)).reverse();
    const passages = cases.map(labelled);
    const report = runBenchmark({ dataset: 'toy', passages, verdicts, seed: 1, method: 'other' });
    expect(report.methods.other?.usage).toEqual({ requests: 10, inputTokens: 50, outputTokens: 15 });
    expect(report).toMatchObject({ n: 5, unlabelled: 1 });
    expect(report.methods.other?.passage).toEqual(benchmark(CASES).methods.gca?.passage);
  });

  it('ranks by the support itself where the hallucination score is clamped', () => {
    const cases: Case[] = [
      { id: 'a', positive: true, support: 2 },
      { id: 'b', positive: false, support: 9 },
    ];
    expect(benchmark(cases).methods.gca?.passage.rocAuc).toBe(1);
  });

  it('puts every value inside its interval, and repeats itself', () => {
    const cases = Array.from({ length: 60 }, (_, index): Case => {
      const positive = index % 3 === 0;
      return { id: String(index), positive, support: ((index * 37) % 60) / 60 + (positive ? 0 : 0.3) };
    });
    const report = benchmark(cases);
    const passage = report.methods.gca?.passage;
    expect(Object.keys(passage?.intervals ?? {}).length).toBeGreaterThanOrEqual(8);
    for (const [name, interval] of Object.entries(passage?.intervals ?? {})) {
      const value = passage?.[name as 'rocAuc'] as number;
      expect([name, interval?.[0]]).toEqual([name, expect.any(Number)]);
      expect(value).toBeGreaterThan(interval?.[0] as number);
      expect(value).toBeLessThan(interval?.[1] as number);
    }
    expect(benchmark(cases)).toEqual(report);
  });

  it('reports null with a reason where a metric is not defined, and survives JSON', () => {
    const report = benchmark([{ id: 'a', positive: true, support: 0.1 }]);
    const passage = report.methods.gca?.passage;
    expect(passage).toMatchObject({
      rocAuc: null,
      balancedAccuracy: null,
      f1: 1,
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
    const report = benchmark([]);
    expect(report).toMatchObject({ n: 0, positives: 0, baseRate: null });
    expect(report.methods.gca?.passage).toMatchObject({
      rocAuc: null,
      accuracy: null,
      n: 0,
      threshold: null,
    });
  });

  it('gives no threshold where verdicts used different ones', () => {
    const verdicts = CASES.map((one, index) => verdict(one, index / 10));
    expect(benchmark(CASES, verdicts).methods.gca?.passage.threshold).toBeNull();
  });

  it('refuses a labelled passage without a verdict', () => {
    expect(() => benchmark(CASES, [])).toThrow(InputError);
  });
});

describe('runBenchmark on sentences', () => {
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
    // by rising support: major, accurate, minor, accurate; one sentence without a score
    expect(benchmark(cases).methods.gca?.sentence).toMatchObject({
      nonFactualAp: (1 + 2 / 3) / 2,
      factualAp: (1 + 2 / 3) / 2,
      rocAuc: 3 / 4,
      n: 4,
      abstained: 1,
      positives: 2,
      baseRate: 0.5,
    });
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
    const passage = benchmark(cases).methods.gca?.passage;
    expect(passage?.pearson).toBeCloseTo(expected, 12);
    expect(passage?.spearman).toBeCloseTo(1, 12);
    expect(passage?.intervals).toHaveProperty('pearson');
  });

  it('takes a gold sentence at another place for one without a score', () => {
    const moved = cases.map((one) => {
      const own = verdict(one);
      return {
        ...own,
        sentences: own.sentences.map((sentence) => ({ ...sentence, span: { start: 1, end: 4 } })),
      };
    });
    expect(benchmark(cases, moved).methods.gca?.sentence).toMatchObject({ n: 0, abstained: 5, rocAuc: null });
  });
});

describe('warnings', () => {
  const many = (support: (positive: boolean, index: number) => number | null) =>
    Array.from({ length: 60 }, (_, index): Case => {
      const positive = index % 2 === 0;
      return { id: String(index), positive, support: support(positive, index) };
    });
  const noise = (index: number) => ((index * 37) % 60) / 60;

  it('are none for a method that ranks well', () => {
    expect(benchmark(many((positive, index) => noise(index) / 4 + (positive ? 0 : 0.6))).warnings).toEqual(
      [],
    );
  });

  it('tell scores that rank the wrong way round, once their interval says so', () => {
    const wrongWay = /wrong way round/;
    const reversed = benchmark(many((positive, index) => noise(index) / 4 + (positive ? 0.6 : 0)));
    expect(reversed.warnings.filter((warning) => wrongWay.test(warning))).toHaveLength(1);
    const chance = benchmark(many((_, index) => noise(index)));
    expect(chance.warnings.filter((warning) => wrongWay.test(warning))).toHaveLength(0);
  });

  it.each([
    ['abstained passages', many((_, index) => (index < 3 ? null : noise(index))), /3 of 60 passages/],
    ['few of one class', CASES, /rarer class: 2/],
    ['one class', [{ id: 'a', positive: true, support: 0 }], /one class/],
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
