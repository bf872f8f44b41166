/** `hallugraph bench`: evaluate a labelled data set, compare with its gold labels and with other methods. */
import path from 'node:path';
import { Argument, type Command, Option } from 'commander';
import {
  DATASET_FORMATS,
  type DatasetFormat,
  EXCLUSIONS,
  type LabelledPassage,
} from '../../datasets/index.ts';
import { BASELINES } from '../benchmark/baselines/registry.ts';
import { dryRun, renderDryRun } from '../benchmark/dry-run.ts';
import { isLabelled } from '../benchmark/level-items.ts';
import type { Config } from '../config/schema.ts';
import { InputError } from '../errors.ts';
import { type RunManifest, readManifest } from '../run/manifest.ts';
import { readMethodRecords } from '../run/method-records.ts';
import { allOf } from '../run/records.ts';
import { labelledIds, runBaselines } from './bench-baselines.ts';
import { type CheckedPlan, checkPlan, type PlanOptions, PROTOCOLS, planOf } from './bench-plan.ts';
import { BENCHMARK_FORMATS, type BenchmarkFormat, printBenchmark } from './bench-report.ts';
import { estimateContext, recordCount } from './dry-run.ts';
import { refuseWithResume } from './evaluate-command.ts';
import { EXIT_STATUSES } from './exit.ts';
import type { Host } from './host.ts';
import {
  addPlanOptions,
  addRunOptions,
  batchPlan,
  type CallFlags,
  callSettings,
  loadSettings,
  type PlanFlags,
  type RunOptions,
} from './options.ts';
import { performRun } from './perform-run.ts';
import { readInput } from './read-input.ts';
import { beginRun, type NewRun, passagesOf, passagesOfRun, type Session, takeUpRun } from './session.ts';

interface BenchOptions extends RunOptions, CallFlags, PlanFlags, PlanOptions {
  data?: string;
  ids?: string;
  figures?: boolean;
  format: BenchmarkFormat;
}

const EXAMPLES = `
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

export function addBenchCommand(program: Command, host: Host): void {
  const command = program
    .command('bench')
    .description('evaluate a labelled data set, compare with its gold labels and with other methods')
    .addArgument(new Argument('[dataset]', 'form of the data set').choices(DATASET_FORMATS))
    .option('--data <path>', 'file or folder of the data set; without it, what datasets fetch got')
    .option('--ids <file>', 'only the passages with these ids')
    .option('--methods <list>', 'published methods to run beside, by id with commas, or all')
    .option('--ablate', 'also without each part, and each part by itself; no further model call')
    .option('--scores <file...>', 'recorded scores of other methods')
    .option('--threshold <protocol>', `where F1 and its kin cut: ${PROTOCOLS} (default: own)`)
    .option('--exclude <list>', `gold that does not count: ${EXCLUSIONS.join(', ')}`)
    .option('--figures', 'html: with the nodes of a few graphs before and after the RGCN')
    .addOption(
      new Option('-f, --format <format>', 'how results are printed')
        .choices(BENCHMARK_FORMATS)
        .default('table'),
    );
  addPlanOptions(addRunOptions(command)).addHelpText('after', EXAMPLES);
  command.action(async (dataset: DatasetFormat | undefined) => {
    await bench(dataset, command.optsWithGlobals<BenchOptions>(), host);
  });
}

async function bench(dataset: DatasetFormat | undefined, options: BenchOptions, host: Host): Promise<void> {
  if (options.figures && options.format !== 'html') throw new InputError('--figures goes with --format html');
  const benchmark = await prepare(dataset, options, host);
  if (!benchmark.passages.some(isLabelled))
    throw new InputError(`${benchmark.source}: no passage has a label`);
  const checked = await checkPlan(benchmark.plan, benchmark);
  if (options.dryRun) return printDryRun(benchmark, checked, options, host);
  const session = await benchmark.open();
  const afterwards = runBaselines(session, { definitions: checked.chosen, flags: options }, host);
  const verdicts = await allOf(await performRun(session, options, host, afterwards));
  const { path: directory, manifest: run } = session.folder;
  await printBenchmark({ directory, run, passages: session.passages, verdicts, checked }, options, host);
}

/** A benchmark that is about to begin or to go on; nothing is written before it is opened. */
interface Benchmark {
  /** What the passages were read from, for messages. */
  source: string;
  dataset: string;
  config: Config;
  passages: LabelledPassage[];
  plan: ReturnType<typeof planOf>;
  /** The folder of a run that is resumed. */
  directory: string | null;
  open(): Promise<Session>;
}

async function prepare(
  dataset: DatasetFormat | undefined,
  options: BenchOptions,
  host: Host,
): Promise<Benchmark> {
  return options.resume === undefined
    ? prepareNew(dataset, options, host)
    : prepareResumed(options.resume, { ...options, dataset }, host);
}

async function prepareNew(
  dataset: DatasetFormat | undefined,
  options: BenchOptions,
  host: Host,
): Promise<Benchmark> {
  if (dataset === undefined) throw new InputError('name a data set, as in bench phd --data FILE');
  const plan = planOf(options, host.cwd);
  const { config: loaded } = await loadSettings(options, host);
  const config: Config = plan.ablate ? { ...loaded, recordEncoders: ['rgcn', 'gcn', 'identity'] } : loaded;
  const input = await readInput(options.data, { ...options, dataset }, host);
  const how = { calls: callSettings(options, host), batch: batchPlan(options, host) };
  const run: NewRun = { ...options, ...how, command: 'bench', input, config, bench: plan };
  return {
    ...{ source: options.data ?? dataset, dataset: input.format, config, plan, directory: null },
    passages: passagesOf(run),
    open: () => beginRun(run, host),
  };
}

async function prepareResumed(
  resume: string,
  options: BenchOptions & { dataset: DatasetFormat | undefined },
  host: Host,
): Promise<Benchmark> {
  refuseWithResume({ ...options, source: options.data });
  const directory = path.resolve(host.cwd, resume);
  const manifest: RunManifest = await readManifest(directory);
  const { format } = manifest.input;
  if ((options.dataset ?? format) !== format) {
    throw new InputError(`${resume} is a run of ${format}, not of ${options.dataset}`);
  }
  const plan = planOf(options, host.cwd, manifest.bench);
  return {
    ...{
      source: manifest.input.path,
      dataset: manifest.input.format,
      config: manifest.config,
      plan,
      directory,
    },
    passages: await passagesOfRun(directory, manifest),
    async open() {
      const session = await takeUpRun(resume, options, host);
      await session.folder.update({ bench: plan });
      return session;
    },
  };
}

/** What is recorded already is not counted. */
async function printDryRun(
  { directory, config, dataset, passages }: Benchmark,
  { chosen, absent }: CheckedPlan,
  { format }: BenchOptions,
  host: Host,
): Promise<void> {
  const labelled = labelledIds(passages);
  const all = passages.map(({ passage }) => passage);
  const compared = all.filter(({ id }) => labelled.has(id));
  const recorded = directory === null ? 0 : await recordCount(directory);
  const pendingOf = async (id: string) =>
    compared.slice(directory === null ? 0 : (await readMethodRecords(directory, id)).length);
  const report = await dryRun({
    ...{ dataset, config, absent, context: await estimateContext(config, host) },
    passages: all,
    labelled: labelled.size,
    pending: all.slice(recorded),
    baselines: await Promise.all(
      chosen.map(async (definition) => ({ definition, pending: await pendingOf(definition.id) })),
    ),
  });
  host.stdout.write(format === 'json' ? `${JSON.stringify(report, null, 2)}\n` : renderDryRun(report));
}
