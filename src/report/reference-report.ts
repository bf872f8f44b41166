/** The report of a check against references: the usual report with RefChecker's figures. */
import { stringify } from 'csv-stringify/sync';
import { sectionText } from '../format/document-text.ts';
import type { Section } from '../format/document.ts';
import { reportJsonText } from '../format/report-json.ts';
import { plainTable, type TextTable } from '../format/text-table.ts';
import { counted, cut, figure, MISSING, oneLine, percentage } from '../format/text.ts';
import type { PassageVerdict, ReferenceLabel } from '../passage.ts';
import { LABELS, scalarOf } from '../reference/aggregate.ts';
import {
  type CheckedPassage,
  type CheckedTriple,
  type ProbesOfRun,
  type ReferenceSummary,
  summariseReference,
} from '../reference/reference-summary.ts';
import { allOf } from '../run/records.ts';
import { CSV_OPTIONS } from './csv.ts';
import { renderReport } from './render-report.ts';
import { pageWidth } from './terminal-page.ts';
import { PLACED_FORMATS, type Report, type ReportOptions } from './report.ts';

const LONGEST_TEXT = 60;
/** Columns of a row for other things than what it is about and quotes. */
const FIGURES = 31;

/** All verdicts are in memory meanwhile. @param probes by passage id, where they were made */
export async function* renderReferenceReport(
  report: Report,
  options: ReportOptions,
  probes?: ProbesOfRun,
): AsyncGenerator<string> {
  if (PLACED_FORMATS.includes(options.format) || options.by === 'sentence')
    return yield* renderReport(report, options);
  const verdicts = await allOf(report.verdicts);
  const summary = summariseReference(verdicts, probes);
  if (options.format === 'csv') return yield renderRows(summary, verdicts);
  const usual = (await allOf(renderReport({ ...report, verdicts }, options))).join('');
  switch (options.format) {
    case 'table': {
      const width = pageWidth(options.columns);
      const longest = Math.floor((width - FIGURES) / 3);
      const figures = sectionText(sectionOf(summary, { ...options, longest }), 'table', 2, width);
      return yield `${usual}${figures.replace(/^(?=.)/gm, '  ')}\n`;
    }
    case 'markdown':
      return yield `${usual}\n${sectionText(sectionOf(summary, { ...options, longest: LONGEST_TEXT }), 'markdown', 2)}`;
    case 'json':
      return yield `${JSON.stringify({ ...JSON.parse(usual), reference: rounded(summary) }, null, 2)}\n`;
    case 'jsonl':
      return yield withEachPassage(usual, summary);
  }
}

const rounded = (figures: unknown): unknown => JSON.parse(reportJsonText(figures));

/** A verdict a line, with the figures of its passage; null where it could not be checked. */
function withEachPassage(lines: string, { passages }: ReferenceSummary): string {
  const byId = new Map(passages.map((passage) => [passage.id, rounded(passage)]));
  return lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map((verdict) => `${JSON.stringify({ ...verdict, reference: byId.get(verdict.passage.id) ?? null })}\n`)
    .join('');
}

const ROW_COLUMNS = [
  ...['passage', 'triple', 'head', 'relation', 'tail', 'label', 'value', 'reason', 'start', 'end'],
  ...['reference', 'reference_start', 'reference_end', 'quote', 'note', 'copy_rate'],
];

/** One row for each triplet, and one with the reason for a passage that was not judged. */
function renderRows(
  { passages, probes: probed }: ReferenceSummary,
  verdicts: readonly PassageVerdict[],
): string {
  const judged = new Set(passages.filter(({ triples }) => triples.length > 0).map(({ id }) => id));
  const unjudged = verdicts.flatMap(({ passage: { id }, abstention }) =>
    abstention === null || judged.has(id) ? [] : [{ passage: id, reason: abstention.reason }],
  );
  const rows = passages.flatMap(({ triples }) =>
    triples.map(({ span, evidence, copyRate, probes, ...triple }) => ({
      ...{ ...triple, triple: triple.id, start: span?.start ?? null, end: span?.end ?? null },
      reference: evidence === null ? null : evidence.reference + 1,
      reference_start: evidence?.span.start ?? null,
      reference_end: evidence?.span.end ?? null,
      copy_rate: copyRate,
      ...(probes && { knows: probes.knowledge?.value ?? null, masked_label: probes.masked.label }),
    })),
  );
  const columns = [...ROW_COLUMNS, ...(probed ? ['knows', 'masked_label'] : [])];
  return stringify([...rows, ...unjudged], { header: true, columns, ...CSV_OPTIONS });
}

/** @param longest columns of what is quoted */
function sectionOf(
  summary: ReferenceSummary,
  { longest, ...options }: Pick<ReportOptions, 'top'> & { longest: number },
): Section {
  const { rows, omitted } = selectTriples(summary, options);
  const tables = [
    figuresTable(summary),
    passageTable(summary),
    rows.length === 0 ? null : tripleTable(rows, longest),
    spanTable(summary.passages, longest),
    probeTable(summary),
  ].filter((table) => table !== null);
  const by = summary.checker === null ? '' : ` (${oneLine(summary.checker)})`;
  const omittedLine = `${counted(omitted, 'more fact')} not shown; --top or --all shows more.`;
  const parts = [...tables, ...(omitted === 0 ? [] : [omittedLine]), LEGEND];
  return { title: `Against the references${by}`, parts };
}

const LEGEND = [
  'supported, not found, contradicted: by the references (entailment, neutral and contradiction in JSON and CSV)',
  "rate: mean share of a response's facts",
  'strict: responses with a contradicted fact, those with all facts supported, the others not found',
  'major: by what most facts are',
  'abstain rate: responses without a fact',
  "copy: how much of a fact's wording is in the reference",
  'spans: characters of the response; conflict: the reference says otherwise, baseless: it does not say it',
];

const IN_WORDS: Readonly<Record<ReferenceLabel, string>> = {
  ...{ entailment: 'supported', neutral: 'not found', contradiction: 'contradicted' },
};
const wordsOf = (label: ReferenceLabel | null): string => (label === null ? MISSING : IN_WORDS[label]);
const short = (text: string, longest = LONGEST_TEXT): string => cut(oneLine(text), longest);

function figuresTable({ labels, unlabelled, rates, copyRate, copyRates }: ReferenceSummary): TextTable {
  const rows = LABELS.map((label) => [
    ...[IN_WORDS[label], String(labels[label]), figure(rates.rates?.[label] ?? null)],
    ...[String(rates.strict[label]), String(rates.major[label]), figure(copyRates[label])],
  ]);
  const rateRow = (name: string, rate: string) => [name, MISSING, rate, MISSING, MISSING, MISSING];
  return plainTable(
    ['by the references', 'facts', 'rate', 'strict', 'major', 'copy'],
    [
      ...rows,
      ...(unlabelled === 0 ? [] : [['no label', String(unlabelled), MISSING, MISSING, MISSING, MISSING]]),
      rateRow('abstain rate', percentage(rates.abstainRate)),
      rateRow('mean of +1, 0, -1', figure(rates.scalar)),
      rateRow('copy rate', figure(copyRate)),
    ],
  );
}

function passageTable({ passages }: ReferenceSummary): TextTable | null {
  if (passages.length === 0) return null;
  const rows = passages.map(({ id, strict, soft, major, copyRate }) => [
    ...[short(id), ...LABELS.map((label) => figure(soft?.[label] ?? null))],
    ...[wordsOf(strict), wordsOf(major), figure(copyRate)],
  ]);
  const header = ['response', ...LABELS.map((label) => IN_WORDS[label]), 'strict', 'major', 'copy'];
  return { ...plainTable(header, rows), words: ['strict', 'major'] };
}

function spanTable(passages: readonly CheckedPassage[], longest: number): TextTable | null {
  const rows = passages.flatMap(({ id, spans }) =>
    (spans ?? []).map(({ start, end, type, text }) => [
      short(id),
      `${start}-${end}`,
      type,
      short(text, 2 * longest),
    ]),
  );
  if (rows.length === 0) return null;
  return { ...plainTable(['response', 'span', 'type', 'words'], rows), words: ['type', 'words'] };
}

function probeTable({ probes }: ReferenceSummary): TextTable | null {
  if (probes === undefined) return null;
  const { knowledge, masked, biased } = probes;
  const answers = Object.entries(knowledge ?? {}).map(([answer, count]) => [
    `the model itself says ${answer}`,
    String(count),
  ]);
  return plainTable(
    ['probe', 'facts'],
    [['judged with its words masked', `${biased} of ${masked}`], ...answers],
  );
}

/** All triplets in the order of the text, or the `top` of those not entailed, contradicted ones first. */
function selectTriples({ passages }: ReferenceSummary, { top }: Pick<ReportOptions, 'top'>) {
  const all = passages.flatMap(({ triples }) => triples);
  if (top === null) return { rows: all, omitted: 0 };
  const gravity = ({ label }: CheckedTriple) => (label === null ? 0 : scalarOf(label));
  const open = all
    .filter(({ label }) => label !== 'entailment')
    .toSorted((one, other) => gravity(one) - gravity(other) || (one.value ?? 0) - (other.value ?? 0));
  return { rows: open.slice(0, top), omitted: Math.max(0, open.length - top) };
}

function tripleTable(triples: readonly CheckedTriple[], longest: number): TextTable {
  const rows = triples.map(({ head, relation, tail, label, reason, value, copyRate, evidence, quote }) => [
    short(`${head} ${relation} ${tail}`),
    label === null ? (reason ?? MISSING) : IN_WORDS[label],
    ...[figure(value), figure(copyRate)],
    evidence === null ? MISSING : short(`${evidence.reference + 1}: ${quote ?? ''}`, longest),
  ]);
  const table = plainTable(['fact', 'label', 'support', 'copy', 'reference'], rows);
  return { ...table, words: ['label', 'reference'] };
}
