/** The comparison of two runs as a document. */
import type { Document, Part, Section } from '../format/document.ts';
import { labelWords } from '../format/labels.ts';
import { counted, cut, figure, MISSING, oneLine } from '../format/text.ts';
import { plainTable, type TextTable } from '../format/text-table.ts';
import { isClear, threeDecimals, withInterval } from '../format/figures.ts';
import type { Label } from '../passage.ts';
import type { FactFlip } from './fact-changes.ts';
import type { GoldChanges, LevelChanges } from './gold-changes.ts';
import { LEVEL_TITLES, METRIC_TITLES } from './metric-words.ts';
import type { PassageFlip, RunDifference } from './run-difference.ts';
import type { Pair } from './compared-run.ts';

/** @param top how many passages and facts are listed; null for all, 0 where a page shows them by themselves */
export function differenceDocument(report: RunDifference, { top }: { top: number | null }): Document {
  const { runs, passages } = report;
  const title = `What changed from A (${runs.a.name}) to B (${runs.b.name})`;
  const lead = [aboutRun('A', runs.a), aboutRun('B', runs.b), ...unlikeLines(passages)];
  return {
    title,
    lead: [lead],
    sections: [
      ...section('Warnings', report.warnings.length === 0 ? [] : [report.warnings]),
      ...(top === 0 ? [] : settingsSection(report)),
      { title: 'Passages', parts: [scoreLines(report), ...labelTables(report)] },
      ...(top === 0 ? [] : flipSections(report, top)),
      ...(report.gold ? goldSections(report.gold) : []),
      ...(top === 0 ? settingsSection(report) : []),
    ],
  };
}

const settingsSection = (report: RunDifference): Section[] =>
  section('Settings that differ', settingsParts(report));

const flipSections = (report: RunDifference, top: number | null): Section[] => {
  const { flips, facts } = report;
  return [
    ...section(`${counted(flips.length, 'passage')} with another label`, flipParts(flips, top)),
    ...section(
      `${counted(facts.flips.length, 'fact')} with another label`,
      facts.flips.length === 0 ? [] : [factLine(report), ...factParts(facts.flips, top)],
    ),
  ];
};

const section = (title: string, parts: readonly Part[]): Section[] =>
  parts.length === 0 ? [] : [{ title, parts }];

const aboutRun = (side: string, { name, command, version, preset, passages }: RunDifference['runs']['a']) =>
  `${side}: ${name}, ${command} with preset ${preset}, hallugraph ${version}, ${counted(passages, 'passage')}`;

function unlikeLines({ both, only, otherResponse }: RunDifference['passages']): string[] {
  const one = [only.a.length, only.b.length];
  return [
    `${counted(both, 'passage')} in both`,
    ...(one.some((count) => count > 0)
      ? [`left out, since one run alone has them: ${one[0]} of A, ${one[1]} of B`]
      : []),
    ...(otherResponse > 0 ? [`${otherResponse} of both have another response in B`] : []),
  ];
}

const LONGEST_VALUE = 40;

function settingsParts({ settings }: RunDifference): TextTable[] {
  if (settings.length === 0) return [];
  const rows = settings.map(({ setting, a, b }) => [setting, valueText(a), valueText(b)]);
  return [{ ...plainTable(['setting', 'A', 'B'], rows), words: ['A', 'B'] }];
}

const valueText = (value: unknown): string =>
  value === undefined ? MISSING : cut(oneLine(JSON.stringify(value)), LONGEST_VALUE);

function scoreLines({ scores, facts, passages }: RunDifference): string[] {
  const { n, a, b, difference, interval } = scores;
  return [
    n === 0
      ? 'no passage has a support in both'
      : `mean support of the ${counted(n, 'passage')} that both score: ${threeDecimals(a)} in A, ${threeDecimals(b)} in B; ` +
        `B − A ${starred(difference, interval)}`,
    `${counted(facts.both, 'fact')} in both, ${facts.only.a} in A alone, ${facts.only.b} in B alone` +
      (passages.both === 0 ? '' : '; facts are held against each other by their words'),
    'brackets: 95 % bootstrap intervals over passages; * where they leave out 0',
  ];
}

const starred = (value: number | null, interval: readonly [number, number] | null): string =>
  `${withInterval(value, interval)}${isClear(interval) ? ' *' : ''}`;

function labelTables({ labels }: RunDifference): TextTable[] {
  if (labels.length === 0) return [];
  const ofA = [...new Set(labels.map(({ a }) => a))];
  const ofB = [...new Set(labels.map(({ b }) => b))];
  const count = (a: Label, b: Label) => labels.find((one) => one.a === a && one.b === b)?.passages ?? 0;
  const rows = ofA.map((a) => [labelWords(a), ...ofB.map((b) => String(count(a, b)))]);
  const header = ['label in A', ...ofB.map((b) => `${labelWords(b)} in B`)];
  return [{ ...plainTable(header, rows), caption: 'Labels' }];
}

const shownOf = <T>(all: readonly T[], top: number | null): readonly T[] => all.slice(0, top ?? all.length);

const omittedPart = (all: readonly unknown[], top: number | null): string[] =>
  top === null || all.length <= top ? [] : [`${all.length - top} more not shown; --top shows more.`];

function flipParts(flips: readonly PassageFlip[], top: number | null): Part[] {
  if (flips.length === 0) return [];
  const isLabelled = flips.some(({ gold }) => gold !== null);
  const rows = shownOf(flips, top).map(({ id, label, score, gold }) => [
    ...[oneLine(id), labelWords(label.a), labelWords(label.b), figure(score.a), figure(score.b)],
    ...(isLabelled ? [gold ?? MISSING] : []),
  ]);
  const header = ['passage', 'A', 'B', 'support in A', 'support in B', ...(isLabelled ? ['gold label'] : [])];
  const table = { ...plainTable(header, rows), words: ['A', 'B', 'gold label'] };
  return [table, ...omittedPart(flips, top)];
}

const factLine = ({ facts }: RunDifference): string =>
  `Of ${counted(facts.both, 'fact')} in both. The largest change of support comes first.`;

function factParts(flips: readonly FactFlip[], top: number | null): Part[] {
  const parts = shownOf(flips, top).flatMap((flip): Part[] => [
    `${oneLine(flip.passage)}: ${flip.fact}`,
    [factSide('A', 'a', flip), factSide('B', 'b', flip)],
  ]);
  return [...parts, ...omittedPart(flips, top)];
}

/** Facts are called suspicious where passages are called hallucinated. */
const factWord = (label: Label): string => (label === 'hallucinated' ? 'suspicious' : labelWords(label));

function factSide(name: string, side: keyof Pair<unknown>, { label, score, evidence }: FactFlip): string {
  const reasons = evidence[side].length === 0 ? ['nothing to say'] : evidence[side];
  return `${name}: ${factWord(label[side])}, support ${figure(score[side])}; ${reasons.map(oneLine).join('; ')}`;
}

function goldSections(gold: GoldChanges): Section[] {
  const lines = [
    `${counted(gold.passages, 'passage')} with gold labels and the labelled response in both runs. Positive class: non-factual.`,
    ...labelLines(gold),
  ];
  return [{ title: 'Against gold labels', parts: [lines, ...gold.levels.map(levelTable)] }];
}

function labelLines({ labels }: GoldChanges): string[] {
  if (labels === null) return [];
  const { n, right, onlyRight, p } = labels;
  return [
    `labels that are right: ${right.a} of ${n} in A, ${right.b} in B; in A alone ${onlyRight.a}, in B alone ${onlyRight.b} ` +
      `(exact sign test, p ${p !== null && p < 0.0005 ? '< .001' : `= ${threeDecimals(p)}`})`,
  ];
}

function levelTable({ level, n, metrics }: LevelChanges): TextTable {
  const rows = metrics.map(({ metric, a, b, difference, interval }) => [
    ...[METRIC_TITLES[metric], threeDecimals(a), threeDecimals(b), starred(difference, interval)],
  ]);
  const caption = `${LEVEL_TITLES[level]}, the ${n} that both score`;
  return { ...plainTable(['metric', 'A', 'B', 'B − A'], rows), caption };
}
