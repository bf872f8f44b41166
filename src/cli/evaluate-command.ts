/** `hallugraph evaluate`: find hallucinations in passages. */
import path from 'node:path';
import { type Command, Option } from 'commander';
import { DATASET_FORMATS } from '../../datasets/index.ts';
import { checkConfig } from '../config/check-config.ts';
import { InputError } from '../errors.ts';
import { readManifest } from '../run/manifest.ts';
import { type DryRun, printEstimate, recordCount } from './dry-run.ts';
import { EXIT_STATUSES } from './exit.ts';
import type { Host } from './host.ts';
import {
  addPlanOptions,
  addRunOptions,
  batchPlan,
  type CallFlags,
  callLayers,
  callSettings,
  loadSettings,
  type PlanFlags,
  type RunOptions,
} from './options.ts';
import { performRun } from './perform-run.ts';
import { type InputOptions, readInput } from './read-input.ts';
import { addReportOptions, printReport, type ReportFlags } from './report-options.ts';
import {
  beginRun,
  type NewRun,
  passagesOf,
  passagesOfRun,
  refuseBatches,
  type Session,
  spentBefore,
  takeUpRun,
} from './session.ts';

type EvaluateOptions = RunOptions & CallFlags & PlanFlags & InputOptions & ReportFlags;

const EXAMPLES = `
Input: a .jsonl or .json file of passages {"id", "prompt", "response"?, "samples"?}, a PHD or WikiBio file,
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
    .addOption(
      new Option('-d, --dataset <format>', 'form of the input')
        .choices(['auto', ...DATASET_FORMATS])
        .default('auto')
        .conflicts('resume'),
    )
    .option('--prompt <text>', 'evaluate one answer to this prompt')
    .option('--response <text>', 'with --prompt: the answer; without it the model is asked')
    .option('--response-file <file>', 'with --prompt: the answer, from a text file')
    .option('--samples-file <file>', 'with --prompt: further answers, as a JSON list of texts');
  addReportOptions(addPlanOptions(addRunOptions(command))).addHelpText('after', EXAMPLES);
  command.action(async (source: string | undefined) => {
    const options = command.optsWithGlobals<EvaluateOptions>();
    if (options.dryRun) return printEstimate(await whatToAsk(source, options, host), options.format, host);
    const session = await openSession(source, options, host);
    const verdicts = await performRun(session, options, host);
    await printReport({ run: session.folder.manifest, verdicts }, options, host);
  });
}

type NewRunOptions = RunOptions & CallFlags & InputOptions & PlanFlags;

/** A new run of an input, or one that is taken up again. */
export async function openSession(
  source: string | undefined,
  options: NewRunOptions,
  host: Host,
): Promise<Session> {
  if (options.resume !== undefined) {
    refuseWithResume({ ...options, source });
    return takeUpRun(options.resume, options, host);
  }
  return beginRun(await newRun(source, options, host), host);
}

async function newRun(source: string | undefined, options: NewRunOptions, host: Host): Promise<NewRun> {
  const { config } = await loadSettings(options, host);
  const input = await readInput(source, options, host);
  const how = { calls: callSettings(options, host), batch: batchPlan(options, host) };
  return { ...options, ...how, command: 'evaluate', input, config };
}

/** The passages that are not recorded yet, and what bounds the cost. */
async function whatToAsk(source: string | undefined, options: EvaluateOptions, host: Host): Promise<DryRun> {
  const asked =
    options.resume === undefined
      ? await newPassages(source, options, host)
      : await openPassages(options.resume, { ...options, source }, host);
  if (asked.batch) refuseBatches(asked.config);
  return asked;
}

async function newPassages(
  source: string | undefined,
  options: EvaluateOptions,
  host: Host,
): Promise<DryRun> {
  const run = await newRun(source, options, host);
  const passages = passagesOf(run).map(({ passage }) => passage);
  return { passages, config: run.config, batch: run.batch };
}

async function openPassages(
  run: string,
  options: EvaluateOptions & { source: string | undefined },
  host: Host,
): Promise<DryRun> {
  refuseWithResume(options);
  const directory = path.resolve(host.cwd, run);
  const manifest = await readManifest(directory);
  const passages = await passagesOfRun(directory, manifest);
  return {
    passages: passages.slice(await recordCount(directory)).map(({ passage }) => passage),
    config: checkConfig([{ name: 'run.json', values: manifest.config }, ...callLayers(options)]),
    spent: spentBefore(manifest),
    batch: batchPlan(options, host) ?? manifest.batch,
  };
}

/** @throws InputError for options that a run to be resumed has settled */
export function refuseWithResume(
  options: RunOptions & Omit<InputOptions, 'dataset'> & { source?: string | undefined },
): void {
  const { source, prompt, response, responseFile, samplesFile, reference, ids, samplesFrom } = options;
  const { config, preset, protocol, set, seed, limit, filter, out } = options;
  const input = {
    source,
    prompt,
    response,
    'response-file': responseFile,
    'samples-file': samplesFile,
    reference,
    ids,
    'samples-from': samplesFrom,
  };
  const given = Object.entries({ ...input, config, preset, protocol, set, seed, limit, filter, out });
  const [settled] = given.find(([, value]) => value !== undefined) ?? [];
  if (settled === undefined) return;
  const name = settled === 'source' ? 'an input' : `--${settled}`;
  throw new InputError(`--resume goes on with the input and settings of the run; it does not take ${name}`);
}
