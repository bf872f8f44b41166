/** Reports of corrections: what was changed and why not, its figures, the texts as a word diff. */
import { diffArrays } from 'diff';
import picocolors from 'picocolors';
import type { NotProposedReason, RefusedReason } from '../correction/change.ts';
import { countsOf } from '../common/group-by.ts';
import { changeFigures, type VerdictFigures, verdictFigures } from '../correction/correction-figures.ts';
import type { CheckedChange } from '../correction/correction-outcome.ts';
import type { Correction, DirectCorrection } from '../detector/corrector-interface.ts';
import { labelWords } from '../format/labels.ts';
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
import { bullets, escapedMarkdown as escaped } from '../format/text-table.ts';
import { threeDecimals } from '../format/figures.ts';
import type { PassageVerdict } from '../passage.ts';
import { factWords } from './facts.ts';
import type { ReportOptions } from './report.ts';
import { indented, pageWidth, terminalPage, wrapped } from './terminal-page.ts';

export const CORRECTION_FORMATS = ['table', 'json', 'markdown'] as const;
export type CorrectionFormat = (typeof CORRECTION_FORMATS)[number];

/** Over all passages; figures of a baseline are null if it was not asked. */
export function summariseCorrections(corrections: readonly Correction[]) {
  return {
    /** By GraphCorrect as published, not by the guarded variant. */
    asPublished: corrections.filter(({ method }) => method === 'graphcorrect').length,
    changes: changeFigures(corrections.flatMap(({ changes }) => changes)),
    verdicts: verdictFigures(corrections),
    direct: baselineFigures(corrections, 'direct'),
    bySentences: baselineFigures(corrections, 'bySentences'),
  };
}

type BaselineFigures = VerdictFigures & { changedOutside: number };

function baselineFigures(
  corrections: readonly Correction[],
  name: 'direct' | 'bySentences',
): BaselineFigures | null {
  const rows = corrections.flatMap(({ before, [name]: own }) => (own ? [{ before, ...own }] : []));
  if (rows.length === 0) return null;
  return { ...verdictFigures(rows), changedOutside: rows.filter((row) => row.changedOutside).length };
}

/** Ends in a line break. */
export function renderCorrections(
  corrections: readonly Correction[],
  options: Pick<ReportOptions, 'color' | 'columns' | 'trace'> & { format: CorrectionFormat },
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

/** @param options.trace whether verdicts keep their intermediate records */
export function correctionRecord(correction: Correction, { trace }: { trace: boolean }) {
  const shown = ({ trace: records, ...verdict }: PassageVerdict) =>
    trace ? { ...verdict, trace: records } : verdict;
  const direct = (own: DirectCorrection) => ({ ...own, after: shown(own.after) });
  return {
    ...correction,
    before: shown(correction.before),
    after: shown(correction.after),
    ...(correction.direct && { direct: direct(correction.direct) }),
    ...(correction.bySentences && { bySentences: direct(correction.bySentences) }),
  };
}

/** Maximum characters of a line. */
const LENGTH = 400;

/** The changes and the new text, as plain text that is safe to print. */
export function correctionText(correction: Correction): string {
  return [
    verdictChange(correction),
    ...abstentionLines([correction]),
    ...changeLines(correction).map((line) => shortened(`- ${line}`, LENGTH)),
    correction.rouge === null
      ? 'nothing was changed'
      : `the corrected text:\n${linesOf(correction.corrected)}`,
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
  'clause-denied': 'the samples contradict the whole clause, not a value in it',
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

/** A line for each flagged fact, and for each fact flagged in the new text alone. */
function changeLines({ changes, introduced, after }: Correction): string[] {
  const rows = after.triples.filter(({ triple }) => introduced.includes(triple.id));
  return [
    ...changes.map(changeLine),
    ...rows.map((row) => `introduced: ${tripleWords(row.triple)} (${factWords(row)})`),
  ];
}

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

type Mark = (text: string) => string;
type Marks = Record<'removed' | 'added' | 'kept', Mark>;

/** Without controls, except the breaks of lines. */
const linesOf = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map(withoutControls)
    .join('\n');

/** Numbers with their separators, words, white space, and single characters. */
const tokensOf = (text: string): string[] =>
  linesOf(text).match(/\p{N}+(?:[.,]\p{N}+)*|[\p{L}\p{M}]+|\s+|[\s\S]/gu) ?? [];

export function wordDiff(original: string, corrected: string, marks: Marks): string {
  return diffArrays(tokensOf(original), tokensOf(corrected))
    .map(({ value, added, removed }) => marks[added ? 'added' : removed ? 'removed' : 'kept'](value.join('')))
    .join('');
}

const verdictWords = ({ label, score, threshold }: PassageVerdict): string =>
  `${labelWords(label)}, support ${scoreFigure(score, threshold)}`;
const verdictChange = ({ before, after }: Correction): string =>
  `${verdictWords(before)} → ${verdictWords(after)}`;

/** Of all corrections, with the passages that were not judged. */
function summaryLines(corrections: readonly Correction[]): string[] {
  const { asPublished, changes, verdicts, direct, bySentences } = summariseCorrections(corrections);
  const { flagged, replaced, refused, notProposed, fixed, stillFlagged, notFound } = changes;
  const passages = counted(corrections.length, 'passage');
  if (flagged === 0) return [`no fact is flagged in ${passages}`, ...abstentionLines(corrections)];
  const open = replaced - fixed - stillFlagged - notFound;
  const kept = refused + notProposed;
  const why = kept === 0 ? '' : ` (${reasonCounts(corrections)})`;
  const outcome = [
    `of those replaced, on detecting again: ${fixed} without error, ${stillFlagged} still flagged, ${open} undecided, ${notFound} not found; ${verdicts.introduced} newly flagged`,
    `verified as corrected: ${percentage(changes.believed)} of the flagged facts, ${percentage(changes.believedOfReplaced)} of those replaced`,
    ...verdictLines(verdicts),
  ];
  const published = `GraphCorrect as published in ${counted(asPublished, 'passage')}: one fact at a time, put into the whole text, nothing checked`;
  return [
    ...(asPublished === 0 ? [] : [published]),
    `${counted(flagged, 'flagged fact')}: ${replaced} replaced, ${kept} not replaced${why}`,
    // a text that stays as it was has the verdict that it had
    ...(verdicts.changed === 0 ? [] : outcome),
    ...baselineLines('direct prompt', direct),
    ...baselineLines('by sentences', bySentences),
    ...abstentionLines(corrections),
  ];
}

/** `one sample alone gives another value 2, the old value would stay 1`, the most frequent first. */
function reasonCounts(corrections: readonly Correction[]): string {
  const reasons = corrections.flatMap(({ changes }) => changes.flatMap(({ reason }) => reason ?? []));
  const counts = [...countsOf(reasons)].toSorted(([, one], [, other]) => other - one);
  return counts.map(([reason, count]) => `${REASONS[reason]} ${count}`).join(', ');
}

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
  const rouges = [rouge.rouge1, rouge.rouge2, rouge.rougeL].map(threeDecimals).join(' / ');
  return [
    `${counted(flaggedPassages, 'flagged passage')}, ${percentage(believedPassages)} of them with no error found now`,
    `share of facts not flagged: ${threeDecimals(factualBefore)} before, ${threeDecimals(factualAfter)} after (${increase})`,
    `ROUGE-1/2/L of the changed texts of at least two words: ${rouges}`,
  ];
}

const hasChanges = ({ changes }: Correction): boolean => changes.length > 0;

function renderTable(
  corrections: readonly Correction[],
  { color, columns }: Pick<ReportOptions, 'color' | 'columns'>,
): string {
  const { red, green, bold, strikethrough } = picocolors.createColors(color);
  const width = pageWidth(columns);
  const kept = (text: string) => text;
  const marks: Marks = color
    ? { removed: (text) => red(strikethrough(text)), added: green, kept }
    : { removed: (text) => `[-${text}-]`, added: (text) => `{+${text}+}`, kept };
  const block = (correction: Correction): string[] => {
    const { id, rouge, original, corrected } = correction;
    return [
      bold(oneLine(id)),
      verdictChange(correction),
      ...(rouge === null ? [] : indented(wordDiff(original, corrected, marks).trimEnd(), width)),
      // a text of several lines may end in a list
      ...(rouge !== null && corrected.trimEnd().includes('\n') ? [''] : []),
      ...changeLines(correction).flatMap((line) => indented(line, width, '  - ', '    ')),
    ];
  };
  const summary = summaryLines(corrections).flatMap((line) => wrapped(line, width));
  return terminalPage([...corrections.filter(hasChanges).map(block), summary]);
}

function renderMarkdown(corrections: readonly Correction[]): string {
  const marks: Marks = { removed: emphasised('~~'), added: emphasised('**'), kept: escaped };
  const section = (correction: Correction): string => {
    const { id, rouge, original, corrected } = correction;
    return [
      `## ${escaped(oneLine(id))}`,
      verdictChange(correction),
      ...(rouge === null ? [] : [wordDiff(original, corrected, marks).trimEnd().replace(/^/gm, '> ')]),
      bullets(changeLines(correction)),
    ].join('\n\n');
  };
  return `${['# Corrections', bullets(summaryLines(corrections)), ...corrections.filter(hasChanges).map(section)].join('\n\n')}\n`;
}

/** Markdown takes a mark only next to a word, so white space stays outside. */
const emphasised =
  (mark: string): Mark =>
  (text) => {
    const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
    return inner === '' ? text : `${before}${mark}${escaped(inner)}${mark}${after}`;
  };
