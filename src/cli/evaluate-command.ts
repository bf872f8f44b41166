/** `hallugraph evaluate`: find hallucinations in passages. */
import { type Command, Option } from 'commander';
import { DATASET_FORMATS } from '../../datasets/index.ts';
import { InputError } from '../errors.ts';
import type { Host } from './host.ts';
import { addRunOptions, type CallFlags, callSettings, loadSettings, type RunOptions } from './options.ts';
import { performRun } from './perform-run.ts';
import { type InputOptions, readInput } from './read-input.ts';
import { addReportOptions, printReport, type ReportFlags } from './report-options.ts';
import { beginRun, type Session, takeUpRun } from './session.ts';

type EvaluateOptions = RunOptions & CallFlags & InputOptions & ReportFlags;

const EXAMPLES = `
Input: a .jsonl or .json file of passages {"id", "prompt", "response"?, "samples"?}, a PHD or WikiBio file,
- for standard input, or --prompt.

Examples:
  $ hallugraph evaluate passages.jsonl
  $ hallugraph evaluate passages.jsonl --preset local --format json | jq .passages[].score
  $ hallugraph evaluate --prompt "Who was Ada Lovelace?" --response-file answer.txt
  $ hallugraph evaluate answers.jsonl --fail-on hallucinated --format markdown > report.md
  $ hallugraph evaluate --resume runs/2026-01-31-120000-passages

Exit status: 0 done, 1 --fail-on met, 2 wrong use or input, 3 a model service failed, 70 a defect of
hallugraph, 130 interrupted.`;

export function addEvaluateCommand(program: Command, host: Host): void {
  const command = program
    .command('evaluate')
    .description('find hallucinations in passages')
    .argument('[input]', 'file of passages, or - for standard input')
    .addOption(
      new Option('-d, --dataset <format>', 'form of the input')
        .choices(['auto', ...DATASET_FORMATS])
        .default('auto'),
    )
    .option('--prompt <text>', 'evaluate one answer to this prompt')
    .option('--response <text>', 'with --prompt: the answer; without it the model is asked')
    .option('--response-file <file>', 'with --prompt: the answer, from a text file')
    .option('--samples-file <file>', 'with --prompt: further answers, as a JSON list of texts');
  addReportOptions(addRunOptions(command)).addHelpText('after', EXAMPLES);
  command.action(async (source: string | undefined) => {
    const options = command.optsWithGlobals<EvaluateOptions>();
    const session = await openSession(source, options, host);
    const verdicts = await performRun(session, options, host);
    printReport({ run: session.folder.manifest, verdicts }, options, host);
  });
}

async function openSession(
  source: string | undefined,
  options: EvaluateOptions,
  host: Host,
): Promise<Session> {
  if (options.resume !== undefined) {
    refuseWithResume({ ...options, source });
    return takeUpRun(options.resume, options, host);
  }
  const { config } = await loadSettings(options, host);
  const input = await readInput(source, options, host);
  return beginRun(
    { ...options, command: 'evaluate', input, config, calls: callSettings(options, host) },
    host,
  );
}

/** @throws InputError for options that a run to be resumed has settled */
export function refuseWithResume(
  options: RunOptions & Omit<InputOptions, 'dataset'> & { source?: string | undefined },
): void {
  const { source, prompt, response, responseFile, samplesFile, ids } = options;
  const { config, preset, protocol, set, seed, limit, filter, out } = options;
  const input = { source, prompt, response, 'response-file': responseFile, 'samples-file': samplesFile, ids };
  const given = Object.entries({ ...input, config, preset, protocol, set, seed, limit, filter, out });
  const [settled] = given.find(([, value]) => value !== undefined) ?? [];
  if (settled === undefined) return;
  const name = settled === 'source' ? 'an input' : `--${settled}`;
  throw new InputError(`--resume goes on with the input and settings of the run; it does not take ${name}`);
}
