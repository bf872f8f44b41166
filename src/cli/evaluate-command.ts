/** `hallugraph evaluate`: find hallucinations in passages. */
import type { Command } from 'commander';
import type { Layer } from '../config/layers.ts';
import { printEstimate } from './dry-run.ts';
import { EXIT_STATUSES } from './exit.ts';
import type { Host } from './host.ts';
import { type Opening, openSession, whatToAsk } from './open-session.ts';
import {
  addPlanOptions,
  addRunOptions,
  batchPlan,
  type CallFlags,
  callSettings,
  datasetOption,
  loadSettings,
  type PlanFlags,
  type RunOptions,
} from './options.ts';
import { performRun } from './perform-run.ts';
import { mapOption } from './map-option.ts';
import { type InputOptions, readInput } from './read-input.ts';
import { addReportOptions, printPartialReport, type ReportFlags } from './report-options.ts';
import type { NewRun } from './session.ts';

type EvaluateOptions = RunOptions & CallFlags & PlanFlags & InputOptions & ReportFlags;

const EXAMPLES = `
Input: a .jsonl or .json file of passages {"id"?, "prompt", "response"?, "samples"?}, a .csv, a PHD or WikiBio file,
- for standard input, or --prompt.

Examples:
  $ hallugraph evaluate passages.jsonl
  $ hallugraph evaluate passages.jsonl --preset local --format json | jq .passages[].score
  $ hallugraph evaluate --prompt "Who was Ada Lovelace?" --response-file answer.txt
  $ hallugraph evaluate answers.jsonl --fail-on hallucinated --format markdown > report.md
  $ hallugraph evaluate passages.jsonl --dry-run
  $ hallugraph evaluate passages.jsonl --budget-usd 2 --set 'budget.degrade=[samples, draws, tail]'
  $ hallugraph evaluate passages.jsonl --batch-dir asked --out run
  $ hallugraph evaluate --resume runs/2026-01-31-120000-passages
${EXIT_STATUSES}`;

export function addEvaluateCommand(program: Command, host: Host): void {
  const command = program
    .command('evaluate')
    .description('find hallucinations in passages')
    .argument('[input]', 'file of passages, or - for standard input')
    .addOption(datasetOption())
    .addOption(mapOption())
    .option('--prompt <text>', 'evaluate one answer to this prompt')
    .option('--response <text>', 'with --prompt: the answer; without it the model is asked')
    .option('--response-file <file>', 'with --prompt: the answer, from a text file')
    .option('--samples-file <file>', 'with --prompt: further answers, as a JSON list of texts');
  addReportOptions(addPlanOptions(addRunOptions(command))).addHelpText('after', EXAMPLES);
  command.action(async (source: string | undefined) => {
    const options = command.optsWithGlobals<EvaluateOptions>();
    const opening: Opening = {
      ...{ command: 'evaluate', source, options },
      newRun: () => newRun('evaluate', source, options, host),
    };
    if (options.dryRun) return printEstimate(await whatToAsk(opening, host), options.format, host);
    const session = await openSession(opening, host);
    const verdicts = await performRun(session, { ...options, partial: true }, host);
    await printPartialReport({ run: session.folder.manifest, verdicts }, options, host);
  });
}

type NewRunOptions = RunOptions & CallFlags & InputOptions & PlanFlags;

/** The run of an input file, of standard input or of a prompt. */
export async function newRun(
  command: NewRun['command'],
  source: string | undefined,
  options: NewRunOptions,
  host: Host,
  base?: Layer,
): Promise<NewRun> {
  const { config } = await loadSettings(options, host, base);
  const input = await readInput(source, options, host);
  const how = { calls: callSettings(options, host), batch: batchPlan(options, host) };
  return { ...options, ...how, command, input, config };
}
