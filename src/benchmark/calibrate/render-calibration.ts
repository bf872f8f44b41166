/** A calibration report as text or as a page. */
import type { Config } from '../../config/schema.ts';
import { reliabilityChart } from '../../format/charts/reliability.ts';
import { htmlFigure, htmlList, htmlPage, htmlParagraph, htmlTable } from '../../format/html-page.ts';
import type { CalibrationReport } from './calibrate.ts';
import { calibrationSections, type ReportSection, type ReportTable } from './calibration-sections.ts';

export const CALIBRATION_FORMATS = ['table', 'markdown', 'json', 'html'] as const;
export type CalibrationFormat = (typeof CALIBRATION_FORMATS)[number];

export interface CalibrationOutput {
  report: CalibrationReport;
  /** The configuration calibrated. */
  config: Config;
  /** Form of the data set, for the title. */
  dataset: string;
  /** What a reader of the figures should know beforehand. */
  warnings?: readonly string[];
}

/** The report with a line break at its end; equal input gives equal text. */
export async function renderCalibration(
  output: CalibrationOutput,
  format: CalibrationFormat,
): Promise<string> {
  const { dataset, report, warnings = [] } = output;
  if (format === 'json') return `${JSON.stringify({ dataset, ...report, warnings }, null, 2)}\n`;
  return format === 'html' ? renderHtml(output) : renderText(output, format);
}

const titleOf = ({ dataset, report }: CalibrationOutput): string =>
  `Calibration on ${dataset} (${report.method})`;

const absentLines = ({ absent }: CalibrationReport): string[] =>
  absent.map(({ level, reason }) => `${level} not calibrated: ${reason}.`);

function renderText(output: CalibrationOutput, format: 'table' | 'markdown'): string {
  const heading = (text: string, depth: number): string =>
    format === 'markdown' ? `${'#'.repeat(depth)} ${text}` : text;
  const blocks = [
    heading(titleOf(output), 1),
    ...(output.warnings ?? []),
    ...absentLines(output.report),
    ...calibrationSections(output.report, output.config).flatMap((section) => [
      heading(section.title, 2),
      section.lines.map((line) => `- ${line}`).join('\n'),
      ...section.tables.flatMap((table) => [`${table.caption}:`, textTable(table)]),
    ]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** Markdown, padded to read well in a terminal. */
function textTable({ header, rows }: ReportTable): string {
  const widths = header.map((_, column) =>
    Math.max(...[header, ...rows].map((row) => cell(row, column).length)),
  );
  const line = (row: readonly string[]): string =>
    `| ${widths.map((width, column) => cell(row, column).padEnd(width)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(header), rule, ...rows.map(line)].join('\n');
}

const cell = (row: readonly string[], column: number): string => row[column] ?? '';

async function renderHtml(output: CalibrationOutput): Promise<string> {
  const sections = calibrationSections(output.report, output.config);
  const pages = await Promise.all(
    sections.map(async (section) => ({ title: section.title, html: await sectionHtml(section) })),
  );
  const paragraphs = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [{ title, html: lines.map(htmlParagraph).join('\n') }];
  const warnings = paragraphs('Warnings', output.warnings ?? []);
  const absent = paragraphs('Not calibrated', absentLines(output.report));
  return htmlPage({ title: titleOf(output), sections: [...warnings, ...pages, ...absent] });
}

async function sectionHtml({ title, lines, tables, bins }: ReportSection): Promise<string> {
  return [
    htmlList(lines),
    ...tables.map(({ header, rows, caption }) => htmlTable(header, rows, caption)),
    htmlFigure(await reliabilityChart(bins), `Reliability of the calibrated probabilities: ${title}`),
  ].join('\n');
}
