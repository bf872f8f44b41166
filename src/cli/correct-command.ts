/** `hallugraph correct`: put right what is flagged, and detect again. */
import path from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { DATASET_FORMATS } from '../../datasets/index.ts';
import { checkConfig } from '../config/check-config.ts';
import { environmentOf } from '../config/environment.ts';
import type { Config } from '../config/schema.ts';
import { assignmentLayer } from '../config/settings.ts';
import { writeConfigFile } from '../config/write-config.ts';
import { type Correction, type Corrector, createCorrector } from '../corrector.ts';
import type { EvaluateAllOptions } from '../detector.ts';
import { ConfigError, EXIT_CODES, InputError } from '../errors.ts';
import { passagesAtOnce } from '../parts.ts';
import type { Passage, PassageVerdict } from '../passage.ts';
import {
  CORRECTION_FORMATS,
  type CorrectionFormat,
  correctionRecord,
  renderCorrections,
} from '../report/corrections.ts';
import { checkAnswerable, selectPassages } from '../run/input.ts';
import { readManifest } from '../run/manifest.ts';
import { RECORDS_FILE, readRecords } from '../run/records.ts';
import { applyDatasetThreshold } from '../scoring/verdict.ts';
import { Exit, INTERRUPTED } from './exit.ts';
import { noteUnfitted } from './fit-budget.ts';
import { type Host, usesColor } from './host.ts';
import {
  addCallOptions,
  addSettingOptions,
  type CallFlags,
  callLayers,
  callSettings,
  loadSettings,
  positive,
  type SettingOptions,
} from './options.ts';
import { startProgress } from './progress.ts';
import { type InputOptions, readInput, selectionOf } from './read-input.ts';

interface CorrectOptions extends SettingOptions, CallFlags, InputOptions {
  run?: string;
  replace?: 'llm' | 'text';
  below?: number;
  otherWords?: number;
  baseline?: 'direct' | 'sentences' | 'both';
  limit?: number;
  filter?: string;
  out?: string;
  format: CorrectionFormat;
  trace?: boolean;
  quiet?: boolean;
  color: boolean;
}

const EXAMPLES = `
Each flagged fact gets the value that the reference of its passage gives, or most of its samples; the sentences that
state it are rewritten with this value and nothing else. Then detection runs again on the new text.

Examples:
  $ hallugraph correct passages.jsonl --preset local
  $ hallugraph correct --run runs/<run> --replace text --out corrected.jsonl
  $ hallugraph correct answers.jsonl --preset grapheval --baseline direct --format markdown

Exit status: 0 done, 1 a budget ended it, 2 wrong use or input, 3 a model service failed, 70 a defect of
hallugraph, 130 interrupted.`;

export function addCorrectCommand(program: Command, host: Host): void {
  const command = program
    .command('correct')
    .description('put flagged facts right, by references or samples, and detect again')
    .argument('[input]', 'file of passages, or - for standard input')
    .option('--run <folder>', 'correct what a recorded run flags, under its settings')
    .addOption(
      new Option('-d, --dataset <format>', 'form of the input')
        .choices(['auto', ...DATASET_FORMATS])
        .default('auto'),
    )
    .option('--prompt <text>', 'correct one answer to this prompt')
    .option('--response <text>', 'with --prompt: the answer; without it the model is asked')
    .option('--response-file <file>', 'with --prompt: the answer, from a text file')
    .option('--samples-file <file>', 'with --prompt: further answers, as a JSON list of texts')
    .addOption(
      new Option(
        '--replace <how>',
        'llm: a model rewrites sentences; text: no model, values of samples replaced word for word (default: llm where the settings ask a model)',
      ).choices(['llm', 'text']),
    )
    .option('--below <score>', 'correct facts scored below this as well', score)
    .option('--other-words <share>', 'words that may change beside the fact, of its sentence', score, 0.3)
    .addOption(
      new Option(
        '--baseline <name>',
        'measure one prompt for the whole text beside: direct, or with the flagged sentences named',
      ).choices(['direct', 'sentences', 'both']),
    )
    .option('-j, --concurrency <count>', 'passages in work at once', positive)
    .option('-n, --limit <count>', 'only the first passages', positive)
    .option('--filter <id>', 'only passages with this in their id; * stands for anything')
    .option('-o, --out <file>', 'JSONL file of the corrected passages, each with its record')
    .option('-q, --quiet', 'nothing on standard error but errors')
    .addOption(
      new Option('-f, --format <format>', 'how results are printed')
        .choices(CORRECTION_FORMATS)
        .default('table'),
    )
    .option('--trace', 'json: with the intermediate records of both verdicts');
  addCallOptions(addSettingOptions(command)).addHelpText('after', EXAMPLES);
  command.action(async (source: string | undefined) => {
    await correct(source, command.optsWithGlobals<CorrectOptions>(), host);
  });
}

function score(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0) {
    throw new InvalidArgumentError('Expected a number of at least 0.');
  }
  return value;
}

async function correct(source: string | undefined, options: CorrectOptions, host: Host): Promise<void> {
  const work = await (options.run === undefined
    ? inputWork(source, options, host)
    : runWork(options.run, source, options, host));
  const corrector = createCorrector(work.config, {
    env: environmentOf(host.cwd, host.env),
    calls: callSettings(options, host),
    replace: options.replace,
    below: options.below,
    otherWords: options.otherWords,
    direct: options.baseline === 'direct' || options.baseline === 'both',
    bySentences: options.baseline === 'sentences' || options.baseline === 'both',
  });
  const corrections = await perform(work, corrector, options, host);
  if (options.out !== undefined) await writeCorrected(options.out, corrections, host);
  const { format, trace = false } = options;
  const columns = host.stdout.columns ?? 80;
  host.stdout.write(
    renderCorrections(corrections, { format, trace, columns, color: usesColor(host, options.color) }),
  );
  if (options.out !== undefined && !options.quiet) host.stderr.write(`Wrote ${options.out}\n`);
  refuseFailures(corrections, host);
}

/** What is corrected: passages to detect first, or verdicts of a run. */
interface Work {
  config: Config;
  passages: readonly Passage[];
  /** Null where detection is to come first. */
  verdicts: readonly PassageVerdict[] | null;
}

async function inputWork(source: string | undefined, options: CorrectOptions, host: Host): Promise<Work> {
  const { config } = await loadSettings(options, host);
  noteUnfitted(config, host);
  const input = await readInput(source, options, host);
  const selection = selectionOf(input, { ...options, seed: config.seed });
  const passages = selectPassages(input.passages, selection).map(({ passage }) => passage);
  checkAnswerable(passages, config);
  return { config, passages, verdicts: null };
}

/** Settings that change what a verdict says are those of the run; these are not. */
const FREE_SETTINGS = ['models', 'prompts', 'prices', 'cache', 'budget', 'concurrency'];

async function runWork(
  run: string,
  source: string | undefined,
  options: CorrectOptions,
  host: Host,
): Promise<Work> {
  const { config: file, preset, prompt } = options;
  const [given] = Object.entries({
    'an input': source,
    '--config': file,
    '--preset': preset,
    '--prompt': prompt,
  })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name);
  if (given !== undefined)
    throw new InputError(`--run takes input and settings of the run; it does not take ${given}`);
  const directory = path.resolve(host.cwd, run);
  const manifest = await readManifest(directory);
  const flags = (options.set ?? []).map((assignment) => assignmentLayer(assignment));
  const bound = flags.find(({ values }) => !Object.keys(values).every((key) => FREE_SETTINGS.includes(key)));
  if (bound) throw new ConfigError(`${bound.name}: with --run only ${FREE_SETTINGS.join(', ')} can be set`);
  const config = checkConfig([
    { name: 'run.json', values: manifest.config },
    ...flags,
    ...callLayers(options),
  ]);
  const records: PassageVerdict[] = [];
  for await (const record of readRecords(path.join(directory, RECORDS_FILE))) records.push(record);
  const labelled = withLabels(records, config);
  const { filter = null, limit = null } = options;
  const verdicts = selectPassages(labelled, { filter, limit });
  return { config, passages: verdicts.map(({ passage }) => passage), verdicts };
}

/** Under a rule that needs the whole data set, the labels that it gives. */
function withLabels(verdicts: readonly PassageVerdict[], { scoring }: Config): PassageVerdict[] {
  return scoring.threshold.rule === 'fixed' ? [...verdicts] : applyDatasetThreshold(verdicts, scoring);
}

/** @throws Exit 130 when interrupted */
async function perform(
  { config, passages, verdicts: recorded }: Work,
  corrector: Corrector,
  { concurrency = passagesAtOnce(config), quiet = false }: CorrectOptions,
  host: Host,
): Promise<Correction[]> {
  const controller = new AbortController();
  const { signal } = controller;
  const stopListening = host.onInterrupt(() => controller.abort());
  const stage = async <T>(
    total: number,
    begin: (options: EvaluateAllOptions) => AsyncIterable<T>,
  ): Promise<T[]> => {
    const progress = startProgress(host, { total, quiet });
    const done: T[] = [];
    try {
      for await (const one of begin({ concurrency, signal, onProgress: progress.onProgress })) {
        done.push(one);
        progress.onRecord(done.length);
      }
    } finally {
      progress.stop();
    }
    return done;
  };
  try {
    const verdicts =
      recorded ??
      withLabels(
        await stage(passages.length, (options) => corrector.detector.evaluateAll(passages, options)),
        config,
      );
    return await stage(verdicts.length, (options) => corrector.correctAll(verdicts, options));
  } catch (error) {
    if (signal.aborted) throw new Exit(INTERRUPTED);
    throw error;
  } finally {
    stopListening();
    // Passages still in work would go on asking models for nobody.
    controller.abort();
    await corrector.close();
  }
}

/** Passages as `evaluate` reads them, with their new text. */
async function writeCorrected(
  file: string,
  corrections: readonly Correction[],
  { cwd }: Host,
): Promise<void> {
  const lines = corrections.map((correction) => {
    const record = correctionRecord(correction, { trace: false });
    return `${JSON.stringify({ ...correction.after.passage, correction: record })}\n`;
  });
  await writeConfigFile(path.resolve(cwd, file), lines.join(''));
}

/** @throws Exit 3 when no passage could be evaluated */
function refuseFailures(corrections: readonly Correction[], { stderr }: Host): void {
  const failed = corrections.filter(({ before }) => before.abstention?.reason === 'failed');
  if (failed.length < corrections.length) return;
  stderr.write('error: no passage could be evaluated\n');
  throw new Exit(EXIT_CODES.service);
}
