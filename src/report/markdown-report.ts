/** A report to paste into an issue, a wiki or a pull request. */
import { labelWords } from '../format/label-words.ts';
import { ORIGIN_TITLE, originLines } from '../format/run-origin.ts';
import { markdownTable } from '../format/text-table.ts';
import { originOf } from '../run/origin-of-run.ts';
import { BY_FAMILY_TITLE, familyTable, missingLines } from './by-family.ts';
import { degradedLines, degradedTitle } from './degraded.ts';
import type { Fact } from './facts.ts';
import type { Outline } from './outline.ts';
import type { ReportOptions } from './report.ts';
import {
  abstentionLine,
  factsTitle,
  factWords,
  hasPassageProbability,
  LEGEND_TITLE,
  legendLines,
  MERGES_TITLE,
  NOT_JUDGED_TITLE,
  omittedLine,
  summaryLine,
  UNFINISHED_TITLE,
  unfinishedLines,
  UNSURE_TITLE,
  unsureLine,
} from './shared-sentences.ts';
import { UNANSWERED_TITLE } from './unanswered.ts';
import { figure, MISSING, oneLine, percentage } from '../format/text.ts';

export function renderMarkdown(outline: Outline, options: Pick<ReportOptions, 'top' | 'parts'>): string {
  const { run, facts, omitted, merges } = outline;
  const unfinished = unfinishedLines(run);
  const legend = legendLines(outline, options);
  const abstained = outline.passages.filter(({ abstention }) => abstention !== null);
  const unsure = outline.passages.filter(({ label }) => label === 'unsure');
  const sections = [
    '# Hallucination report',
    `${summaryLine(outline)}.`,
    passageTable(outline),
    ...degradedSection(outline),
    ...(abstained.length > 0 ? [`## ${NOT_JUDGED_TITLE}`, bullets(abstained.map(abstentionLine))] : []),
    ...(unsure.length > 0 ? [`## ${UNSURE_TITLE}`, bullets(unsure.map(unsureLine))] : []),
    ...(unfinished.length > 0 ? [`## ${UNFINISHED_TITLE}`, bullets(unfinished)] : []),
    ...(outline.unanswered.length > 0 ? [`## ${UNANSWERED_TITLE}`, bullets(outline.unanswered)] : []),
    ...familySection(outline),
    ...(facts.length > 0
      ? [`## ${factsTitle(options.top)}`, ...facts.map((fact) => factSection(fact, options))]
      : []),
    ...(omitted > 0 ? [`${omittedLine(omitted)}.`] : []),
    ...(merges.length > 0 ? [`## ${MERGES_TITLE}`, bullets(merges)] : []),
    ...(legend.length > 0 ? [`## ${LEGEND_TITLE}`, bullets(legend)] : []),
    ...[`## ${ORIGIN_TITLE}`, bullets(originLines(originOf(run)))],
  ];
  return `${sections.join('\n\n')}\n`;
}

function degradedSection({ run: { degraded } }: Outline): string[] {
  const lines = degraded ? degradedLines(degraded) : [];
  return degraded && lines.length > 0 ? [`## ${degradedTitle(degraded)}`, bullets(lines)] : [];
}

function passageTable({ passages }: Pick<Outline, 'passages'>): string {
  const withProbability = hasPassageProbability({ passages });
  const rows = passages.map((line) => {
    const cells = [
      escaped(oneLine(line.id)),
      labelWords(line.label),
      line.abstention ? MISSING : `${line.flagged} of ${line.triples}`,
      figure(line.score),
      ...(withProbability ? [percentage(line.probability)] : []),
      percentage(line.coverage),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const [heading, rule] = withProbability ? [' chance wrong |', '--:|'] : ['', ''];
  return [
    `| passage | verdict | suspicious facts | support |${heading} coverage |`,
    `|---|---|--:|--:|${rule}--:|`,
    ...rows,
  ].join('\n');
}

function familySection({ families }: Outline): string[] {
  if (families.length === 0) return [];
  const notes = missingLines(families);
  return [
    `## ${BY_FAMILY_TITLE}`,
    markdownTable(familyTable(families)),
    ...(notes.length > 0 ? [bullets(notes)] : []),
  ];
}

function factSection(fact: Fact, { parts: withParts }: Pick<ReportOptions, 'parts'>): string {
  const place = fact.place === null ? 'not located' : `at ${fact.place}`;
  const parts = fact.parts.map(({ symbol, value }) => `${symbol} ${figure(value)}`).join(', ');
  return [
    `### ${escaped(fact.text)}`,
    `\n${escaped(fact.passageId)} ${place}: ${factWords(fact)}`,
    ...(fact.quote === null ? [] : [`\n> ${escaped(fact.quote)}`]),
    ...(withParts ? [`\n${escaped(`${fact.triple} (${parts})`)}`] : []),
    ...(fact.evidence.length === 0 ? [] : [`\n${bullets(fact.evidence)}`]),
  ].join('\n');
}

function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${escaped(line)}`).join('\n');
}

/** Text that Markdown shows as it is. */
function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>|~#]/g, '\\$&');
}
