/** Output options, and the printing of results. */
import path from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { withoutByteOrderMark } from '../../datasets/json-text.ts';
import { EXIT_CODES, InputError } from '../errors.ts';
import { oneLine } from '../format/text.ts';
import { filePlaces } from '../report/file-places.ts';
import { renderReport } from '../report/render-report.ts';
import type { Report, ReportOptions } from '../report/report.ts';
import { PLACED_FORMATS, REPORT_FORMATS, REPORT_UNITS } from '../report/report.ts';
import type { Host, OutputStream } from '../run/host.ts';
import type { RunManifest } from '../run/manifest.ts';
import { readTextFile } from '../run/read-texts.ts';
import { Exit } from './exit.ts';
import { FAIL_ON_HELP, failOnRule, refuseWhatIsMet } from './fail-on.ts';
import { choice, formatOption, grouped, positive } from './options.ts';

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

/** A page is a file beside the run, and no format of what is printed. */
function resultFormat(): Option {
  const option = formatOption(PRINTED_FORMATS);
  const { parseArg } = option;
  return option.argParser((value: string, previous: unknown) => {
    if (value === 'html')
      throw new InvalidArgumentError('A page is written by "hallugraph report <run> --html <file>".');
    return parseArg?.(value, previous);
  });
}

export function addReportOptions(command: Command, format = resultFormat()): Command {
  const all = new Option('--all', 'show every fact, in the order of the text, and merged names');
  return grouped(command, 'Results:', () =>
    addFailOnError(
      command
        .addOption(format)
        .option('--top <count>', 'how many suspicious facts table and markdown show', positive, 10)
        .addOption(all.conflicts('top'))
        .addOption(choice('--by <unit>', 'list facts, or the sentences of each text', REPORT_UNITS, 'fact'))
        .option('--parts', 'table and markdown: with the parts of each score, under the names of the method')
        .option('--trace', 'json and jsonl: with the intermediate records')
        .option('--fail-on <rule>', FAIL_ON_HELP, failOnRule),
    ),
  );
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
  if (text.trim() !== '' && value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError('Expected a share, as in 5% or 0.05.');
}

export const printWidth = ({ stdout }: Host): number => stdout.columns ?? 80;

export function usesColor({ env, stdout }: Host, wanted: boolean): boolean {
  if (!wanted || env.NO_COLOR || env.TERM === 'dumb') return false;
  const { FORCE_COLOR } = env;
  return FORCE_COLOR ? !['0', 'false'].includes(FORCE_COLOR) : stdout.isTTY === true;
}

type Render = (report: Report, options: ReportOptions) => AsyncIterable<string>;

/** Prints the results. @throws Exit 1 when --fail-on is met, 3 when too many passages failed, by default all */
export async function printReport(
  report: Report,
  flags: ReportFlags,
  host: Host,
  render: Render = renderReport,
): Promise<void> {
  for await (const piece of printed(report, flags, host, render))
    if (!(await isWritten(piece, host.stdout))) break;
  await refuseFailures(report, flags.failOnError, host);
  await warnOfNoVerdict(report, host);
  await refuseWhatIsMet(report, flags.failOn, host);
}

/** @throws InputError for a spreadsheet on a terminal */
async function* printed(
  report: Report,
  { format, by, top, all, parts = false, trace = false, color }: ReportFlags,
  host: Host,
  render: Render,
): AsyncGenerator<string | Uint8Array> {
  if (format === 'xlsx') {
    if (host.stdout.isTTY)
      throw new InputError(
        '--format xlsx is binary: redirect it (> report.xlsx), or run hallugraph report --xlsx report.xlsx',
      );
    const { spreadsheetOf } = await import('../report/spreadsheet.ts');
    return yield await spreadsheetOf(report.verdicts);
  }
  const places = PLACED_FORMATS.includes(format) ? await inputPlaces(report.run.input, host) : undefined;
  const shown = { format, by, parts, trace, top: all ? null : top };
  const look = { color: usesColor(host, color), columns: printWidth(host) };
  yield* render({ ...report, places }, { ...shown, ...look });
}

/** Waits for a slow reader (back-pressure); false if it closed the stream. */
const isWritten = (piece: string | Uint8Array, stream: OutputStream): Promise<boolean> =>
  new Promise((resolve) => void stream.write(piece, (error) => resolve(!error)));

/** Opens the file with the passages of a run; undefined where they are in no file that is read as one text. */
async function inputPlaces(
  { path: input, responseFile, format, map }: RunManifest['input'],
  { cwd, env }: Pick<Host, 'cwd' | 'env'>,
): Promise<Report['places']> {
  // A relative path is in the run folder, which the user did not write.
  const file = responseFile ?? (path.isAbsolute(input) ? input : undefined);
  if (file === undefined) return undefined;
  const text = await readTextFile(file, cwd).catch((error: unknown) => {
    if (error instanceof InputError) return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const relative = path.relative(env.GITHUB_WORKSPACE ?? cwd, file);
  const isInside = relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
  const shown = isInside ? relative.split(path.sep).join('/') : file;
  // The name of the field with the response; null where it is in a list.
  const last = (map?.response ?? 'response').split('.').at(-1) ?? '';
  const key = format !== 'jsonl' || /^\d+$/.test(last) ? null : last;
  return () => filePlaces(shown, withoutByteOrderMark(text), key);
}

/** A run that judged nothing must not look like one that found nothing, even under --quiet. */
async function warnOfNoVerdict({ run: { summary }, verdicts }: Report, { stderr }: Host): Promise<void> {
  const { recorded, abstained } = summary;
  if (recorded === 0 || abstained < recorded) return;
  for await (const { abstention } of verdicts) {
    const why = abstention === null ? '' : `; of the first: ${oneLine(abstention.detail)}`;
    stderr.write(`warning: no passage was judged${why}\n`);
    return;
  }
}

/** @param allowed share of the passages; default: any but all. @throws Exit 3 when more failed */
export async function refuseFailures(
  { run: { summary }, verdicts }: Report,
  allowed: number | undefined,
  host: Host,
): Promise<void> {
  const details: string[] = [];
  for await (const { abstention } of summary.abstained > 0 ? verdicts : []) {
    if (abstention?.reason === 'failed') details.push(abstention.detail);
  }
  refuseMany(details, { recorded: summary.recorded, allowed }, host);
}

/** @param details of the passages that failed. @throws Exit 3 */
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
