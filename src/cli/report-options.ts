/** Output options, and the printing of results. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { EXIT_CODES, InputError } from '../errors.ts';
import { renderReport } from '../report/render-report.ts';
import {
  PLACED_FORMATS,
  REPORT_FORMATS,
  REPORT_UNITS,
  type Report,
  type ReportOptions,
} from '../report/report.ts';
import { oneLine } from '../format/text.ts';
import { Exit } from './exit.ts';
import { FAIL_ON_HELP, failOnRule, refuseWhatIsMet } from './fail-on.ts';
import type { Host, OutputStream } from '../run/host.ts';
import { inputPlaces } from './input-places.ts';
import { choice, formatOption, grouped, positive } from './options.ts';

/** What `--format` takes: texts, and a file. */
export const PRINTED_FORMATS = [...REPORT_FORMATS, 'xlsx'] as const;

export interface ReportFlags {
  format: (typeof PRINTED_FORMATS)[number];
  top: number;
  by?: ReportOptions['by'];
  all?: boolean;
  parts?: boolean;
  trace?: boolean;
  color: boolean;
  failOn?: string[];
  failOnError?: number;
}

/** Columns of the terminal. */
export const printWidth = ({ stdout }: Host): number => stdout.columns ?? 80;

/** Whether the results may be coloured. */
export function usesColor({ env, stdout }: Host, wanted: boolean): boolean {
  if (!wanted || env.NO_COLOR || env.TERM === 'dumb') return false;
  const { FORCE_COLOR } = env;
  return FORCE_COLOR ? !['0', 'false'].includes(FORCE_COLOR) : stdout.isTTY === true;
}

export function addReportOptions(command: Command, format = formatOption(PRINTED_FORMATS)): Command {
  return grouped(command, 'Results:', () => addResultFlags(command, format));
}

function addResultFlags(command: Command, format: Option): void {
  const withFormats = command
    .addOption(format)
    .option('--top <count>', 'how many suspicious facts table and markdown show', positive, 10)
    .addOption(
      new Option(
        '--all',
        'show every fact, in the order of the text, and what was taken for the same',
      ).conflicts('top'),
    )
    .addOption(choice('--by <unit>', 'list facts, or the sentences of each text', REPORT_UNITS, 'fact'))
    .option('--parts', 'table and markdown: with the parts of each score, under the names of the method')
    .option('--trace', 'json and jsonl: with the intermediate records')
    .option('--fail-on <rule>', FAIL_ON_HELP, failOnRule);
  addFailOnError(withFormats);
}

export const addFailOnError = (command: Command): Command =>
  command.option(
    '--fail-on-error <share>',
    'exit with status 3 if more than this share of the passages failed, as in 5%; default: all of them',
    share,
  );

/** `5%` or `0.05`. */
function share(text: string): number {
  const value = text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1)) {
    throw new InvalidArgumentError('Expected a share, as in 5% or 0.05.');
  }
  return value;
}

/**
 * Prints the results.
 *
 * @param render default: the format of any run
 * @throws Exit 1 when --fail-on is met, 3 when too many passages failed, by default all
 */
export async function printReport(
  report: Report,
  flags: ReportFlags,
  host: Host,
  render: (report: Report, options: ReportOptions) => AsyncIterable<string> = renderReport,
): Promise<void> {
  const pieces =
    flags.format === 'xlsx'
      ? spreadsheet(report, host)
      : printed(report, { ...flags, format: flags.format }, host, render);
  for await (const piece of pieces) if (!(await isWritten(piece, host.stdout))) break;
  await refuseFailures(report, flags.failOnError, host);
  await refuseWhatIsMet(report, flags.failOn, host);
}

type TextFlags = ReportFlags & Pick<ReportOptions, 'format'>;

async function* printed(
  report: Report,
  { format, by, top, all, parts = false, trace = false, color }: TextFlags,
  host: Host,
  render: (report: Report, options: ReportOptions) => AsyncIterable<string>,
): AsyncGenerator<string> {
  const places = PLACED_FORMATS.includes(format) ? await inputPlaces(report.run.input, host) : undefined;
  yield* render(
    { ...report, places },
    {
      ...{ format, by, parts, trace },
      top: all ? null : top,
      color: usesColor(host, color),
      columns: printWidth(host),
    },
  );
}

/** @throws InputError where it would go to a terminal */
async function* spreadsheet({ verdicts }: Report, { stdout }: Host): AsyncGenerator<Uint8Array> {
  if (stdout.isTTY)
    throw new InputError(
      '--format xlsx is a file: add > report.xlsx, or write one of the recorded run by hallugraph report --xlsx report.xlsx',
    );
  const { spreadsheetOf } = await import('../report/spreadsheet.ts');
  yield await spreadsheetOf(verdicts);
}

/** Waits until the reader takes the text, so that a slow one fills no memory; false where it went away. */
const isWritten = (piece: string | Uint8Array, stream: OutputStream): Promise<boolean> =>
  new Promise((resolve) => void stream.write(piece, (error) => resolve(!error)));

/**
 * @param allowed share of the passages that may fail; default: any but all
 * @throws Exit 3 when all passages failed, or more than a share of them
 */
export async function refuseFailures(
  { run, verdicts }: Report,
  allowed: number | undefined,
  host: Host,
): Promise<void> {
  const { recorded, abstained } = run.summary;
  const details: string[] = [];
  if (abstained > 0) {
    for await (const { abstention } of verdicts) {
      if (abstention?.reason === 'failed') details.push(abstention.detail);
    }
  }
  refuseMany(details, { recorded, allowed }, host);
}

/** @param details of the passages that failed. @throws Exit 3 when they are all, or more than a share */
export function refuseMany(
  details: readonly string[],
  { recorded, allowed = 1 }: { recorded: number; allowed?: number | undefined },
  { stderr }: Host,
): void {
  const [first] = details;
  const all = details.length === recorded;
  if (first === undefined || (!all && details.length <= allowed * recorded)) return;
  const which = all ? 'no passage' : `${details.length} of ${recorded} passages`;
  stderr.write(`error: ${which} could ${all ? '' : 'not '}be evaluated; of the first: ${oneLine(first)}\n`);
  throw new Exit(EXIT_CODES.service);
}
