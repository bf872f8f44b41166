/** The result of tuning as a document. */
import type { Document } from '../../format/document.ts';
import { MISSING } from '../../format/text.ts';
import { plainTable } from '../../format/text-table.ts';
import { threeDecimals, withInterval } from '../../format/figures.ts';
import { COMPONENTS } from '../../passage.ts';
import type { TuneReport } from './tune-report.ts';

export function tuneDocument(report: TuneReport): Document {
  const { folds, innerFolds, trials, seed, passages, components, chosen, perFold } = report;
  const settings = `${passages} labelled passages; ${folds} outer folds, ${innerFolds} inside, ${trials} trials each; seed ${seed}.`;
  const sets = components.map((label, index) => `${index + 1}: ${label}`);
  return {
    title: `Tuning: ${report.dataset}, ${report.objective}`,
    lead: [
      `${settings} Brackets: 95 % bootstrap intervals.`,
      plainTable([report.objective, 'value'], figureRows(report)),
      report.notes,
    ],
    sections: [
      {
        title: 'Folds',
        parts: [plainTable(['fold', ...perFold.map((_, index) => String(index + 1))], foldRows(report))],
      },
      {
        title: `Chosen: ${chosen.components}`,
        parts: [
          chosen.changes.length === 0
            ? 'The start, unchanged.'
            : plainTable(['setting', 'start', 'tuned'], changeRows(report)),
        ],
      },
      ...(sets.length > 1 ? [{ title: 'Component sets', parts: [sets] }] : []),
    ],
  };
}

function figureRows({ start, inSample, outOfFold, gain, meanOfFolds }: TuneReport): string[][] {
  return [
    ['start, no search', withInterval(start.value, start.interval)],
    ['tuned, in sample (optimistic)', withInterval(inSample.value, inSample.interval)],
    ['tuned, out of fold', withInterval(outOfFold.value, outOfFold.interval)],
    ['mean of the folds', threeDecimals(meanOfFolds)],
    ['out of fold − start', withInterval(gain.value, gain.interval)],
  ];
}

/** One column per fold: the objective that chose its setting, the held-out value, and the weights. */
function foldRows({ perFold, components }: TuneReport): string[][] {
  const weighted = COMPONENTS.filter((name) => perFold.some(({ weights }) => weights[name] !== undefined));
  return [
    ['inner folds', ...perFold.map(({ inner }) => threeDecimals(inner))],
    ['held out', ...perFold.map(({ value }) => threeDecimals(value))],
    ...weighted.map((name) => [
      `weight of ${name}`,
      ...perFold.map(({ weights }) => threeDecimals(weights[name] ?? 0)),
    ]),
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
      ? MISSING
      : String(value);
