/** `hallugraph bench`: evaluate a labelled data set, compare with its gold labels and with other methods. */
import path from 'node:path';
import { Argument, type Command } from 'commander';
import type { DatasetFormat, LabelledPassage } from '../../datasets/index.ts';
import { DATASET_FORMATS, EXCLUSIONS } from '../../datasets/index.ts';
import type { Need } from '../benchmark/baselines/baseline.ts';
import { BASELINES } from '../benchmark/baselines/baseline-registry.ts';
import { isLabelled } from '../benchmark/level-items.ts';
import { once, startedOnce } from '../common/memoize.ts';
import { environmentOf } from '../config/environment.ts';
import type { Config } from '../config/schema.ts';
import { asksModels, isPaid, localUses } from '../detector/config-uses.ts';
import { openBaselineParts } from '../detector/parts.ts';
import { InputError } from '../errors.ts';
import { RECORD_FORMATS, type RecordFormat } from '../format/render-record.ts';
import { preload } from '../models/create.ts';
import { baselineStage } from '../run/baseline-stage.ts';
import { detection } from '../run/detection-stage.ts';
import type { Host } from '../run/host.ts';
import type { BenchPlan, Plans } from '../run/manifest.ts';
import { datasetName } from '../run/origin-of-run.ts';
import { passagesOf } from '../run/plan-run.ts';
import { publishedSamplesNotes } from '../run/published-samples.ts';
import { readInput } from '../run/read-input.ts';
import { passagesOfRun } from '../run/recorded-run.ts';
import { allOf, countRecords, methodScores, type RecordKind, recordsIn, VERDICTS } from '../run/records.ts';
import { loadSettings, type RunArguments } from '../run/run-options.ts';
import type { PlannedRun, RunWork, StageContext } from '../run/run-states.ts';
import { dryRun as estimateBenchmark, renderDryRun } from './bench-dry-run.ts';
import type { CheckedPlan, PlanOptions } from './bench-plan.ts';
import { checkPlan, keptPlan, PROTOCOLS, planAlone, planOf, usualMethods } from './bench-plan.ts';
import { printBenchmark } from './bench-report.ts';
import { exitStatuses } from './exit.ts';
import {
  addPlanOptions,
  addRunOptions,
  addThoroughOption,
  choice,
  formatOption,
  idsOption,
  mapOption,
} from './options.ts';
import { asModule, type RunCommand } from './run-command.ts';

interface BenchOptions extends RunArguments, PlanOptions {
  data?: string;
  figures?: boolean;
  tables?: string;
  plots?: string;
  format: RecordFormat;
}

const HELP = `
Methods: ${BASELINES.map(({ id }) => id).join(', ')}.

A run records the scores of every method. Resumed, it computes what is missing; with further --methods, --scores or another
--threshold it prints new tables without repeating any work.

Examples:
  $ hallugraph bench phd --data PHD_benchmark.json --preset paper-phd
  $ hallugraph bench wikibio --data wikibio.json --preset local --methods all --ablate --format markdown
  $ hallugraph bench wikibio --data wikibio.json --methods semantic-entropy --dry-run
  $ hallugraph bench ragtruth --data RAGTruth/dataset --preset check --exclude implicit-true,flawed
  $ hallugraph bench --resume runs/<run> --scores other-method.jsonl --threshold cross-validated:f1
  $ hallugraph rescore runs/<run> --bench --set scoring.weights.head=0.5
${exitStatuses()}`;

async function settings(options: BenchOptions, host: Host, { bench: plan }: Plans = {}): Promise<Config> {
  const { config } = await loadSettings(options, host);
  // Methods and parts without a weight in the settings are compared, too.
  const whole: Config = { ...config, consistency: { ...config.consistency, always: true } };
  return plan?.ablate ? { ...whole, recordEncoders: ['rgcn', 'gcn', 'identity'] } : whole;
}

export const runCommand: RunCommand<BenchOptions, CheckedPlan> = {
  name: 'bench',
  define,
  settings,
  aboutAlone: ({ bench: plan }, config) => planAlone(plan as BenchPlan, config),
  // Passages without a label are not compared.
  stagesOf: (passage) => (isLabelled(passage) ? undefined : 1),
  async input(source, options, host) {
    checkFigures(options);
    const { dataset } = options;
    if (dataset === undefined) throw new InputError('name a data set, as in bench phd --data FILE');
    const { methods = usualMethods(await settings(options, host)) } = options;
    const plan = planOf({ ...options, methods }, host.cwd);
    const config = await settings(options, host, { bench: plan });
    const input = await readInput(source, options, host);
    const passages = passagesOf({ input, config }, options);
    refuseUnlabelled(passages, source ?? dataset);
    const about = await checkPlan(plan, { config, passages });
    return { input, config, passages, plans: { bench: keptPlan(about) }, about };
  },
  async resume(run, options, host) {
    checkFigures(options);
    const { input, config, bench } = run.manifest;
    if ((options.dataset ?? input.format) !== input.format) {
      throw new InputError(`${options.resume} is a run of ${input.format}, not of ${options.dataset}`);
    }
    const passages = await passagesOfRun(run);
    refuseUnlabelled(passages, input.path);
    const about = await checkPlan(planOf(options, host.cwd, bench), { config, passages });
    return { passages, plans: { bench: keptPlan(about) }, about };
  },
  dryRun,
  stages,
  async report({ folder, passages, about: checked, verdicts }, options, host) {
    const all = await allOf(verdicts);
    const { path: directory, manifest: run } = folder;
    const absolute = (name: string | undefined) => name && path.resolve(host.cwd, name);
    const places = { tables: absolute(options.tables), plots: absolute(options.plots) };
    await printBenchmark(
      { directory, run, passages, verdicts: all, checked },
      { ...options, ...places },
      host,
    );
  },
};

/** The argument is the format of the data set; --data names its file, else it is the downloaded one. */
export const commandModule = asModule(runCommand, (dataset, options) => ({
  source: options.data,
  options: dataset === undefined ? options : { ...options, dataset: dataset as DatasetFormat },
}));

function define(command: Command): void {
  command
    .addArgument(new Argument('[dataset]', 'form of the data set').choices(DATASET_FORMATS))
    .option('--data <path>', 'file or folder of the data set; default: what datasets fetch downloaded')
    .addOption(mapOption())
    .addOption(idsOption())
    .addOption(
      choice(
        '--samples-from <whom>',
        'others: a response without samples takes the other responses to its prompt',
        ['others'],
      ),
    )
    .option(
      '--methods <list>',
      'other methods to run, with commas: by id, own ones by their module (./mine.ts), all or none (default: ask-passage, ask-sentences and ask-facts where a model verifies facts, else none)',
    )
    .option('--ablate', 'also without each part, and with each part alone; no further model call')
    .option('--scores <file...>', 'recorded scores of other methods')
    .option('--threshold <protocol>', `threshold for F1 and similar metrics: ${PROTOCOLS} (default: own)`)
    .option('--exclude <list>', `gold labels to exclude: ${EXCLUSIONS.join(', ')}`)
    .option('--figures', 'html and plots: with the nodes of a few graphs before and after the RGCN')
    .option('--tables <folder>', 'write every table as CSV and LaTeX, and all figures as numbers')
    .option('--plots <folder>', 'write every chart as SVG')
    .addOption(formatOption(RECORD_FORMATS));
  addPlanOptions(addThoroughOption(addRunOptions(command))).addHelpText('after', HELP);
}

function checkFigures({ figures, format, plots }: BenchOptions): void {
  if (figures && format !== 'html' && plots === undefined)
    throw new InputError('--figures goes with --format html or --plots');
}

function refuseUnlabelled(passages: readonly LabelledPassage[], source: string): void {
  if (!passages.some(isLabelled)) throw new InputError(`${source}: no passage has a label`);
}

const comparedOf = (passages: readonly LabelledPassage[]) =>
  passages.filter(isLabelled).map(({ passage }) => passage);

/** The verdicts, then each baseline on the labelled passages. */
async function stages(context: StageContext<CheckedPlan>): Promise<RunWork> {
  const { config, env, calls, folder, about, passages } = context;
  const compared = comparedOf(passages);
  const ids = new Set(compared.map(({ id }) => id));
  const verdicts = once(async () =>
    (await allOf(recordsIn(folder, VERDICTS))).filter(({ passage }) => ids.has(passage.id)),
  );
  const needs = () => pendingNeeds(about, folder, compared.length);
  if (asksModels(config) && isPaid(calls)) {
    // A missing local model ends the run before any request.
    const local = new Set([...(await needs())].filter((need) => need === 'nli' || need === 'token-embedder'));
    if (local.size > 0) {
      const { parts, close } = await openBaselineParts(local, config, env);
      await preload(parts);
      await close();
    }
  }
  const opened = startedOnce(async () =>
    openBaselineParts(await needs(), config, env, { ...calls, continues: true }),
  );
  const parts = async () => (await opened.get()).parts;
  const beside = about.chosen.map((definition) =>
    baselineStage({ definition, parts, verdicts, seed: config.seed }),
  );
  const work = await detection(context, beside);
  const close = async () => {
    await work.close?.();
    await (await opened.started())?.close();
  };
  return { ...work, close };
}

/** The needs of the baselines with passages left to score. Without a folder, no passage is scored yet. */
async function pendingNeeds({ chosen }: CheckedPlan, folder: string, passages: number): Promise<Set<Need>> {
  const needs = await Promise.all(
    chosen.map(async ({ id, needs }) =>
      folder !== '' && (await countRecords(folder, methodScores(id))) >= passages ? [] : needs,
    ),
  );
  return new Set(needs.flat());
}

async function dryRun(planned: PlannedRun<CheckedPlan>, { format }: BenchOptions, host: Host): Promise<void> {
  const { resumed, spent, batch, about } = planned;
  const { chosen, absent } = about;
  const compared = comparedOf(planned.passages);
  const passages = planned.passages.map(({ passage }) => passage);
  const { config } = planned;
  const plan = { limits: config.budget, spent, batch };
  const recorded = async (kind: RecordKind<unknown>) =>
    resumed === null ? 0 : countRecords(resumed.directory, kind);
  const env = environmentOf(host);
  const { missingModels } = await import('../models/transformers/missing-models.ts');
  const needs = chosen.flatMap((definition) => definition.needs);
  const baselines = await Promise.all(
    chosen.map(async (definition) => ({
      definition,
      pending: compared.slice(await recorded(methodScores(definition.id))),
    })),
  );
  const input = planned.input ?? resumed?.manifest.input;
  const report = await estimateBenchmark({
    dataset: input === undefined ? '' : datasetName(input),
    ...{ config, passages, labelled: compared.length, baselines, absent, env },
    pending: passages.slice(await recorded(VERDICTS)),
    before: missingModels(config, localUses(config, needs), env),
    notes: publishedSamplesNotes(config, passages),
  });
  host.stdout.write(format === 'json' ? `${JSON.stringify(report, null, 2)}\n` : renderDryRun(report, plan));
}
