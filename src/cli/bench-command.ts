/** `hallugraph bench`: evaluate a labelled data set, compare with its gold labels and with other methods. */
import path from 'node:path';
import { Argument, type Command } from 'commander';
import {
  DATASET_FORMATS,
  type DatasetFormat,
  EXCLUSIONS,
  type LabelledPassage,
} from '../../datasets/index.ts';
import type { Need } from '../benchmark/baselines/baseline.ts';
import { BASELINES } from '../benchmark/baselines/baseline-registry.ts';
import { isLabelled } from '../benchmark/level-items.ts';
import type { Config } from '../config/schema.ts';
import { type Cost, totalOf } from '../detector/estimate/estimate.ts';
import { InputError } from '../errors.ts';
import { RECORD_FORMATS, type RecordFormat } from '../format/render-record.ts';
import { asksModels } from '../detector/asks-models.ts';
import { isPaid, localUses } from '../detector/local-models.ts';
import { type OpenedBaselineParts, openBaselineParts } from '../detector/parts.ts';
import { loadAhead } from '../models/load-ahead.ts';
import type { PassageVerdict } from '../passage.ts';
import { baselineStage } from '../run/baseline-stage.ts';
import type { BenchPlan, Plans } from '../run/manifest.ts';
import { publishedSamplesNotes } from '../run/published-samples.ts';
import { methodScores, allOf, countRecords, recordsIn, VERDICTS } from '../run/records.ts';
import type { PlannedRun, RunWork, StageContext } from '../run/run-states.ts';
import { dryRun as planBenchmark, methodCost, renderDryRun } from './bench-dry-run.ts';
import {
  type CheckedPlan,
  checkPlan,
  keptPlan,
  planAlone,
  type PlanOptions,
  PROTOCOLS,
  planOf,
  usualMethods,
} from './bench-plan.ts';
import { printBenchmark } from './bench-report.ts';
import { detection } from '../run/detection-stage.ts';
import { environmentOf } from '../config/environment.ts';
import { EXIT_STATUSES } from './exit.ts';
import { fitBudget } from '../run/fit-budget.ts';
import type { Host } from '../run/host.ts';
import { passagesOf } from '../run/plan-run.ts';
import { loadSettings, type RunArguments } from '../run/run-options.ts';
import { passagesOfRun } from '../run/recorded-run.ts';
import { addPlanOptions, addRunOptions, choice, formatOption } from './options.ts';
import { mapOption } from './map-option.ts';
import { readInput } from '../run/read-input.ts';
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

A run keeps what every method said of every passage: resumed, it does what is missing, and with further --methods,
--scores or another --threshold it prints new tables without doing anything twice.

Examples:
  $ hallugraph bench phd --data PHD_benchmark.json --preset paper-phd
  $ hallugraph bench wikibio --data wikibio.json --preset local --methods all --ablate --format markdown
  $ hallugraph bench wikibio --data wikibio.json --methods semantic-entropy --dry-run
  $ hallugraph bench ragtruth --data RAGTruth/dataset --preset check --exclude implicit-true,flawed
  $ hallugraph bench --resume runs/<run> --scores other-method.jsonl --threshold cross-validated:f1
  $ hallugraph rescore runs/<run> --bench --set scoring.weights.head=0.5
${EXIT_STATUSES}`;

async function settings(options: BenchOptions, host: Host, { bench: plan }: Plans = {}): Promise<Config> {
  const { config } = await loadSettings(options, host);
  // methods and parts are compared that have no weight in the settings
  const whole: Config = { ...config, consistency: { ...config.consistency, always: true } };
  return plan?.ablate ? { ...whole, recordEncoders: ['rgcn', 'gcn', 'identity'] } : whole;
}

export const runCommand: RunCommand<BenchOptions, CheckedPlan> = {
  name: 'bench',
  define,
  settings,
  aboutAlone: ({ bench: plan }, config) => planAlone(plan as BenchPlan, config),
  // Nothing is compared where there is no label.
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
    const plan = planOf(options, host.cwd, bench);
    const passages = await passagesOfRun(run);
    refuseUnlabelled(passages, input.path);
    const about = await checkPlan(plan, { config, passages });
    return { passages, plans: { bench: keptPlan(about) }, about };
  },
  degrades: true,
  beside: costBeside,
  dryRun,
  stages,
  async report({ folder, passages, about: checked, verdicts }, options, host) {
    const all = await allOf(verdicts);
    const { path: directory, manifest: run } = folder;
    const placeOf = (name: string | undefined) => name && path.resolve(host.cwd, name);
    const places = { tables: placeOf(options.tables), plots: placeOf(options.plots) };
    await printBenchmark(
      { directory, run, passages, verdicts: all, checked },
      { ...options, ...places },
      host,
    );
  },
};

/** The argument is the format of the data set; --data names its file, else it is downloaded. */
export const commandModule = asModule(runCommand, (dataset, options) => ({
  source: options.data,
  options: dataset === undefined ? options : { ...options, dataset: dataset as DatasetFormat },
}));

function define(command: Command): void {
  command
    .addArgument(new Argument('[dataset]', 'form of the data set').choices(DATASET_FORMATS))
    .option('--data <path>', 'file or folder of the data set; default: what datasets fetch downloaded')
    .addOption(mapOption())
    .option('--ids <file>', 'only the passages with these ids')
    .addOption(
      choice(
        '--samples-from <whom>',
        'others: a response without samples takes the other responses to its prompt',
        ['others'],
      ),
    )
    .option(
      '--methods <list>',
      'methods to run beside, with commas: by id, own ones by their module (./mine.ts), all or none (default: ask-passage, ask-sentences and ask-facts where a model verifies facts, else none)',
    )
    .option('--ablate', 'also without each part, and with each part alone; no further model call')
    .option('--scores <file...>', 'recorded scores of other methods')
    .option('--threshold <protocol>', `threshold for F1 and similar metrics: ${PROTOCOLS} (default: own)`)
    .option('--exclude <list>', `gold labels to exclude: ${EXCLUSIONS.join(', ')}`)
    .option('--figures', 'html and plots: with the nodes of a few graphs before and after the RGCN')
    .option('--tables <folder>', 'write every table as CSV and LaTeX, and all figures as numbers')
    .option('--plots <folder>', 'write every chart as SVG')
    .addOption(formatOption(RECORD_FORMATS));
  addPlanOptions(addRunOptions(command)).addHelpText('after', HELP);
}

function checkFigures({ figures, format, plots }: BenchOptions): void {
  if (figures && format !== 'html' && plots === undefined)
    throw new InputError('--figures goes with --format html or --plots');
}

function refuseUnlabelled(passages: readonly LabelledPassage[], source: string): void {
  if (!passages.some(isLabelled)) throw new InputError(`${source}: no passage has a label`);
}

/** Only passages with a label are compared. */
function costBeside({ passages, about: { chosen } }: PlannedRun<CheckedPlan>, host: Host) {
  const compared = passages.filter(isLabelled).map(({ passage }) => passage);
  return async (config: Config): Promise<Cost> => {
    const costs: Cost[] = [];
    for (const definition of chosen)
      costs.push(await methodCost(definition, compared, config, { env: environmentOf(host) }));
    return totalOf(costs);
  };
}

/** The verdicts, then each baseline on the labelled passages. */
async function stages(context: StageContext<CheckedPlan>): Promise<RunWork> {
  const { config, env, calls, folder, about, passages } = context;
  const labelled = new Set(passages.filter(isLabelled).map(({ passage }) => passage.id));
  let compared: Promise<PassageVerdict[]> | undefined;
  const verdicts = () => {
    compared ??= allOf(recordsIn(folder, VERDICTS)).then((all) =>
      all.filter(({ passage }) => labelled.has(passage.id)),
    );
    return compared;
  };
  if (asksModels(config) && isPaid(calls)) await loadModelsBeside(context, labelled.size);
  let opened: Promise<OpenedBaselineParts> | undefined;
  const parts = async () => {
    const needs = await needsOf(about, folder, verdicts);
    opened ??= openBaselineParts(needs, config, env, { ...calls, continues: true });
    return (await opened).parts;
  };
  const beside = about.chosen.map((definition) =>
    baselineStage({ definition, parts, verdicts, seed: config.seed }),
  );
  const work = await detection(context, beside);
  const close = async () => {
    await work.close?.();
    await (await opened)?.close();
  };
  return { ...work, close };
}

/**
 * Loads the local models of baselines with passages left to score, so that a missing one ends the run before any
 * request.
 *
 * @throws BackendError when a model cannot be loaded
 */
async function loadModelsBeside({ about, folder, config, env }: StageContext<CheckedPlan>, count: number) {
  const left = await Promise.all(
    about.chosen.map(async ({ id, needs }) =>
      folder !== '' && (await countRecords(folder, methodScores(id))) >= count ? [] : needs,
    ),
  );
  const local = new Set(left.flat().filter((need) => need === 'nli' || need === 'token-embedder'));
  if (local.size === 0) return;
  const { parts, close } = await openBaselineParts(local, config, env);
  await loadAhead(parts);
  await close();
}

/** What the baselines with passages left to score need. Without a folder, no passage is scored yet. */
async function needsOf(
  { chosen }: CheckedPlan,
  folder: string,
  verdicts: () => Promise<readonly PassageVerdict[]>,
): Promise<Set<Need>> {
  if (folder === '') return new Set(chosen.flatMap(({ needs }) => needs));
  const { length } = await verdicts();
  const needs = await Promise.all(
    chosen.map(async ({ id, needs }) =>
      (await countRecords(folder, methodScores(id))) < length ? needs : [],
    ),
  );
  return new Set(needs.flat());
}

/** Recorded passages are not counted. */
async function dryRun(planned: PlannedRun<CheckedPlan>, { format }: BenchOptions, host: Host): Promise<void> {
  const { passages, resumed, spent, batch, about } = planned;
  const { chosen, absent } = about;
  const labelled = new Set(passages.filter(isLabelled).map(({ passage }) => passage.id));
  const all = passages.map(({ passage }) => passage);
  const beside = costBeside(planned, host);
  const { config, degraded } = await fitBudget({ passages: all, config: planned.config, beside }, host);
  const plan = { limits: config.budget, spent, degraded, batch };
  const compared = all.filter(({ id }) => labelled.has(id));
  const recorded = async (kind: Parameters<typeof countRecords>[1]) =>
    resumed === null ? 0 : countRecords(resumed.directory, kind);
  const env = environmentOf(host);
  const { lackingModels } = await import('../models/transformers/lacking-models.ts');
  const needs = chosen.flatMap((definition) => definition.needs);
  const report = await planBenchmark({
    dataset: planned.input?.format ?? resumed?.manifest.input.format ?? '',
    ...{ config, absent, plan, context: { env } },
    before: lackingModels(config, localUses(config, needs), env),
    notes: publishedSamplesNotes(config, all),
    passages: all,
    labelled: labelled.size,
    pending: all.slice(await recorded(VERDICTS)),
    baselines: await Promise.all(
      chosen.map(async (definition) => ({
        definition,
        pending: compared.slice(await recorded(methodScores(definition.id))),
      })),
    ),
  });
  host.stdout.write(format === 'json' ? `${JSON.stringify(report, null, 2)}\n` : renderDryRun(report, plan));
}
