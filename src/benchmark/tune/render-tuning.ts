/** A tuning report as Markdown or text for a terminal. */
import { COMPONENTS } from '../../passage.ts';
import { oneLine } from '../../format/text.ts';
import { markdownTable, plainTable, terminalTable } from '../../format/text-table.ts';
import type { Figure } from './tune-figures.ts';
import type { TuneReport } from './tune-report.ts';

export const TUNE_FORMATS = ['table', 'markdown', 'json'] as const;
export type TuneFormat = (typeof TUNE_FORMATS)[number];

/** Ends with a line break; equal reports give equal text. */
export function renderTune(report: TuneReport, format: TuneFormat): string {
  if (format === 'json') return `${JSON.stringify(report, null, 2)}\n`;
  const [title, heading] = format === 'markdown' ? ['# ', '## '] : ['', ''];
  const table = format === 'markdown' ? markdownTable : terminalTable;
  const { folds, innerFolds, trials, seed, passages, components } = report;
  const sections = [
    `${title}Tuning: ${oneLine(report.dataset)}, ${report.objective}`,
    `${passages} labelled passages; ${folds} outer folds, ${innerFolds} inside, ${trials} trials each; seed ${seed}. Brackets: 95 % bootstrap intervals.`,
    table(plainTable([report.objective, 'value'], figureRows(report))),
    `${heading}Folds`,
    table(plainTable(['fold', ...report.perFold.map((_, index) => String(index + 1))], foldRows(report))),
    `${heading}Chosen: ${oneLine(report.chosen.components)}`,
    report.chosen.changes.length === 0
      ? 'The start, unchanged.'
      : table(plainTable(['setting', 'start', 'tuned'], changeRows(report))),
    ...(components.length > 1
      ? [`Component sets:\n${components.map((label, index) => `${index + 1}. ${oneLine(label)}`).join('\n')}`]
      : []),
    ...report.notes.map((note) => `- ${note}`),
  ];
  return `${sections.join('\n\n')}\n`;
}

function figureRows({ start, inSample, outOfFold, gain, meanOfFolds }: TuneReport): string[][] {
  return [
    ['start, no search', shown(start)],
    ['tuned, in sample (optimistic)', shown(inSample)],
    ['tuned, out of fold', shown(outOfFold)],
    ['mean of the folds', figure(meanOfFolds)],
    ['out of fold − start', shown(gain)],
  ];
}

/** One column a fold: what chose its setting, what came of it, and the weights of that setting. */
function foldRows({ perFold, components }: TuneReport): string[][] {
  const weighted = COMPONENTS.filter((name) => perFold.some(({ weights }) => weights[name] !== undefined));
  return [
    ['inner folds', ...perFold.map(({ inner }) => figure(inner))],
    ['held out', ...perFold.map(({ value }) => figure(value))],
    ...weighted.map((name) => [
      `weight of ${name}`,
      ...perFold.map(({ weights }) => (weights[name] ?? 0).toFixed(3)),
    ]),
    ...(new Set(perFold.map(({ combine }) => combine)).size === 1
      ? []
      : [['combine', ...perFold.map(({ combine }) => combine)]]),
    ...(components.length === 1
      ? []
      : [['component set', ...perFold.map((fold) => String(components.indexOf(fold.components) + 1))]]),
  ];
}

const changeRows = ({ chosen }: TuneReport): string[][] =>
  chosen.changes.map(({ path, from, to }) => [path, short(from), short(to)]);

const short = (value: unknown): string =>
  typeof value === 'number'
    ? String(Math.round(value * 1000) / 1000)
    : value === undefined
      ? '–'
      : String(value);

const shown = ({ value, interval }: Figure): string =>
  interval === null ? figure(value) : `${figure(value)} [${figure(interval[0])}, ${figure(interval[1])}]`;

const figure = (value: number | null): string => (value === null ? '–' : value.toFixed(3));
