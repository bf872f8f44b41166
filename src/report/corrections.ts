/** Reports of corrections: what was changed and why not, what it came to, the texts as a word diff. */
import { diffArrays } from 'diff';
import picocolors from 'picocolors';
import type { NotProposedReason, RefusedReason } from '../correction/change.ts';
import {
  type ChangeFigures,
  changeFigures,
  type VerdictFigures,
  verdictFigures,
} from '../correction/correction-figures.ts';
import type { CheckedChange } from '../correction/correction-outcome.ts';
import type { Rouge } from '../correction/rouge.ts';
import type { Correction } from '../detector/corrector-interface.ts';
import type { PassageVerdict } from '../passage.ts';
import { factWords } from './shared-sentences.ts';
import { indented, pageWidth, terminalPage, wrapped } from './terminal-page.ts';
import { labelWords } from '../format/label-words.ts';
import { reportJson } from '../format/report-json.ts';
import {
  counted,
  MISSING,
  oneLine,
  percentage,
  scoreFigure,
  shortened,
  tripleWords,
  withoutControls,
} from '../format/text.ts';
import { escapedMarkdown as escaped } from '../format/text-table.ts';
import { threeDecimals } from '../format/three-decimals.ts';

export const CORRECTION_FORMATS = ['table', 'json', 'markdown'] as const;
export type CorrectionFormat = (typeof CORRECTION_FORMATS)[number];

export interface CorrectionReportOptions {
  format: CorrectionFormat;
  /** Whether `table` may use colour. */
  color: boolean;
  /** Width of the terminal, for `table`. */
  columns: number;
  /** Whether `json` holds the intermediate records of both verdicts. */
  trace: boolean;
}

/** Those of a prompt for the whole text. */
type BaselineFigures = VerdictFigures & { changedOutside: number };

/** The figures of all passages, with those of prompts for the whole text where there are any. */
export interface CorrectionSummary {
  /** How many were made by GraphCorrect as published, not by the guarded variant. */
  asPublished: number;
  changes: ChangeFigures;
  verdicts: VerdictFigures;
  direct: BaselineFigures | null;
  bySentences: BaselineFigures | null;
}

export function summariseCorrections(corrections: readonly Correction[]): CorrectionSummary {
  return {
    asPublished: corrections.filter(({ method }) => method === 'graphcorrect').length,
    changes: changeFigures(corrections.flatMap(({ changes }) => changes)),
    verdicts: verdictFigures(corrections),
    direct: baselineFigures(corrections, 'direct'),
    bySentences: baselineFigures(corrections, 'bySentences'),
  };
}

function baselineFigures(
  corrections: readonly Correction[],
  name: 'direct' | 'bySentences',
): BaselineFigures | null {
  const rows = corrections.flatMap(({ before, [name]: own }) => (own ? [{ before, ...own }] : []));
  if (rows.length === 0) return null;
  return {
    ...verdictFigures(rows),
    changedOutside: rows.filter((row) => row.changedOutside).length,
  };
}

/** The whole report as text that ends in a line break. */
export function renderCorrections(
  corrections: readonly Correction[],
  options: CorrectionReportOptions,
): string {
  switch (options.format) {
    case 'json':
      return reportJson({
        summary: summariseCorrections(corrections),
        passages: corrections.map((one) => correctionRecord(one, options)),
      });
    case 'markdown':
      return renderMarkdown(corrections);
    case 'table':
      return renderTable(corrections, options);
  }
}

/** A correction for files: both verdicts, without their intermediate records unless asked for. */
export function correctionRecord(correction: Correction, { trace }: { trace: boolean }) {
  const shown = ({ trace: records, ...verdict }: PassageVerdict) =>
    trace ? { ...verdict, trace: records } : verdict;
  const { before, after, direct, bySentences, ...rest } = correction;
  return {
    ...rest,
    before: shown(before),
    after: shown(after),
    ...(direct && { direct: { ...direct, after: shown(direct.after) } }),
    ...(bySentences && { bySentences: { ...bySentences, after: shown(bySentences.after) } }),
  };
}

/** Characters of a line on one fact, whose words may be of any length. */
const LENGTH = 400;

/** One correction for a reader of text alone: what became of each flagged fact, and the new text. Safe to print. */
export function correctionText(correction: Correction): string {
  const { before, after, changes, rouge, corrected } = correction;
  const text = corrected.split(/\r?\n/).map(withoutControls).join('\n');
  return [
    `${verdictWords(before)} → ${verdictWords(after)}`,
    ...abstentionLines([correction]),
    ...[...changes.map(changeLine), ...introducedLines(correction)].map((line) =>
      shortened(`- ${line}`, LENGTH),
    ),
    rouge === null ? 'nothing was changed' : `the corrected text:\n${text}`,
  ].join('\n');
}

const REASONS: Record<NotProposedReason | RefusedReason, string> = {
  refused: 'the model declined',
  unparsable: "the model's answer cannot be used",
  truncated: "the model's answer was cut off",
  'call-failed': 'the service refused the request',
  'nothing-to-go-by': 'there is neither a reference nor a sample to go by',
  'reference-unread': 'only a model can read it from the reference (--replace llm)',
  'no-value': 'the samples give nothing to put in its place',
  'values-differ': 'the samples give different values',
  'one-sample': 'one sample alone gives another value',
  'old-value-held': 'as many samples hold this one',
  'stated-already': 'its sentence states the other value already',
  'part-of-value': 'only a part of it is contradicted',
  'asked-about': 'the question names it',
  'less-exact': 'the samples are less exact',
  'not-in-reference': 'the reference does not say',
  'same-value': 'the reference says the same',
  'not-located': 'the text does not show where it states it',
  'not-literal': 'it does not occur there word for word',
  overlaps: 'another change is about the same words',
  unchanged: 'the sentence came back unchanged',
  'old-value-kept': 'the old value would stay',
  'new-value-missing': 'the new value would not be stated',
  'other-facts-lost': 'another fact of the sentence would be lost',
  'too-much-changed': 'more than the fact would change',
  'outside-changed': 'another sentence would change',
  'still-contradicted': 'it would be contradicted as well',
  'others-contradicted': 'another fact would be contradicted',
};

/** What differs in a part of the triple, and what became of it. */
function changeLine(change: CheckedChange): string {
  const { old, new: proposed, status, reason, source, after, given = [] } = change;
  const fact = tripleWords(old);
  const why = reason === null ? '' : REASONS[reason];
  const values = given.length === 0 ? '' : ` (${given.map((value) => `"${value}"`).join(', ')})`;
  if (proposed === null) return oneLine(`${fact}: not replaced, ${why}${values}`);
  const by = source === null ? '' : ` by the ${source}`;
  const parts = (['head', 'relation', 'tail'] as const).filter((part) => old[part] !== proposed[part]);
  const fresh = parts.map((part) => proposed[part]).join(', ');
  const outcome = after === null ? 'not found again' : `now ${factWords({ ...after, probability: null })}`;
  return oneLine(`${fact}: "${fresh}"${by}, ${status === 'replaced' ? outcome : `not replaced, ${why}`}`);
}

/** The triples that detection flags for the first time. */
function introducedLines({ introduced, after }: Correction): string[] {
  const rows = after.triples.filter(({ triple }) => introduced.includes(triple.id));
  return rows.map((row) => `introduced: ${tripleWords(row.triple)} (${factWords(row)})`);
}

interface Marks {
  removed: (text: string) => string;
  added: (text: string) => string;
  kept: (text: string) => string;
}

/** Numbers with their separators, words, white space, and single characters. */
const piecesOf = (text: string): string[] =>
  withoutControls(text).match(/\p{N}+(?:[.,]\p{N}+)*|[\p{L}\p{M}]+|\s+|[\s\S]/gu) ?? [];

/** Both texts in one, word by word. */
export function wordDiff(original: string, corrected: string, marks: Marks): string {
  return diffArrays(piecesOf(original), piecesOf(corrected))
    .map(({ value, added, removed }) => {
      const text = value.join('');
      return added ? marks.added(text) : removed ? marks.removed(text) : marks.kept(text);
    })
    .join('');
}

const verdictWords = ({ label, score, threshold }: PassageVerdict): string =>
  `${labelWords(label)}, support ${scoreFigure(score, threshold)}`;
const rougeWords = ({ rouge1, rouge2, rougeL }: Rouge): string =>
  [rouge1, rouge2, rougeL].map(threeDecimals).join(' / ');

function summaryLines({ asPublished, changes, verdicts, direct, bySentences }: CorrectionSummary): string[] {
  const { flagged, replaced, refused, notProposed, fixed, stillFlagged, notFound } = changes;
  const open = replaced - fixed - stillFlagged - notFound;
  return [
    ...(asPublished === 0
      ? []
      : [
          `GraphCorrect as published in ${counted(asPublished, 'passage')}: one fact at a time, put into the whole text, nothing checked`,
        ]),
    `${counted(flagged, 'flagged fact')}: ${replaced} replaced, ${refused + notProposed} not replaced, ${notProposed} of them for lack of a value`,
    `of those replaced, on detecting again: ${fixed} without error, ${stillFlagged} still flagged, ${open} undecided, ${notFound} not found; ${verdicts.introduced} newly flagged`,
    `verified as corrected: ${percentage(changes.believed)} of the flagged facts, ${percentage(changes.believedOfReplaced)} of those replaced`,
    ...verdictLines(verdicts),
    ...baselineLines('direct prompt', direct),
    ...baselineLines('by sentences', bySentences),
  ];
}

/** The passages that detection could not judge, so that nothing in them was corrected. */
const abstentionLines = (corrections: readonly Correction[]): string[] =>
  corrections.flatMap(({ id, before: { abstention } }) =>
    abstention === null ? [] : [oneLine(`not judged: ${id}: ${abstention.detail || abstention.reason}`)],
  );

function baselineLines(name: string, figures: BaselineFigures | null): string[] {
  if (figures === null) return [];
  const { changed, changedOutside, introduced } = figures;
  return [
    `${name}: ${counted(changed, 'text')} changed, ${changedOutside} of them outside the flagged sentences; ${introduced} newly flagged`,
    ...verdictLines(figures).map((line) => `${name}: ${line}`),
  ];
}

function verdictLines(figures: VerdictFigures): string[] {
  const { flaggedPassages, believedPassages, factualBefore, factualAfter, factualIncrease, rouge } = figures;
  const increase =
    factualIncrease === null
      ? MISSING
      : `${factualIncrease < 0 ? '−' : '+'}${Math.abs(factualIncrease * 100).toFixed(1)} %`;
  return [
    `${counted(flaggedPassages, 'flagged passage')}, ${percentage(believedPassages)} of them with no error found now`,
    `share of facts not flagged: ${threeDecimals(factualBefore)} before, ${threeDecimals(factualAfter)} after (${increase})`,
    `ROUGE-1/2/L of the changed texts: ${rougeWords(rouge)}`,
  ];
}

function renderTable(
  corrections: readonly Correction[],
  { color, columns }: CorrectionReportOptions,
): string {
  const colors = picocolors.createColors(color);
  const width = pageWidth(columns);
  const marks: Marks = color
    ? {
        removed: (text) => colors.red(colors.strikethrough(text)),
        added: (text) => colors.green(text),
        kept: (text) => text,
      }
    : { removed: (text) => `[-${text}-]`, added: (text) => `{+${text}+}`, kept: (text) => text };
  const block = (correction: Correction): string[] => [
    colors.bold(oneLine(correction.id)),
    `${verdictWords(correction.before)} → ${verdictWords(correction.after)}`,
    ...(correction.rouge === null
      ? []
      : indented(wordDiff(correction.original, correction.corrected, marks), width)),
    ...[...correction.changes.map(changeLine), ...introducedLines(correction)].flatMap((line) =>
      indented(line, width, '  - ', '    '),
    ),
  ];
  const shown = corrections.filter(({ changes }) => changes.length > 0);
  const blocks = [
    ...shown.map(block),
    [...summaryLines(summariseCorrections(corrections)), ...abstentionLines(corrections)].flatMap((line) =>
      wrapped(line, width),
    ),
  ];
  return terminalPage(blocks);
}

function renderMarkdown(corrections: readonly Correction[]): string {
  const marks: Marks = {
    removed: (text) => around(text, '~~'),
    added: (text) => around(text, '**'),
    kept: escaped,
  };
  const section = (correction: Correction): string =>
    [
      `## ${escaped(oneLine(correction.id))}`,
      `${verdictWords(correction.before)} → ${verdictWords(correction.after)}`,
      ...(correction.rouge === null
        ? []
        : [wordDiff(correction.original, correction.corrected, marks).replace(/^/gm, '> ')]),
      [...correction.changes.map(changeLine), ...introducedLines(correction)]
        .map((line) => `- ${escaped(line)}`)
        .join('\n'),
    ].join('\n\n');
  const shown = corrections.filter(({ changes }) => changes.length > 0);
  const lines = [
    ...summaryLines(summariseCorrections(corrections)),
    ...abstentionLines(corrections).map(escaped),
  ];
  const summary = lines.map((line) => `- ${line}`);
  return `${['# Corrections', summary.join('\n'), ...shown.map(section)].join('\n\n')}\n`;
}

/** Marks hold on to words: white space stays outside of them. */
function around(text: string, mark: string): string {
  const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  return inner === '' ? text : `${before}${mark}${escaped(inner)}${mark}${after}`;
}
