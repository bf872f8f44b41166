/** `hallugraph correct`: put right what is flagged, and detect again. */
import path from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { writeConfigFile } from '../config/write-config.ts';
import { type Correction, createCorrector, OTHER_WORDS } from '../corrector.ts';
import {
  CORRECTION_FORMATS,
  type CorrectionFormat,
  correctionRecord,
  renderCorrections,
} from '../report/corrections.ts';
import { CORRECTIONS, correctionsFile, readCorrections } from '../run/correction-records.ts';
import type { CorrectPlan } from '../run/plans.ts';
import { type CorrectRunOptions, openCorrection, openingOf } from './correct-run.ts';
import { correctRun } from './correct-stage.ts';
import { printEstimate, type ToAsk } from './dry-run.ts';
import { type Host, usesColor } from './host.ts';
import { type Opening, whatToAskWith } from './open-session.ts';
import { addDryRunOption, addRunOptions, datasetOption } from './options.ts';
import { mapOption } from './map-option.ts';
import { performRun } from './perform-run.ts';
import { addFailOnError, refuseFailures } from './report-options.ts';

interface CorrectOptions extends CorrectRunOptions {
  corrected?: string;
  format: CorrectionFormat;
  trace?: boolean;
  dryRun?: boolean;
  failOnError?: number;
  color: boolean;
}

const EXAMPLES = `
Each flagged fact gets the value that the reference of its passage gives, or most of its samples; the sentences that
state it are rewritten with this value and nothing else. Then detection runs again on the new text.

Examples:
  $ hallugraph correct passages.jsonl --preset local
  $ hallugraph correct --run runs/<run> --replace text --corrected corrected.jsonl
  $ hallugraph correct answers.jsonl --preset grapheval --baseline direct --format markdown
  $ hallugraph correct --resume runs/<run>

Exit status: 0 done, 1 a budget used up, 2 wrong use or input, 3 a model service failed, 70 a defect of hallugraph,
130 interrupted.`;

export function addCorrectCommand(program: Command, host: Host): void {
  const command = program
    .command('correct')
    .description('put flagged facts right, by references or samples, and detect again')
    .argument('[input]', 'file of passages, or - for standard input')
    .option('--run <folder>', 'correct what a recorded run flags, under its settings')
    .addOption(datasetOption())
    .addOption(mapOption())
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
    .option(
      '--other-words <share>',
      `words that may change beside the fact, of its sentence (default: ${OTHER_WORDS})`,
      score,
    )
    .addOption(
      new Option(
        '--baseline <name>',
        'measure one prompt for the whole text beside: direct, or with the flagged sentences named',
      ).choices(['direct', 'sentences', 'both']),
    )
    .option('--corrected <file>', 'JSONL file of the corrected passages, each with its record')
    .addOption(
      new Option('-f, --format <format>', 'how results are printed')
        .choices(CORRECTION_FORMATS)
        .default('table'),
    )
    .option('--trace', 'json: with the intermediate records of both verdicts');
  addFailOnError(addDryRunOption(addRunOptions(command))).addHelpText('after', EXAMPLES);
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
  const opening = openingOf(source, options, host);
  if (options.dryRun) return printEstimate(await correctionsToAsk(opening, host), options.format, host);
  const session = await openCorrection(opening, host);
  const { folder } = session;
  const plan = folder.manifest.correct as CorrectPlan;
  const verdicts = await performRun(session, options, host, correctRun(session, plan, options, host));
  const corrections = await readCorrections(folder.path, verdicts);
  if (options.corrected !== undefined) await writeCorrected(options.corrected, corrections, host);
  const { format, trace = false } = options;
  const columns = host.stdout.columns ?? 80;
  host.stdout.write(
    renderCorrections(corrections, { format, trace, columns, color: usesColor(host, options.color) }),
  );
  if (options.corrected !== undefined && !options.quiet) host.stderr.write(`Wrote ${options.corrected}\n`);
  await refuseFailures({ run: folder.manifest, verdicts }, options.failOnError, host);
}

async function correctionsToAsk(opening: Opening, host: Host): Promise<ToAsk> {
  const asked = await whatToAskWith(opening, host, {
    ...{ file: correctionsFile, kind: CORRECTIONS, detects: ({ correct: plan }) => plan?.run === null },
    attempt:
      ({ correct: plan }) =>
      async (verdict, { config, env, calls }) => {
        const corrector = createCorrector(config, { ...plan, below: Number.POSITIVE_INFINITY, env, calls });
        await corrector.correct(verdict);
        await corrector.close();
      },
  });
  return { ...asked, isFitted: false, note: BOUND };
}

const BOUND = 'What correcting takes is counted as if every fact were flagged: for most texts it is less.';

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
