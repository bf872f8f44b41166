/** `hallugraph report`: a recorded run as a self-contained HTML file, or as a spreadsheet. */
import path from 'node:path';
import type { Command } from 'commander';
import { InputError } from '../errors.ts';
import { throwing } from '../files/system-reason.ts';
import { writeOutput } from '../files/write-whole.ts';
import { viewerTemplate, viewPage } from '../format/page.ts';
import { spreadsheetOf } from '../report/spreadsheet.ts';
import { runView } from '../report/view/run-view.ts';
import type { Host } from '../run/host.ts';
import { shortfall } from '../run/recorded-run.ts';
import { viewedRun } from './viewed-run.ts';

const EXAMPLES = `
The file needs no network and no other file. It contains the texts of the run.

Examples:
  $ hallugraph report
  $ hallugraph report runs/<run> --html report.html
  $ hallugraph report runs/<run> --xlsx report.xlsx`;

export function commandModule(command: Command, host: Host): void {
  command
    .argument('[run]', 'run folder; latest is the last one in runs/', 'latest')
    .option('--html <file>', 'the page to write (default: report.html in the run folder)')
    .option('--xlsx <file>', 'write a spreadsheet of sentences and facts; a page with --html alone')
    .addHelpText('after', EXAMPLES);
  command.action(async (run: string) => {
    const { html, xlsx } = command.opts<{ html?: string; xlsx?: string }>();
    const viewed = await viewedRun(run, host);
    const write = async (file: string, pieces: Pieces) => {
      await writePieces(file, pieces);
      host.stderr.write(`Report written to ${path.relative(host.cwd, file)}\n`);
    };
    if (xlsx !== undefined) {
      await write(path.resolve(host.cwd, xlsx), [await spreadsheetOf(viewed.verdicts)]);
      if (html === undefined) return;
    }
    const file =
      html === undefined ? path.join(viewed.directory, 'report.html') : path.resolve(host.cwd, html);
    const { index, chunks } = await runView(viewed);
    await write(file, viewPage(await viewerTemplate(), index, chunks()));
    const lacking = shortfall(run, viewed.run, index.rows.length);
    if (lacking !== null) host.stderr.write(`note: ${lacking}; only these are shown\n`);
  });
}

type Pieces = AsyncIterable<string> | Iterable<Uint8Array>;

/** @throws InputError when it cannot be written */
const writePieces = (file: string, pieces: Pieces): Promise<void> =>
  writeOutput(file, pieces).catch((error: NodeJS.ErrnoException) => {
    if (error.syscall === undefined) throw error;
    throwing(InputError, `${file}: cannot be written`)(error);
  });
