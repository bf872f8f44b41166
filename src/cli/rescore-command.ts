/** `hallugraph rescore`: other weights and thresholds for a recorded run, without model calls. */
import path from 'node:path';
import { type Command, Option } from 'commander';
import { checkConfig } from '../config/check-config.ts';
import { readConfigFile } from '../config/config-file.ts';
import type { Layer } from '../config/layers.ts';
import type { PresetName } from '../config/presets.ts';
import { resolveConfig } from '../config/resolve.ts';
import type { Config } from '../config/schema.ts';
import { assignmentLayer } from '../config/settings.ts';
import { ConfigError, InputError } from '../errors.ts';
import type { PassageVerdict } from '../passage.ts';
import { recorded } from '../records/record-line.ts';
import { RECORD_FORMATS } from '../format/render-record.ts';
import { digestsOf } from '../run/digests.ts';
import type { RunManifest } from '../run/manifest.ts';
import { checkThreshold } from '../run/select-passages.ts';
import { VERDICTS, openJournal } from '../run/records.ts';
import { createRun } from '../run/run-folder.ts';
import { summarise } from '../run/run-summary.ts';
import { applyDatasetThreshold, rescoreVerdict } from '../scoring/verdict.ts';
import type { Host } from '../run/host.ts';
import { addSettingOptions } from './options.ts';
import type { SettingOptions } from '../run/run-options.ts';
import { addReportOptions, PRINTED_FORMATS, printReport, type ReportFlags } from './report-options.ts';
import { passagesOfRun, recordedRun, shortfall } from '../run/recorded-run.ts';
import { packageVersion } from '../common/version.ts';

interface RescoreOptions extends SettingOptions, Omit<ReportFlags, 'format'> {
  format: string;
  out?: string;
  bench?: boolean;
  quiet?: boolean;
}

const FORMATS = `how results are printed: ${PRINTED_FORMATS.join(', ')}; with --bench: ${RECORD_FORMATS.join(', ')}`;

const EXAMPLES = `
Only settings under scoring can be changed.

Examples:
  $ hallugraph rescore runs/<run> --set scoring.weights.head=0.7 --set scoring.weights.tail=0.1
  $ hallugraph rescore runs/<run> --set 'scoring.threshold={rule: fixed, triple: 0.4, passage: 0.45}'
  $ hallugraph rescore runs/<run> --preset paper-phd --bench`;

export function commandModule(command: Command, host: Host): void {
  command
    .argument('<run>', 'run folder')
    .option('-o, --out <folder>', 'write the new verdicts as a run folder')
    .option('-q, --quiet', 'only errors on standard error')
    .addOption(
      new Option('--bench', 'compare with the gold labels of the input, as bench does').conflicts([
        ...['top', 'all', 'trace', 'failOn', 'failOnError'],
      ]),
    );
  const format = new Option('-f, --format <format>', FORMATS).default('table');
  addReportOptions(addSettingOptions(command), format)
    .addHelpText('after', EXAMPLES)
    .action((run: string) => rescore(run, command.optsWithGlobals<RescoreOptions>(), host));
}

async function rescore(run: string, options: RescoreOptions, host: Host): Promise<void> {
  const print = printerFor(options, host);
  const { directory, manifest: old, verdicts: recorded } = await recordedRun(run, host);
  const config = await rescoredConfig(old.config, options, host);
  checkThreshold(recorded.length, config);
  const { passages } = old.summary;
  const lacking = shortfall(run, old, recorded.length);
  if (lacking !== null && !options.quiet) host.stderr.write(`note: ${lacking}; only these are scored\n`);
  const records = recorded.map((record) => rescoreVerdict(record, config.scoring));
  const verdicts = applyDatasetThreshold(records, config.scoring);
  const time = host.now().toISOString();
  const manifest: RunManifest = {
    ...old,
    digests: undefined,
    tool: { ...old.tool, version: packageVersion(), node: process.version },
    ...{ command: 'rescore', startedAt: time, finishedAt: time, config },
    // A killed run still has the status `running`.
    status: old.status === 'running' ? 'interrupted' : old.status,
    input: { ...old.input, path: path.resolve(directory, old.input.path) },
    summary: summarise(passages, verdicts),
  };
  if (options.out !== undefined) await writeRun(path.resolve(host.cwd, options.out), manifest, records);
  await print({ old, directory, manifest, verdicts });
}

type Print = (
  run: Record<'old' | 'manifest', RunManifest> & { directory: string; verdicts: readonly PassageVerdict[] },
) => Promise<void>;

/** @throws InputError for a format the results do not have */
function printerFor(options: RescoreOptions, host: Host): Print {
  if (!options.bench) {
    const format = oneOf(PRINTED_FORMATS, options.format, 'without --bench');
    return ({ old: { startedAt, finishedAt }, directory: folder, manifest, verdicts }) => {
      // The evaluation took place then.
      const run = { ...manifest, startedAt, finishedAt };
      return printReport({ run, folder, verdicts }, { ...options, format }, host);
    };
  }
  const format = oneOf(RECORD_FORMATS, options.format, 'with --bench');
  return async ({ old, directory, manifest, verdicts }) => {
    const [{ checkPlan, planOf }, { printBenchmark }] = await Promise.all([
      import('./bench-plan.ts'),
      import('./bench-report.ts'),
    ]);
    const passages = await passagesOfRun({ directory, manifest: old });
    const checked = await checkPlan(planOf({}, host.cwd, old.bench), { config: manifest.config, passages });
    await printBenchmark({ directory, run: manifest, passages, verdicts, checked }, { format }, host);
  };
}

function oneOf<T extends string>(formats: readonly T[], wanted: string, when: string): T {
  const known = formats.find((name) => name === wanted);
  if (!known) throw new InputError(`--format: ${when} one of ${formats.join(', ')}`);
  return known;
}

/** The run's configuration with the scoring of preset, config file and flags. */
async function rescoredConfig(base: Config, options: RescoreOptions, { cwd }: Host): Promise<Config> {
  const layers: Layer[] = [{ name: 'run.json', values: base }];
  const file = options.config === undefined ? null : (await readConfigFile(options.config, cwd)).layer;
  const preset = (options.preset ?? file?.values.preset) as PresetName | undefined;
  if (preset !== undefined)
    layers.push({ name: `preset ${preset}`, values: { scoring: resolveConfig({ preset }).scoring } });
  if (file !== null) layers.push({ ...file, values: { scoring: file.values.scoring } });
  const flags = (options.set ?? []).map(assignmentLayer);
  const other = flags.find(({ values }) => !Object.hasOwn(values, 'scoring'));
  if (other) throw new ConfigError(`${other.name}: rescore changes only settings under scoring`);
  return checkConfig([...layers, ...flags]);
}

async function writeRun(
  folder: string,
  manifest: RunManifest,
  records: readonly PassageVerdict[],
): Promise<void> {
  // The run is not finished until all records are copied.
  const run = await createRun(folder, { ...manifest, status: 'running' });
  try {
    const journal = await openJournal(folder, VERDICTS);
    for (const record of records) await journal.append(recorded(record));
    await journal.close();
    const digests = manifest.status === 'done' ? await digestsOf(folder, [VERDICTS.file]) : undefined;
    await run.update({ status: manifest.status, digests });
  } finally {
    await run.close();
  }
}
