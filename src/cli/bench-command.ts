/** `hallugraph bench`: evaluate a labelled data set and compare with its gold labels. */
import { Argument, type Command, Option } from 'commander';
import { DATASET_FORMATS, type DatasetFormat, type LabelledPassage } from '../../datasets/index.ts';
import { renderBenchmark } from '../benchmark/render.ts';
import { runBenchmark } from '../benchmark/run-benchmark.ts';
import { InputError } from '../errors.ts';
import type { PassageVerdict } from '../passage.ts';
import type { RunManifest } from '../run/manifest.ts';
import { refuseWithResume } from './evaluate-command.ts';
import type { Host } from './host.ts';
import { addRunOptions, loadSettings, type RunOptions } from './options.ts';
import { performRun } from './perform-run.ts';
import { readInput } from './read-input.ts';
import { beginRun, type Session, takeUpRun } from './session.ts';

export const BENCHMARK_FORMATS = ['table', 'markdown', 'json'] as const;
export type BenchmarkFormat = (typeof BENCHMARK_FORMATS)[number];

interface BenchOptions extends RunOptions {
  data?: string;
  format: BenchmarkFormat;
}

const EXAMPLES = `
The data sets are not part of this package; --data names the file you have. A jsonl file holds passages with
"label": "factual" or "non-factual".

Examples:
  $ hallugraph bench phd --data PHD_benchmark.json --preset paper-phd
  $ hallugraph bench wikibio --data wikibio.json --preset local --format json
  $ hallugraph rescore runs/<run> --bench --set scoring.weights.head=0.5`;

export function addBenchCommand(program: Command, host: Host): void {
  const command = program
    .command('bench')
    .description('evaluate a labelled data set and compare with its gold labels')
    .addArgument(new Argument('[dataset]', 'form of the data set').choices(DATASET_FORMATS))
    .option('--data <file>', 'file of the data set')
    .addOption(
      new Option('-f, --format <format>', 'how results are printed')
        .choices(BENCHMARK_FORMATS)
        .default('table'),
    );
  addRunOptions(command).addHelpText('after', EXAMPLES);
  command.action(async (dataset: DatasetFormat | undefined) => {
    const options = command.optsWithGlobals<BenchOptions>();
    const session = await openSession(dataset, options, host);
    const verdicts = await performRun(session, options, host);
    printBenchmark(
      { run: session.folder.manifest, passages: session.passages, verdicts },
      options.format,
      host,
    );
  });
}

async function openSession(
  dataset: DatasetFormat | undefined,
  options: BenchOptions,
  host: Host,
): Promise<Session> {
  if (options.resume !== undefined) {
    refuseWithResume({ ...options, source: options.data });
    return takeUpRun(options.resume, host);
  }
  if (dataset === undefined || options.data === undefined) {
    throw new InputError(`name a data set and its file, as in bench ${dataset ?? 'phd'} --data FILE`);
  }
  const { config } = await loadSettings(options, host);
  const input = await readInput(options.data, { dataset }, host);
  refuseUnlabelled(input.passages, options.data);
  return beginRun({ ...options, command: 'bench', input, config }, host);
}

function refuseUnlabelled(passages: readonly LabelledPassage[], file: string): void {
  if (passages.every(({ label }) => label === null)) throw new InputError(`${file}: no passage has a label`);
}

export interface BenchmarkResult {
  run: RunManifest;
  passages: readonly LabelledPassage[];
  verdicts: readonly PassageVerdict[];
}

/** @throws InputError when a labelled passage has no verdict */
export function printBenchmark(
  { run, passages, verdicts }: BenchmarkResult,
  format: BenchmarkFormat,
  host: Host,
): void {
  const report = runBenchmark({ dataset: run.input.format, passages, verdicts, seed: run.seed });
  host.stdout.write(format === 'json' ? `${JSON.stringify(report, null, 2)}\n` : renderBenchmark(report));
}
