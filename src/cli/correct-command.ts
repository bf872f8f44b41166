/** `hallugraph correct`: correct flagged facts, and detect again. */
import path from 'node:path';
import { type Command, Option } from 'commander';
import { writeConfigFile } from '../config/write-config.ts';
import { createCorrector, OTHER_WORDS } from '../detector/corrector.ts';
import { InputError } from '../errors.ts';
import type { CorrectionFormat } from '../report/corrections.ts';
import { CORRECTION_FORMATS, correctionRecord, renderCorrections } from '../report/corrections.ts';
import { copiedInput, copiedPassages, copying } from '../run/copied-run.ts';
import { CORRECTIONS, correctionStage, readCorrections } from '../run/correction-stage.ts';
import { detection, verdictsUnderRule } from '../run/detection-stage.ts';
import { pendingCallsWith } from '../run/pending-calls.ts';
import { plainInput } from '../run/plan-run.ts';
import type { CorrectPlan } from '../run/manifest.ts';
import { passagesOfRun } from '../run/recorded-run.ts';
import { allOf, recordsIn, VERDICTS } from '../run/records.ts';
import type { RunArguments } from '../run/run-options.ts';
import type { RunInput } from '../run/run-states.ts';
import {
  addDryRunOption,
  addInputOptions,
  addRunOptions,
  choice,
  formatOption,
  numberIn,
} from './options.ts';
import { addFailOnError, printWidth, refuseFailures, usesColor } from './report-options.ts';
import { asModule, printEstimate, type RunCommand } from './run-command.ts';

interface CorrectOptions extends RunArguments {
  run?: string;
  replace?: 'llm' | 'text';
  below?: number;
  otherWords?: number;
  baseline?: 'direct' | 'sentences' | 'both';
  corrected?: string;
  format: CorrectionFormat;
  trace?: boolean;
  failOnError?: number;
  color: boolean;
}

const HELP = `
Each flagged fact gets the value of the reference, or of most samples; the sentences that state it are rewritten with this
value and nothing else. Then detection runs again on the new text.

Examples:
  $ hallugraph correct passages.jsonl --preset local
  $ hallugraph correct --run runs/<run> --replace text --corrected corrected.jsonl
  $ hallugraph correct answers.jsonl --preset grapheval --baseline direct --format markdown
  $ hallugraph correct --resume runs/<run>

Exit status: 0 done, 1 a budget used up or an internal error at a passage, 2 wrong use or input, 3 a model service failed,
70 internal error, 130 interrupted.`;

const UPPER_BOUND = 'Corrections are estimated as if every fact were flagged: for most texts they cost less.';

export const runCommand: RunCommand<CorrectOptions> = {
  name: 'correct',
  define,
  async input(source, options, host) {
    if (options.run === undefined)
      return withPlan(await plainInput(runCommand, source, options, host), options, null);
    if (source !== undefined) throw new InputError('--run uses the input of the run; remove the other input');
    const { directory, ...copied } = await copiedInput(options.run, options, host);
    return withPlan({ ...copied, about: undefined }, options, directory);
  },
  resume: async (run) => ({
    passages: run.manifest.correct?.run ? await copiedPassages(run.manifest) : await passagesOfRun(run),
    about: undefined,
  }),
  asksAnyway: ({ correct }) => correct?.replace === 'llm',
  kinds: ({ correct }) => (correct?.run ? [CORRECTIONS] : [VERDICTS, CORRECTIONS]),
  async dryRun(planned, { format }, host) {
    const { run, ...plan } = planned.plans.correct as CorrectPlan;
    const calls = await pendingCallsWith(planned, {
      ...{ kind: CORRECTIONS, detects: run === null },
      async attempt(verdict, { config, env, calls }) {
        const corrector = createCorrector(config, { ...plan, below: Number.POSITIVE_INFINITY, env, calls });
        await corrector.correct(verdict);
        await corrector.close();
      },
    });
    await printEstimate({ ...calls, note: UPPER_BOUND }, format, host);
  },
  stages(context) {
    const { plans, config, env, calls, threads, folder } = context;
    const plan = plans.correct as CorrectPlan;
    const verdicts = () =>
      allOf(plan.run === null ? verdictsUnderRule(folder, config.scoring) : recordsIn(folder, VERDICTS));
    const corrections = correctionStage({ config, env, calls, threads, verdicts }, plan);
    return plan.run === null ? detection(context, [corrections]) : copying(plan.run, context, [corrections]);
  },
  async report({ folder: { path: directory, manifest }, verdicts }, options, host) {
    const corrections = await readCorrections(directory, verdicts);
    const { format, trace = false, corrected, color } = options;
    if (corrected !== undefined) {
      // Passages as `evaluate` reads them, with the new text.
      const lines = corrections.map((correction) => {
        const record = correctionRecord(correction, { trace: false });
        return `${JSON.stringify({ ...correction.after.passage, correction: record })}\n`;
      });
      await writeConfigFile(path.resolve(host.cwd, corrected), lines.join(''));
    }
    const look = { columns: printWidth(host), color: usesColor(host, color) };
    host.stdout.write(renderCorrections(corrections, { format, trace, ...look }));
    if (corrected !== undefined && !options.quiet) host.stderr.write(`Wrote ${corrected}\n`);
    await refuseFailures({ run: manifest, verdicts }, options.failOnError, host);
  },
};

export const commandModule = asModule(runCommand);

function define(command: Command): void {
  addInputOptions(command, { verb: 'correct', samples: true });
  command
    .addOption(
      new Option('--run <folder>', 'correct what a recorded run flags, under its settings').conflicts([
        ...['config', 'preset', 'method', 'prompt', 'model', 'baseUrl'],
      ]),
    )
    .addOption(
      choice(
        '--replace <how>',
        'llm: a model rewrites sentences; text: no model, values of samples replaced word for word (default: llm where the settings ask a model)',
        ['llm', 'text'],
      ),
    )
    .option('--below <score>', 'correct facts scored below this as well', score)
    .option(
      '--other-words <share>',
      `other words of the sentence that may change (default: ${OTHER_WORDS})`,
      score,
    )
    .addOption(
      choice(
        '--baseline <name>',
        'also measure one prompt for the whole text: direct, or with the flagged sentences named',
        ['direct', 'sentences', 'both'],
      ),
    )
    .option('--corrected <file>', 'JSONL file of the corrected passages, each with its record')
    .addOption(formatOption(CORRECTION_FORMATS))
    .option('--trace', 'json: with the intermediate records of both verdicts');
  const paper = 'one by one, and GraphCorrect as published';
  addFailOnError(addDryRunOption(addRunOptions(command, { paper }))).addHelpText('after', HELP);
}

const score = numberIn((value) => Number.isFinite(value) && value >= 0, 'a number of at least 0');

/** @param from the run whose verdicts are corrected. @throws ConfigError for options that conflict with the settings */
function withPlan(
  run: RunInput,
  { replace, below, otherWords = OTHER_WORDS, baseline }: CorrectOptions,
  from: string | null,
): RunInput {
  const direct = baseline === 'direct' || baseline === 'both';
  const bySentences = baseline === 'sentences' || baseline === 'both';
  const corrector = createCorrector(run.config, { replace, direct, bySentences });
  const plan = { replace: corrector.replace, below: below ?? null, otherWords, direct, bySentences };
  return { ...run, plans: { correct: { ...plan, run: from } } };
}
