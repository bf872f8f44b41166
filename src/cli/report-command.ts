/** `hallugraph report`: a recorded run as a self-contained HTML file, or as a spreadsheet. */
import { createWriteStream } from 'node:fs';
import { realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { InputError } from '../errors.ts';
import { viewerTemplate, viewPage } from '../format/page.ts';
import { spreadsheetOf } from '../report/spreadsheet.ts';
import { runView } from '../report/view/run-view.ts';
import type { Host } from '../run/host.ts';
import { viewedRun } from './viewed-run.ts';
import { systemReason } from '../files/system-reason.ts';

/** The page in the run folder. */
const PAGE = 'report.html';

const EXAMPLES = `
The file opens from disk: no network, no other file. It holds the texts of the run, so give it to nobody who may
not see them.

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
    const tell = (file: string) => host.stderr.write(`Report written to ${path.relative(host.cwd, file)}\n`);
    if (xlsx !== undefined) {
      const file = path.resolve(host.cwd, xlsx);
      const bytes = await spreadsheetOf(viewed.verdicts);
      await writePieces(file, [bytes]);
      tell(file);
      if (html === undefined) return;
    }
    const file = html === undefined ? path.join(viewed.directory, PAGE) : path.resolve(host.cwd, html);
    const { index, chunks } = await runView(viewed);
    await writePieces(file, viewPage(await viewerTemplate(), index, chunks()));
    tell(file);
  });
}

type Pieces = AsyncIterable<string> | Iterable<Uint8Array>;

/**
 * Writes the whole file or nothing. Links are followed; a device or a pipe (`/dev/stdout`) is written to, never
 * replaced.
 * @throws InputError where it cannot be written
 */
async function writePieces(file: string, pieces: Pieces): Promise<void> {
  const found = await stat(file).catch(() => null);
  try {
    if (found !== null && !found.isFile()) await pipeline(Readable.from(pieces), createWriteStream(file));
    else await writeWholePieces(found === null ? file : await realpath(file), pieces);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new InputError(`${file}: cannot be written (${systemReason(error)})`, { cause: error });
  }
}

async function writeWholePieces(file: string, pieces: Pieces): Promise<void> {
  const unfinished = `${file}.${process.pid}.tmp`;
  try {
    await pipeline(Readable.from(pieces), createWriteStream(unfinished));
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
