import { describe, expect, it } from 'vitest';
import type { BenchmarkReport } from '../../src/benchmark/benchmark-report.ts';
import { renderBenchmark } from '../../src/benchmark/render.ts';

const passage: NonNullable<BenchmarkReport['methods'][string]>['passage'] = {
  rocAuc: 0.71234,
  averagePrecision: 0.5,
  factualAveragePrecision: 0.9,
  f1: 0.4,
  precision: 0.25,
  recall: 1,
  accuracy: 0.75,
  balancedAccuracy: null,
  threshold: 0.5,
  n: 9,
  abstained: 1,
  intervals: { rocAuc: [0.6, 0.81], f1: null },
  reasons: { balancedAccuracy: 'only one class' },
};

const allPositive = {
  ...passage,
  rocAuc: 0.5,
  threshold: null,
  n: 10,
  abstained: 0,
  intervals: {},
  reasons: {},
};

const report: BenchmarkReport = {
  dataset: 'a|b.json',
  seed: 7,
  n: 10,
  unlabelled: 0,
  positives: 4,
  baseRate: 0.4,
  methods: {
    gca: { passage, usage: { requests: 12, inputTokens: 345, outputTokens: 67 } },
    'all|positive': { passage: allPositive, usage: null },
  },
  warnings: ['Take care.'],
};

/** The cells of each table row, by the first one. */
const rowsOf = (markdown: string): Record<string, string[]> =>
  Object.fromEntries(
    markdown
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .map((line) => line.slice(2, -2).split(' | '))
      .map(([name = '', ...cells]) => [name.trim(), cells.map((cell) => cell.trim())]),
  );

describe('renderBenchmark', () => {
  const markdown = renderBenchmark(report);

  it('puts every metric in a row, every method in a column', () => {
    expect(rowsOf(markdown)).toMatchObject({
      metric: ['gca', 'all\\|positive'],
      'ROC-AUC': ['0.712 [0.600, 0.810]', '0.500'],
      AP: ['0.500', '0.500'],
      'factual AP': ['0.900', '0.900'],
      F1: ['0.400', '0.400'],
      precision: ['0.250', '0.250'],
      recall: ['1.000', '1.000'],
      accuracy: ['0.750', '0.750'],
      'balanced accuracy': ['–', '–'],
      threshold: ['0.500', '–'],
      scored: ['9', '10'],
      abstained: ['1', '0'],
    });
  });

  it('tells the base rate, model calls, reasons and warnings', () => {
    for (const text of ['base rate 0.400', 'seed 7', '12 requests', 'only one class', '- Take care.']) {
      expect(markdown).toContain(text);
    }
  });

  it('keeps the lines of a table equally long, and bars in names from opening a column', () => {
    const lines = markdown.split('\n').filter((line) => line.startsWith('|'));
    expect(new Set(lines.map((line) => line.length)).size).toBe(1);
    expect(markdown).toContain(' all\\|positive |');
  });

  it('shows sentences and correlations only where there are any', () => {
    expect(markdown).not.toMatch(/Sentences|Pearson/);
    const sentence = {
      nonFactualAp: 0.9,
      factualAp: 0.6,
      rocAuc: 0.8,
      n: 30,
      abstained: 0,
      positives: 20,
      baseRate: 2 / 3,
      intervals: {},
      reasons: {},
    };
    const methods = {
      gca: { passage: { ...passage, pearson: 0.7, spearman: -0.65 }, sentence, usage: null },
    };
    const full = rowsOf(renderBenchmark({ ...report, methods }));
    expect(full).toMatchObject({ Pearson: ['0.700'], Spearman: ['-0.650'] });
    expect(full).toMatchObject({ 'non-factual AP': ['0.900'], 'base rate': ['0.667'], scored: ['30'] });
  });
});
