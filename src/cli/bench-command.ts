/** `hallugraph bench`: evaluate a labelled data set, compare with its gold labels and with other methods. */
import { Argument, type Command, Option } from 'commander';
import {
  DATASET_FORMATS,
  type DatasetFormat,
  EXCLUSIONS,
  type FieldMap,
  type LabelledPassage,
} from '../../datasets/index.ts';
import { BASELINES } from '../benchmark/baselines/baseline-registry.ts';
import { isLabelled } from '../benchmark/level-items.ts';
import { checkConfig } from '../config/check-config.ts';
import type { Config } from '../config/schema.ts';
import { InputError } from '../errors.ts';
import { RECORD_FORMATS, type RecordFormat } from '../format/render-record.ts';
import type { Spending } from '../models/budget/budget.ts';
import type { BatchPlan } from '../run/manifest.ts';
import { readMethodRecords } from '../run/method-records.ts';
import { allOf } from '../run/records.ts';
import { labelledIds, runBaselines } from './bench-baselines.ts';
import { dryRun, methodRequests, renderDryRun } from './bench-dry-run.ts';
import { type CheckedPlan, checkPlan, type PlanOptions, PROTOCOLS, planOf } from './bench-plan.ts';
import { printBenchmark } from './bench-report.ts';
import { recordCount } from './dry-run.ts';
import { estimateContext } from './estimate-context.ts';
import { EXIT_STATUSES } from './exit.ts';
import { fitBudget } from './fit-budget.ts';
import type { Host } from './host.ts';
import { refuseWithResume } from './open-session.ts';
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
import { mapOption } from './map-option.ts';
import { readInput } from './read-input.ts';
import {
  beginRun,
  type NewRun,
  passagesOf,
  passagesOfRun,
  refuseBatches,
  runOf,
  type Session,
  spentBefore,
  takeUpRun,
} from './session.ts';

interface BenchOptions extends RunOptions, CallFlags, PlanFlags, PlanOptions {
  data?: string;
  map?: FieldMap;
  ids?: string;
  samplesFrom?: 'others';
  figures?: boolean;
  format: RecordFormat;
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
    .addOption(mapOption())
    .option('--ids <file>', 'only the passages with these ids')
    .addOption(
      new Option(
        '--samples-from <whom>',
        'others: a response without samples takes the other responses to its prompt',
      ).choices(['others']),
    )
    .option('--methods <list>', 'published methods to run beside, by id with commas, or all')
    .option('--ablate', 'also without each part, and each part by itself; no further model call')
    .option('--scores <file...>', 'recorded scores of other methods')
    .option('--threshold <protocol>', `where F1 and its kin cut: ${PROTOCOLS} (default: own)`)
    .option('--exclude <list>', `gold that does not count: ${EXCLUSIONS.join(', ')}`)
    .option('--figures', 'html: with the nodes of a few graphs before and after the RGCN')
    .addOption(
      new Option('-f, --format <format>', 'how results are printed').choices(RECORD_FORMATS).default('table'),
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
  noteUncounted(benchmark, checked, host);
  const session = await benchmark.open(requestsBeside(benchmark, checked, host));
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
  /** @param beside requests of the methods beside */
  open(beside: RequestsBeside): Promise<Session>;
  /** What an earlier part of the run has cost, of a run that is resumed. */
  spent?: Spending;
  batch: BatchPlan | undefined;
}

type RequestsBeside = (config: Config) => Promise<number>;

/** Of the passages that have a label, for nothing else is compared. */
function requestsBeside({ passages }: Benchmark, { chosen }: CheckedPlan, host: Host): RequestsBeside {
  const compared = passages.filter(isLabelled).map(({ passage }) => passage);
  return async (config) => {
    let sum = 0;
    for (const definition of chosen) {
      sum += await methodRequests(definition, compared, config, estimateContext(host));
    }
    return sum;
  };
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
  const run: NewRun = { ...options, ...how, command: 'bench', input, config, plans: { bench: plan } };
  return {
    ...{ source: options.data ?? dataset, dataset: input.format, config, plan, directory: null },
    passages: passagesOf(run),
    batch: run.batch,
    open: (beside) => beginRun({ ...run, beside }, host),
  };
}

async function prepareResumed(
  resume: string,
  options: BenchOptions & { dataset: DatasetFormat | undefined },
  host: Host,
): Promise<Benchmark> {
  refuseWithResume({ ...options, source: options.data });
  const { directory, manifest } = await runOf(resume, 'bench', host);
  const { format } = manifest.input;
  if ((options.dataset ?? format) !== format) {
    throw new InputError(`${resume} is a run of ${format}, not of ${options.dataset}`);
  }
  const plan = planOf(options, host.cwd, manifest.bench);
  return {
    ...{
      source: manifest.input.path,
      dataset: manifest.input.format,
      config: checkConfig([{ name: 'run.json', values: manifest.config }, ...callLayers(options)]),
      plan,
      directory,
    },
    spent: spentBefore(manifest),
    batch: batchPlan(options, host) ?? manifest.batch,
    passages: await passagesOfRun(directory, manifest),
    async open() {
      const session = await takeUpRun(resume, options, host, { command: 'bench' });
      await session.folder.update({ bench: plan });
      return session;
    },
  };
}

/** The estimate of methods beside is one of requests. */
function noteUncounted({ config }: Benchmark, { chosen }: CheckedPlan, { stderr }: Host): void {
  const { degrade, tokens, usd } = config.budget;
  const isUncounted = degrade.length > 0 && (tokens ?? usd) !== undefined;
  if (!isUncounted || !chosen.some(({ needs }) => needs.includes('chat'))) return;
  stderr.write('note: tokens and dollars of the methods beside are not in what is expected of the budget\n');
}

/** What is recorded already is not counted. */
async function printDryRun(
  benchmark: Benchmark,
  checked: CheckedPlan,
  { format }: BenchOptions,
  host: Host,
): Promise<void> {
  const { directory, dataset, passages, spent, batch } = benchmark;
  const { chosen, absent } = checked;
  if (batch) refuseBatches(benchmark.config);
  const labelled = labelledIds(passages);
  const all = passages.map(({ passage }) => passage);
  const beside = requestsBeside(benchmark, checked, host);
  const { config, degraded } = await fitBudget({ passages: all, config: benchmark.config, beside }, host);
  const plan = { limits: config.budget, spent, degraded, batch };
  const compared = all.filter(({ id }) => labelled.has(id));
  const recorded = directory === null ? 0 : await recordCount(directory);
  const pendingOf = async (id: string) =>
    compared.slice(directory === null ? 0 : (await readMethodRecords(directory, id)).length);
  const report = await dryRun({
    ...{ dataset, config, absent, plan, context: estimateContext(host) },
    passages: all,
    labelled: labelled.size,
    pending: all.slice(recorded),
    baselines: await Promise.all(
      chosen.map(async (definition) => ({ definition, pending: await pendingOf(definition.id) })),
    ),
  });
  host.stdout.write(format === 'json' ? `${JSON.stringify(report, null, 2)}\n` : renderDryRun(report, plan));
}
