/**
 * `npm run results -- FOLDER [--write]`: the results tables of docs/benchmarks.md and of the README, from `hallugraph bench` on
 * the data sets in FOLDER (phd/, wikibio/ and graph_uncertainty/, with the published record files where they are there).
 * `--write` puts them between the markers there.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { BenchmarkReport, LevelMetrics, MetricName } from '../../src/benchmark/benchmark-report.ts';
import type { Level } from '../../src/benchmark/method-scores.ts';
import { threeDecimals, withInterval } from '../../src/format/figures.ts';
import { compactTable } from './bench-table.ts';
import { writeBetween } from './write-between.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

interface Measurement {
  dataset: string;
  /** Of the file or folder under FOLDER. */
  file: string;
  scores: readonly string[];
}

const GRAPH_UNCERTAINTY = 'graph_uncertainty';

function measurements(folder: string): Record<string, Measurement> {
  const claims = readdirSync(path.join(folder, GRAPH_UNCERTAINTY)).filter((name) => name.endsWith('.json'));
  const file = (part: string) => `${GRAPH_UNCERTAINTY}/${claims.find((name) => name.startsWith(part))}`;
  const phdScores = ['recorded_scores', 'semantic_entropy_records', 'rv_qg_records', 'rv_em_records'];
  return {
    phd: {
      dataset: 'phd',
      file: 'phd/phd_with_samples.json',
      scores: phdScores.map((name) => `phd/${name}.json`),
    },
    wikibio: {
      dataset: 'wikibio',
      file: 'wikibio/wiki_bio_gpt3_hallucination.json',
      scores: ['wikibio/recorded_sentence_scores.json'],
    },
    factscore: { dataset: 'graph-uncertainty', file: file('factscore'), scores: [] },
    popqa: { dataset: 'graph-uncertainty', file: file('pop_qa'), scores: [] },
  };
}

async function bench(folder: string, { dataset, file, scores }: Measurement): Promise<BenchmarkReport> {
  const out = mkdtempSync(path.join(tmpdir(), 'hallugraph-results-'));
  const recorded = scores.map((name) => path.join(folder, name)).filter((name) => existsSync(name));
  const args = ['bench', dataset, '--data', path.join(folder, file), '--preset', 'local', '--methods', 'all'];
  const options = ['--format', 'json', '--quiet', '--out', path.join(out, 'run')];
  try {
    const main = path.join(ROOT, 'dist/src/cli/main.js');
    const command = [main, ...args, ...options, ...recorded.flatMap((name) => ['--scores', name])];
    const { stdout } = await promisify(execFile)(process.execPath, command, { maxBuffer: 2 ** 28 });
    return JSON.parse(stdout);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

interface Column {
  title: string;
  data: string;
  level: Level;
  metric: MetricName;
}

const COLUMNS: readonly Column[] = [
  { title: 'PHD passages: ROC-AUC', data: 'phd', level: 'passage', metric: 'rocAuc' },
  { title: 'AP', data: 'phd', level: 'passage', metric: 'averagePrecision' },
  { title: 'WikiBio sentences: ROC-AUC', data: 'wikibio', level: 'sentence', metric: 'rocAuc' },
  { title: 'non-factual AP', data: 'wikibio', level: 'sentence', metric: 'averagePrecision' },
  { title: 'factual AP', data: 'wikibio', level: 'sentence', metric: 'factualAveragePrecision' },
  { title: 'passage Pearson', data: 'wikibio', level: 'passage', metric: 'pearson' },
  { title: 'biography claims: ROC-AUC', data: 'factscore', level: 'claim', metric: 'rocAuc' },
  { title: 'PopQA claims: ROC-AUC', data: 'popqa', level: 'claim', metric: 'rocAuc' },
];

/** Name of a row, and the method it stands for in each data set. */
const ROWS: readonly (readonly [string, readonly string[]])[] = [
  ['**hallugraph, preset `local`**', ['hallugraph']],
  ['SelfCheckGPT unigram, max', ['selfcheck-unigram-max']],
  ['SelfCheckGPT bigram, max', ['selfcheck-bigram-max']],
  ['SelfCheckGPT BERTScore, recorded', ['selfcheck-bertscore (recorded)', '2jimoo_bertscore']],
  ['SelfCheckGPT NLI, recorded', ['selfcheck-nli (recorded)', '2jimoo_nli']],
  ['SelfCheckGPT prompt (31B model), recorded', ['kaist_prompt_gemma4-31B']],
  ['Semantic entropy, recorded', ['semantic-entropy (recorded)']],
  ['Reverse Validation QG, recorded', ['rv-qg (recorded)']],
  ['Reverse Validation EM, recorded', ['rv-em (recorded)']],
  ['calling everything non-factual', ['allPositive']],
];

/** Empty without a value. */
function cell(block: LevelMetrics | undefined, metric: MetricName, isRanged: boolean): string {
  const value = block?.metrics[metric];
  if (value == null) return '';
  return withInterval(value, isRanged ? block?.intervals[metric] : null);
}

type Reports = Record<string, BenchmarkReport>;

/** What a method reaches in the data of a column. */
function blockOf(
  reports: Reports,
  { data, level }: Pick<Column, 'data' | 'level'>,
  names: readonly string[],
): LevelMetrics | undefined {
  const methods = reports[data]?.methods ?? {};
  return methods[names.find((candidate) => candidate in methods) ?? '']?.levels[level];
}

function table(reports: Reports): string {
  const rows = ROWS.map(([title, names], index) => [
    title,
    ...COLUMNS.map((column) => cell(blockOf(reports, column, names), column.metric, index === 0)),
  ]).filter((row) => row.slice(1).some((text) => text !== ''));
  return compactTable([['', ...COLUMNS.map(({ title }) => title)], ...rows]);
}

/** What the README tells: our ROC-AUC, beside the best of the other rows. */
const SUMMARY = [
  { of: 'passages of PHD', data: 'phd', level: 'passage' },
  { of: 'sentences of WikiBio', data: 'wikibio', level: 'sentence' },
  { of: 'claims of biographies', data: 'factscore', level: 'claim' },
  { of: 'claims of PopQA answers', data: 'popqa', level: 'claim' },
] as const;

function summary(reports: Reports): string {
  const rows = SUMMARY.map((row) => {
    const own = blockOf(reports, row, ['hallugraph']);
    const best = ROWS.slice(1)
      .map(([title, names]) => ({ title, block: blockOf(reports, row, names) }))
      .reduce((one, other) => (aucOf(other.block) > aucOf(one.block) ? other : one));
    const theirs = `${cell(best.block, 'rocAuc', true)}, ${best.title}`;
    return [`${own?.n} ${row.of}`, cell(own, 'rocAuc', true), theirs];
  });
  return compactTable([['', 'hallugraph, preset `local`', 'best of the others'], ...rows]);
}

const aucOf = (block: LevelMetrics | undefined): number => block?.metrics.rocAuc ?? 0;

function counts(reports: Reports): string {
  const of = (data: string, level: Level) => {
    const block = reports[data]?.methods.allPositive?.levels[level];
    return `${block?.n} (${threeDecimals(block?.baseRate)} non-factual)`;
  };
  return [
    `PHD ${of('phd', 'passage')} passages`,
    `WikiBio ${of('wikibio', 'passage')} passages and ${of('wikibio', 'sentence')} sentences`,
    `graph-uncertainty ${of('factscore', 'claim')} claims of biographies and ${of('popqa', 'claim')} of PopQA answers`,
  ].join('; ');
}

const [folder, flag] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: npm run results -- FOLDER [--write]');
  process.exit(2);
}
const reports: Reports = {};
for (const [name, measurement] of Object.entries(measurements(folder))) {
  reports[name] = await bench(folder, measurement);
}
const texts = {
  results: `${table(reports)}\n\nItems: ${counts(reports)}.`,
  summary: summary(reports),
};
console.log(Object.values(texts).join('\n\n'));
if (flag === '--write') {
  writeBetween(path.join(ROOT, 'docs/benchmarks.md'), 'results', texts.results);
  writeBetween(path.join(ROOT, 'README.md'), 'summary', texts.summary);
}
