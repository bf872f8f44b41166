/** A report to paste into an issue, a wiki or a pull request. */
import type { PassageVerdict } from '../passage.ts';
import { type Fact, selectFacts } from './facts.ts';
import { mergeLines } from './merges.ts';
import type { Report, ReportOptions } from './report.ts';
import {
  abstentionLine,
  factsTitle,
  hasProbabilities,
  MERGES_TITLE,
  omittedLine,
  scoreWords,
  summaryLine,
} from './sentences.ts';
import { figure, MISSING, oneLine, percentage } from './text.ts';

export function renderMarkdown(report: Report, { top }: Pick<ReportOptions, 'top'>): string {
  const { facts, omitted } = selectFacts(report.verdicts, { top });
  const abstained = report.verdicts.filter(({ abstention }) => abstention !== null);
  const merges = top === null ? report.verdicts.flatMap(mergeLines) : [];
  const sections = [
    '# Hallucination report',
    `${summaryLine(report)}.`,
    passageTable(report.verdicts),
    ...(abstained.length > 0 ? ['## Not scored', bullets(abstained.map(abstentionLine))] : []),
    ...(facts.length > 0 ? [`## ${factsTitle(top)}`, ...facts.map(factSection)] : []),
    ...(omitted > 0 ? [`${omittedLine(omitted)}.`] : []),
    ...(merges.length > 0 ? [`## ${MERGES_TITLE}`, bullets(merges)] : []),
  ];
  return `${sections.join('\n\n')}\n`;
}

function passageTable(verdicts: readonly PassageVerdict[]): string {
  const withProbability = hasProbabilities(verdicts);
  const rows = verdicts.map((verdict) => {
    const flagged = verdict.triples.filter(({ label }) => label === 'hallucinated').length;
    const cells = [
      escaped(oneLine(verdict.passage.id)),
      verdict.label,
      figure(verdict.score),
      ...(withProbability ? [figure(verdict.probability)] : []),
      verdict.abstention ? MISSING : `${flagged} of ${verdict.triples.length}`,
      percentage(verdict.coverage.sentences),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const [heading, rule] = withProbability ? [' p |', '--:|'] : ['', ''];
  return [
    `| passage | label | score |${heading} suspicious facts | coverage |`,
    `|---|---|--:|${rule}--:|--:|`,
    ...rows,
  ].join('\n');
}

function factSection(fact: Fact): string {
  const place = fact.place === null ? 'not located' : `at ${fact.place}`;
  const parts = fact.parts.map(({ symbol, value }) => `${symbol} ${figure(value)}`).join(', ');
  return [
    `### ${escaped(fact.text)}`,
    `\n${escaped(fact.passageId)} ${place}, ${fact.label}, score ${scoreWords(fact)} (${parts})`,
    ...(fact.quote === null ? [] : [`\n> ${escaped(fact.quote)}`]),
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
