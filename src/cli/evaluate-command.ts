/** `hallugraph evaluate`: find hallucinations in passages. */
import { withoutControls } from '../format/text.ts';
import { markdownText } from '../format/text-table.ts';
import { renderReport } from '../report/render-report.ts';
import type { Report, ReportOptions } from '../report/report.ts';
import { allOf } from '../run/records.ts';
import type { RunArguments } from '../run/run-options.ts';
import { exitStatuses } from './exit.ts';
import { addInputOptions, addPlanOptions, addRunOptions, addThoroughOption } from './options.ts';
import { addReportOptions, printReport, type ReportFlags } from './report-options.ts';
import { asModule, type RunCommand } from './run-command.ts';

const HELP = `
Input: one answer in a text file with --samples; a .jsonl or .json file of passages {"id"?, "prompt", "response"?,
"samples"?}, a .csv, a PHD or WikiBio file; - for standard input; or --prompt.

Examples:
  $ hallugraph evaluate answer.txt --samples other1.txt other2.txt --preset local
  $ hallugraph evaluate passages.jsonl
  $ hallugraph evaluate passages.jsonl --preset local --format json | jq .passages[].score
  $ hallugraph evaluate --prompt "Who was Ada Lovelace?" --response-file answer.txt
  $ hallugraph evaluate --prompt "Who was Ada Lovelace?" --model gpt-4o-mini
  $ hallugraph evaluate answers.jsonl --fail-on hallucinated --format markdown > report.md
  $ hallugraph evaluate passages.jsonl --dry-run
  $ hallugraph evaluate passages.jsonl --budget-usd 2
  $ hallugraph evaluate passages.jsonl --batch-dir asked --out run
  $ hallugraph evaluate --resume runs/2026-01-31-120000-passages
${exitStatuses('--fail-on met, ')}`;

export const runCommand: RunCommand<RunArguments & ReportFlags> = {
  name: 'evaluate',
  define(command) {
    addInputOptions(command, { verb: 'evaluate', samples: true });
    addPlanOptions(addThoroughOption(addRunOptions(addReportOptions(command)))).addHelpText('after', HELP);
  },
  partial: () => true,
  report({ folder: { path: folder, manifest }, verdicts, passages }, options, host) {
    const [first] = passages;
    const isDrawn = passages.length === 1 && first?.passage.response === undefined;
    return printReport(
      { run: manifest, folder, verdicts },
      options,
      host,
      isDrawn ? withAnswer : renderReport,
    );
  },
};

export const commandModule = asModule(runCommand);

/** Prints the answer drawn for a single prompt, in formats that do not contain it. */
async function* withAnswer(report: Report, options: ReportOptions): AsyncGenerator<string> {
  const isTable = options.format === 'table';
  if (isTable || options.format === 'markdown') {
    const [verdict] = await allOf(report.verdicts);
    const text = (verdict?.passage.response ?? 'no answer')
      .trim()
      .split(/\r?\n/)
      .map(withoutControls)
      .map((line) => (isTable ? `  ${line}` : `> ${markdownText(line)}`).trimEnd())
      .join('\n');
    yield isTable ? `\n  The answer:\n\n${text}\n` : `## The answer\n\n${text}\n\n`;
  }
  yield* renderReport(report, options);
}
