/** A benchmark report as Markdown tables, a metric a row and a method a column, padded to read well in a terminal. */
import type { BenchmarkReport, MethodReport, PassageMetrics, SentenceMetrics } from './benchmark-report.ts';

const PASSAGE_ROWS = {
  rocAuc: 'ROC-AUC',
  averagePrecision: 'AP',
  factualAveragePrecision: 'factual AP',
  f1: 'F1',
  precision: 'precision',
  recall: 'recall',
  accuracy: 'accuracy',
  balancedAccuracy: 'balanced accuracy',
  pearson: 'Pearson',
  spearman: 'Spearman',
} as const satisfies Partial<Record<keyof PassageMetrics, string>>;

const SENTENCE_ROWS = {
  nonFactualAp: 'non-factual AP',
  factualAp: 'factual AP',
  rocAuc: 'ROC-AUC',
} as const satisfies Partial<Record<keyof SentenceMetrics, string>>;

const MISSING = '–';

/** Markdown with a line break at the end. Brackets hold 95 % bootstrap intervals. */
export function renderBenchmark(report: BenchmarkReport): string {
  const sections = [
    `# Benchmark: ${report.dataset}`,
    summary(report),
    `## Passages\n\n${passageTable(report.methods)}`,
    ...sentenceSection(report.methods),
    ...list('Model calls', usageLines(report.methods)),
    ...list('Not defined', reasonLines(report.methods)),
    ...list('Warnings', report.warnings),
  ];
  return `${sections.join('\n\n')}\n`;
}

function summary({ n, positives, baseRate, seed }: BenchmarkReport): string {
  const share = baseRate === null ? MISSING : figure(baseRate);
  return `${n} labelled passages, ${positives} non-factual (base rate ${share}). Positive class: non-factual. Brackets: 95 % bootstrap intervals, seed ${seed}.`;
}

function passageTable(methods: BenchmarkReport['methods']): string {
  const blocks = Object.entries(methods).map(([name, { passage }]) => ({ name, block: passage }));
  const metrics = (Object.keys(PASSAGE_ROWS) as (keyof typeof PASSAGE_ROWS)[])
    .filter((metric) => blocks.some(({ block }) => block[metric] !== undefined))
    .map((metric) => [
      PASSAGE_ROWS[metric],
      ...blocks.map(({ block }) => cell(block[metric], block.intervals[metric])),
    ]);
  const thresholds = ['threshold', ...blocks.map(({ block }) => figure(block.threshold))];
  return table(['metric', ...blocks.map(({ name }) => name)], [...metrics, thresholds, ...countRows(blocks)]);
}

function sentenceSection(methods: BenchmarkReport['methods']): string[] {
  const blocks = Object.entries(methods).flatMap(([name, { sentence }]) =>
    sentence ? [{ name, block: sentence }] : [],
  );
  if (blocks.length === 0) return [];
  const metrics = (Object.keys(SENTENCE_ROWS) as (keyof typeof SENTENCE_ROWS)[]).map((metric) => [
    SENTENCE_ROWS[metric],
    ...blocks.map(({ block }) => cell(block[metric], block.intervals[metric])),
  ]);
  const baseRates = ['base rate', ...blocks.map(({ block }) => figure(block.baseRate))];
  const header = ['metric', ...blocks.map(({ name }) => name)];
  return [`## Sentences\n\n${table(header, [...metrics, baseRates, ...countRows(blocks)])}`];
}

const countRows = (blocks: readonly { block: { n: number; abstained: number } }[]): string[][] => [
  ['scored', ...blocks.map(({ block }) => String(block.n))],
  ['abstained', ...blocks.map(({ block }) => String(block.abstained))],
];

const usageLines = (methods: BenchmarkReport['methods']): string[] =>
  Object.entries(methods).flatMap(([name, { usage }]) =>
    usage
      ? `${name}: ${usage.requests} requests, ${usage.inputTokens} input tokens, ${usage.outputTokens} output tokens`
      : [],
  );

function reasonLines(methods: BenchmarkReport['methods']): string[] {
  const lines = (name: string, block: { reasons: Record<string, string> } | undefined, what: string) =>
    Object.entries(block?.reasons ?? {}).map(([metric, reason]) => `${name}, ${what}, ${metric}: ${reason}`);
  return Object.entries(methods).flatMap(([name, { passage, sentence }]: [string, MethodReport]) => [
    ...lines(name, passage, 'passages'),
    ...lines(name, sentence, 'sentences'),
  ]);
}

const list = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`## ${title}\n\n${lines.map((line) => `- ${line}`).join('\n')}`];

/** `0.712 [0.600, 0.810]`. */
function cell(
  value: number | null | undefined,
  interval: readonly [number, number] | null | undefined,
): string {
  return interval ? `${figure(value)} [${figure(interval[0])}, ${figure(interval[1])}]` : figure(value);
}

const figure = (value: number | null | undefined): string => (value == null ? MISSING : value.toFixed(3));

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [header, ...rows].map((row) => row.map((text) => text.replaceAll('|', '\\|')));
  const widths = header.map((_, column) =>
    Math.max(3, ...cells.map((row) => (row[column] as string).length)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((text, column) => text.padEnd(widths[column] as number)).join(' | ')} |`;
  const [head, ...body] = cells.map(line);
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body].join('\n');
}
