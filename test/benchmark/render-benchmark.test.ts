import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import type { LabelledPassage } from '../../datasets/labelled-passage.ts';
import type { BenchmarkReport, LevelMetrics, MethodReport } from '../../src/benchmark/benchmark-report.ts';
import type { MethodScores } from '../../src/benchmark/method-scores.ts';
import { benchmarkPage, type Drawn, renderBenchmark } from '../../src/benchmark/render-benchmark.ts';
import type { Document, Part } from '../../src/format/document.ts';

const level = (own: Partial<LevelMetrics> = {}): LevelMetrics => ({
  n: 9,
  abstained: 1,
  positives: 4,
  baseRate: 0.4444,
  metrics: {
    rocAuc: 0.71234,
    averagePrecision: 0.5,
    factualAveragePrecision: 0.9,
    f1: 0.4,
    precision: 0.25,
    recall: 1,
    accuracy: 0.75,
    balancedAccuracy: null,
  },
  intervals: { rocAuc: [0.6, 0.81], f1: null, accuracy: [0.1, 0.2] },
  reasons: { balancedAccuracy: 'only one class' },
  threshold: -0.5,
  thresholdRule: 'own',
  ...own,
});

const trivial = level({
  n: 10,
  abstained: 0,
  baseRate: 0.4,
  threshold: null,
  thresholdRule: 'all-positive',
  reasons: {},
});

const report: BenchmarkReport = {
  dataset: 'a|b.json',
  seed: 7,
  protocol: { rule: 'own' },
  n: 10,
  unlabelled: 0,
  methods: {
    hallugraph: {
      origin: 'hallugraph',
      levels: { passage: level() },
      usage: { requests: 12, inputTokens: 345, outputTokens: 67 },
    },
    'recorded|nli': {
      origin: 'recorded',
      levels: { passage: level({ threshold: 0.3, thresholdRule: 'mean-variance', reasons: {} }) },
      usage: null,
    },
    selfcheck: { origin: 'baseline', levels: { passage: level({ reasons: {} }) }, usage: null },
    allPositive: { origin: 'trivial', levels: { passage: trivial }, usage: null },
  },
  comparisons: [
    {
      ...{ method: 'selfcheck', reference: 'hallugraph', level: 'passage', metric: 'rocAuc', n: 8 },
      difference: -0.1234,
      interval: [-0.2, -0.01],
    },
    {
      ...{ method: 'selfcheck', reference: 'hallugraph', level: 'passage', metric: 'f1', n: 8 },
      difference: 0.05,
      interval: [-0.1, 0.2],
    },
  ],
  absent: [{ method: 'selfcheck-nli', reason: 'no NLI model is configured' }],
  groups: [
    { group: 'PHD-High', n: 5, levels: { passage: level({ n: 5, abstained: 0, reasons: {} }) } },
    { group: 'PHD-Low', n: 5, levels: { passage: level({ n: 4, reasons: {} }) } },
  ],
  neighbours: [{ encoder: 'with RGCN', passages: 9, mean: 0.486, min: 0.277 }],
  warnings: ['Take care.'],
};

/** The cells of each table row of a section, by the first one. */
function rowsOf(markdown: string, title: string): Record<string, string[]> {
  const section = markdown.split('\n## ').find((text) => text.startsWith(title)) ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('| '));
  const rows = lines.map((line) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim()),
  );
  return Object.fromEntries(rows.map(([name = '', ...cells]) => [name, cells]));
}

describe('renderBenchmark as Markdown', () => {
  it('shows no thresholds where no method scored anything', () => {
    const { allPositive } = report.methods;
    const none = {
      ...report,
      methods: { hallugraph: { origin: 'hallugraph', levels: {}, usage: null }, allPositive },
    };
    expect(renderBenchmark(none as BenchmarkReport)).not.toContain('Thresholds');
    expect(renderBenchmark(report)).toContain('Thresholds');
  });

  it('lets no name of a method become HTML', () => {
    const evil = { ...report, warnings: ['<b>x</b>'], absent: [{ method: '<i>y</i>', reason: 'none' }] };
    const text = renderBenchmark(evil, { format: 'markdown' });
    expect(text).toContain('\\<b>x');
    expect(text).toContain('\\<i>y');
  });

  const markdown = renderBenchmark(report, { format: 'markdown' });

  it('puts methods in rows, metrics in columns, the base rate before AP, main metrics with intervals', () => {
    expect(rowsOf(markdown, 'Passages')).toMatchObject({
      method: [
        ...['ROC-AUC', 'base rate', 'AP', 'factual AP', 'F1', 'precision', 'recall', 'accuracy'],
        ...['balanced accuracy', 'scored'],
      ],
      hallugraph: ['.712 [.600, .810]', '.444', '.500', '.900', '.400', '.250', '1.000', '.750', '–', '9/10'],
    });
  });

  it('groups methods by kind, ours first, the trivial row last', () => {
    const names = Object.keys(rowsOf(markdown, 'Passages'));
    expect(names[2]).toBe('hallugraph');
    expect(names.indexOf('selfcheck')).toBeLessThan(names.indexOf('recorded\\|nli'));
    expect(names.at(-1)).toBe('allPositive');
    expect(names.filter((name) => name.startsWith('*'))).toHaveLength(2);
  });

  it('marks differences whose interval leaves out 0', () => {
    expect(rowsOf(markdown, 'Against hallugraph')).toMatchObject({
      method: ['Δ ROC-AUC', 'Δ F1', 'items of both'],
      selfcheck: ['−.123* [−.200, −.010]', '+.050 [−.100, .200]', '8'],
    });
  });

  it('tells parts, neighbours, thresholds and model calls', () => {
    expect(rowsOf(markdown, 'hallugraph on the parts')).toMatchObject({
      'PHD-High': expect.arrayContaining(['5']),
      'PHD-Low': expect.arrayContaining(['4/5']),
    });
    expect(rowsOf(markdown, 'Neighbours')).toMatchObject({ 'with RGCN': ['.277', '.486', '9'] });
    expect(rowsOf(markdown, 'Thresholds')).toMatchObject({
      hallugraph: ['−.500 own'],
      'recorded\\|nli': ['.300 from these data'],
    });
    expect(rowsOf(markdown, 'Model calls')).toMatchObject({ hallugraph: ['12', '1.2', '345', '67'] });
  });

  it('tells the gold labels, what could not run, reasons and warnings', () => {
    for (const text of [
      '10 labelled passages',
      '10 passages, 4 of them non-factual (base rate .400)',
      'seed 7',
      '- selfcheck-nli: no NLI model is configured',
      '- balanced accuracy of passages: only one class (hallugraph)',
      '- Take care.',
    ]) {
      expect(markdown).toContain(text);
    }
  });

  it.each([
    [{ rule: 'own' }, /Each method by its own/],
    [{ rule: 'mean-variance', k: 2 }, /µ − 2·σ².*paper's µ \+ 2·σ²/],
    [{ rule: 'cross-validated', folds: 5, objective: 'f1' }, /best F1 on the other folds \(5 folds/],
  ] as const)('says the protocol in words: %j', (protocol, words) => {
    expect(renderBenchmark({ ...report, protocol }, { format: 'markdown' })).toMatch(words);
  });

  it('keeps bars in names from opening a column, and columns in line', () => {
    expect(markdown).toContain('| recorded\\|nli ');
    const table = markdown.split('\n\n').find((block) => block.startsWith('| method')) ?? '';
    const lines = table.split('\n').filter((line) => !line.startsWith('| *'));
    expect(new Set(lines.map((line) => stringWidth(line))).size).toBe(1);
  });

  it('leaves out what there is none of', () => {
    const bare = { ...report, comparisons: [], absent: [], groups: [], neighbours: [], warnings: [] };
    const text = renderBenchmark(bare, { format: 'markdown' });
    expect(text).not.toMatch(
      /Against|parts of|Neighbours|Without figures|Warnings|Sentences|Claims|Pearson|ECE/,
    );
  });

  it('shows further levels and metrics where there are any', () => {
    const passage = level({ metrics: { ...level().metrics, pearson: -0.65, calibrationError: 0.0321 } });
    const methods: BenchmarkReport['methods'] = {
      hallugraph: { origin: 'hallugraph', levels: { passage, claim: level() }, usage: null },
      allPositive: { origin: 'trivial', levels: { passage: trivial, claim: trivial }, usage: null },
    };
    const text = renderBenchmark({ ...report, methods }, { format: 'markdown' });
    expect(rowsOf(text, 'Passages').hallugraph).toEqual(expect.arrayContaining(['−.650', '.032']));
    expect(rowsOf(text, 'Passages').allPositive).toContain('');
    expect(rowsOf(text, 'Claims')).toHaveProperty('hallugraph');
  });
});

describe('renderBenchmark for a terminal', () => {
  const everything = level({
    metrics: { ...level().metrics, pearson: -0.65, spearman: -0.61, calibrationError: 1 },
    intervals: Object.fromEntries(
      ['rocAuc', 'averagePrecision', 'factualAveragePrecision', 'f1', 'pearson'].map((name) => [
        name,
        [-0.25, 1],
      ]),
    ),
    n: 946,
  });
  const name = 'a method with a very long name, as recorded scores have them';
  const wide: BenchmarkReport = {
    ...report,
    methods: {
      ...report.methods,
      [name]: { origin: 'recorded', levels: { passage: everything }, usage: null },
    },
    comparisons: (['rocAuc', 'averagePrecision', 'factualAveragePrecision', 'pearson', 'f1'] as const).map(
      (metric) => ({
        ...{ method: name, reference: 'hallugraph', level: 'passage', metric, n: 946 },
        difference: -0.25,
        interval: [-0.375, -0.125],
      }),
    ),
    warnings: [`${'word '.repeat(50)}end`],
  };
  const text = renderBenchmark(wide);

  it('keeps to 120 columns', () => {
    expect(Math.max(...text.split('\n').map((line) => stringWidth(line)))).toBeLessThanOrEqual(120);
    expect(text).toContain('a method with a very');
  });

  it('shows values in one table, intervals in another, differences above their intervals', () => {
    const lines = text.split('\n');
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^hallugraph +\.712 +\.444 +\.500 +\.900 +\.400 +\.250 +1\.000 +\.750 +– +9\/10$/,
      ),
    );
    expect(lines).toContainEqual(expect.stringMatching(/^hallugraph +\[\.600, \.810\] +– +– +– +– +–$/));
    const difference = lines.findIndex((line) => line.includes('−.250*'));
    expect(lines[difference + 1]).toMatch(/^ +(\[−\.375, −\.125\] +){4}\[−\.375, −\.125\]$/);
  });

  it('is what one gets without a format, and ends with one line break', () => {
    expect(renderBenchmark(wide, { format: 'table' })).toBe(text);
    expect(text).toMatch(/[^\n]\n$/);
  });

  it('does not pass control characters of a name on', () => {
    const methods = {
      'x\u001b[31m\ny': { origin: 'recorded', levels: { passage: everything }, usage: null },
    } as const;
    for (const format of ['table', 'markdown'] as const) {
      const rendered = renderBenchmark({ ...report, methods, comparisons: [] }, { format });
      expect(rendered).not.toContain('\u001b');
      expect(rendered).toContain('x y');
    }
  });
});

const NOTHING: Drawn = { passages: [], methods: [], nodes: [] };
const pageOf = (report: BenchmarkReport, drawn: Partial<Drawn> = {}): Document =>
  benchmarkPage(report, { ...NOTHING, ...drawn });

const partsOf = ({ sections }: Document, title: string): readonly Part[] =>
  sections.find((section) => section.title === title)?.parts ?? [];
const chartsOf = (page: Document, title: string) =>
  partsOf(page, title).flatMap((part) => (typeof part === 'object' && 'chart' in part ? [part.chart] : []));

describe('the benchmark page', () => {
  it('holds every part of the report, warnings first', () => {
    const { hallugraph, ...others } = report.methods;
    const levels = { passage: level(), sentence: level(), claim: level() };
    const methods: BenchmarkReport['methods'] = {
      hallugraph: { ...(hallugraph as MethodReport), levels },
      '−support': { origin: 'ablation', levels: { passage: level() }, usage: null },
      ...others,
    };
    const page = pageOf({ ...report, methods });
    expect(page.sections.map(({ title }) => title)).toEqual([
      ...['Warnings', 'Passages', 'Sentences', 'Claims', 'Without figures', 'What rows stand for'],
      ...['Against hallugraph', 'hallugraph on the parts of the data set', 'Neighbours (paper Table 3)'],
      ...['Thresholds', 'Model calls', 'Not defined', 'Legend'],
    ]);
    expect(page.lead).toEqual([
      expect.stringContaining('10 labelled passages. Gold labels: 10 passages, 4 of them non-factual'),
    ]);
    expect(JSON.stringify(partsOf(page, 'Legend'))).toContain(
      '["AP","average precision of the non-factual class',
    );
  });

  it('draws each method with its intervals, ours marked', () => {
    const page = pageOf(report);
    const [table] = partsOf(page, 'Passages').filter((part) => typeof part === 'object' && 'groups' in part);
    expect((table as Extract<Part, { groups: unknown }>).groups[0]?.marked).toBe(true);
    const [chart] = chartsOf(page, 'Passages');
    const { forest } = chart as Extract<typeof chart, { kind: 'forest' }>;
    expect(forest.reference).toEqual({ value: 0.5, label: 'chance' });
    const interval = [0.6, 0.81];
    expect(forest.rows[0]).toEqual({ label: 'hallugraph', value: 0.71234, interval, marked: true });
    expect(forest.rows.filter(({ marked }) => marked)).toHaveLength(1);
  });

  it('brings the scores of each method with the labels, those of our own parts left out', () => {
    const passages: LabelledPassage[] = (['non-factual', 'factual', null] as const).map((label, index) => ({
      passage: { id: `p${index}`, prompt: 'q', response: 'r' },
      label,
    }));
    const method = (
      name: string,
      origin: MethodScores['origin'],
      scores: (number | null)[],
    ): MethodScores => ({
      ...{ method: name, origin, thresholds: { passage: null, sentence: null, claim: null } },
      scores: scores.map((passage, index) => ({
        ...{ id: `p${index}`, passage, sentences: null, claims: null, reason: null, usage: null },
        ...(origin === 'hallugraph' && {
          probabilities: { passage: 0.25, sentences: null, claims: null },
        }),
      })),
    });
    const methods = [
      method('hallugraph', 'hallugraph', [0.123456789, 0.5, 1]),
      method('−support', 'ablation', [1, 1, 1]),
      method('other', 'baseline', [null, 2, 3]),
      method('silent', 'recorded', [null, null, null]),
    ];
    expect(chartsOf(pageOf(report, { passages, methods }), 'Passages')[1]).toEqual({
      kind: 'scores',
      methods: [
        {
          name: 'hallugraph',
          marked: true,
          items: [
            [0.123456789, true, 0.25],
            [0.5, false, 0.25],
          ],
        },
        { name: 'other', marked: false, items: [[2, false, null]] },
      ],
    });
  });

  it('draws node states where they are given, in the plane', () => {
    const vectors = [
      [1, 0],
      [0, 1],
    ];
    const nodes = vectors.map((vector, index) => ({
      ...{ label: `entity ${index}`, passageId: 'p', before: vector, after: [1, 1] },
    }));
    const [chart] = chartsOf(pageOf(report, { nodes }), 'Node states');
    const { nodes: drawn } = chart as Extract<typeof chart, { kind: 'nodes' }>;
    // at length 1 they are √2 apart, along the first component; what is the same comes to one place
    const [[one], [other]] = drawn.map(({ before }) => before) as [
      readonly [number, number],
      readonly [number, number],
    ];
    expect(Math.abs(one - other)).toBeCloseTo(Math.SQRT2, 3);
    expect(drawn[0]).toMatchObject({ label: 'entity 0', passageId: 'p', after: drawn[1]?.after });
    expect(pageOf(report, { nodes })).toEqual(pageOf(report, { nodes }));
  });

  it('can be made of an empty report', () => {
    const empty: BenchmarkReport = {
      ...{ dataset: 'none', seed: 1, n: 0, unlabelled: 0, methods: {}, comparisons: [] },
      ...{ absent: [], groups: [], neighbours: [], warnings: [] },
    };
    const page = pageOf(empty);
    expect(page.lead).toEqual([expect.stringContaining('0 labelled passages.')]);
    expect(JSON.stringify(page)).not.toMatch(/NaN|undefined/);
  });
});
