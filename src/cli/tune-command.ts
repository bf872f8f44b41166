/** `hallugraph tune`: better settings for recorded labelled runs, without model calls. */
import path from 'node:path';
import type { Command } from 'commander';
import type { LabelledPassage } from '../../datasets/index.ts';
import type { ComponentSet } from '../benchmark/tune/component-set.ts';
import { componentSets, type TuningRun } from '../benchmark/tune/component-sets.ts';
import { parseObjective } from '../benchmark/tune/objective.ts';
import { tuneDocument } from '../benchmark/tune/tune-document.ts';
import { defaultSpace, readSpace, type Space } from '../benchmark/tune/space.ts';
import { tune } from '../benchmark/tune/tune.ts';
import { tunedConfig, tuneProvenance, tuneReport } from '../benchmark/tune/tune-report.ts';
import { memoize } from '../common/memoize.ts';
import { environmentOf } from '../config/environment.ts';
import type { Config } from '../config/schema.ts';
import { configYaml, writeConfigFile } from '../config/write-config.ts';
import { InputError } from '../errors.ts';
import { RECORD_FORMATS, type RecordFormat, renderRecord } from '../format/render-record.ts';
import { createEmbedder } from '../models/create.ts';
import type { Embedder } from '../models/embedder.ts';
import type { PassageVerdict } from '../passage.ts';
import type { Host } from '../run/host.ts';
import { atLeastTwo, formatOption, integer, positive } from './options.ts';
import { loadSettings } from '../run/run-options.ts';
import { datasetName } from '../run/origin-of-run.ts';
import { passagesOfRun, recordedRun } from '../run/recorded-run.ts';
import { packageVersion } from '../common/version.ts';

interface TuneFlags {
  config?: string;
  objective?: string;
  folds?: number;
  trials?: number;
  seed?: number;
  out: string;
  format: RecordFormat;
}

const EXAMPLES = `
The runs must have the same passages, with gold labels; the search starts from the settings of the first. tune.space of the
config file defines the search space; default: weights, shares, aggregation and thresholds. For settings that affect model
calls, record one run for each value.

Examples:
  $ hallugraph tune runs/<run> --objective sentence.rocAuc --out tuned.yaml
  $ hallugraph tune runs/<run> runs/<other> --objective 'mean(passage.rocAuc, sentence.rocAuc)' --trials 5000
  $ hallugraph evaluate passages.jsonl --config tuned.yaml`;

export function commandModule(command: Command, host: Host): void {
  command
    .argument('<run...>', 'run folders')
    .option('-c, --config <file>', 'config file whose section tune is used')
    .option('--objective <metric>', 'metric to maximise, such as passage.rocAuc')
    .option('--folds <count>', 'outer folds', atLeastTwo)
    .option('--trials <count>', 'settings per search', positive)
    .option('--seed <number>', 'seed of folds, draws and bootstrap (default: that of the first run)', integer)
    .option('-o, --out <file>', 'config file to write', 'tuned.yaml')
    .addOption(formatOption(RECORD_FORMATS, 'how figures are printed'))
    .addHelpText('after', EXAMPLES)
    .action((runs: string[]) => tuneRuns(runs, command.optsWithGlobals<TuneFlags>(), host));
}

async function tuneRuns(names: readonly string[], flags: TuneFlags, host: Host): Promise<void> {
  const { config } = await loadSettings(flags.config === undefined ? {} : { config: flags.config }, host);
  const objective = flags.objective ?? config.tune.objective;
  // Validated before the runs are read.
  parseObjective(objective);
  const recorded = await readRuns(names, host);
  const { manifest } = recorded;
  const base = manifest.config;
  const { sets, space } = await searchSpace(recorded, config.tune.space, host);
  const settings = {
    folds: flags.folds ?? config.tune.folds,
    innerFolds: config.tune.innerFolds,
    trials: flags.trials ?? config.tune.trials,
    seed: flags.seed ?? manifest.seed,
  };
  const result = tune({ sets, scoring: base.scoring, space, objective, ...settings });
  const dataset = datasetName(manifest.input);
  const { sha256 } = manifest.input;
  const report = tuneReport({ result, base, sets, dataset, settings });
  const text = configYaml({
    config: tunedConfig({ result, base, sets }),
    provenance: { tuning: tuneProvenance(report, { sha256, version: packageVersion() }) },
  });
  host.stdout.write(await renderRecord(report, flags.format, () => tuneDocument(report)));
  await writeConfigFile(path.resolve(host.cwd, flags.out), text);
  host.stderr.write(`Wrote ${flags.out}\n`);
}

async function searchSpace(
  { manifest: { config }, passages, runs }: Runs,
  declared: Config['tune']['space'],
  host: Host,
): Promise<{ sets: ComponentSet[]; space: Space }> {
  const space = declared && readSpace(declared, config);
  const sets = await componentSets({
    runs,
    passages,
    comparison: space?.comparison ?? {},
    embedderOf: sharedEmbedders(host),
    onRecompare: (label, { embedder }) => {
      const where = embedder.provider === 'openai' ? 'from the embedding service' : 'computed here';
      host.stderr.write(`Comparing again without chat model, embeddings ${where}: ${label}\n`);
    },
  });
  const present = [...new Set(sets.flatMap(({ present }) => present))];
  return { sets, space: space ?? defaultSpace(present, config.scoring) };
}

/** Runs with equal settings share an embedder, so that no text is embedded twice. */
function sharedEmbedders(host: Host): (config: Config) => Promise<Embedder> {
  const open = memoize((settings) => createEmbedder(JSON.parse(settings), environmentOf(host)));
  return ({ embedder }) => open(JSON.stringify(embedder));
}

type Runs = Awaited<ReturnType<typeof readRuns>>;

/**
 * The runs, with the manifest and the passages of the first.
 *
 * @throws InputError when the runs have different passages, or a passage has no record
 */
async function readRuns(names: readonly string[], host: Host) {
  const read = await Promise.all(
    names.map(async (name) => {
      const run = await recordedRun(name, host);
      return { ...run, passages: await passagesOfRun(run) };
    }),
  );
  const [{ name: firstName, manifest, passages }] = read as [(typeof read)[number]];
  const idsOf = (items: readonly LabelledPassage[]) => JSON.stringify(items.map(({ passage }) => passage.id));
  const other = read.find(
    (run) => run.manifest.input.sha256 !== manifest.input.sha256 || idsOf(run.passages) !== idsOf(passages),
  );
  if (other) throw new InputError(`${other.name} is not of the same passages as ${firstName}`);
  const runs = read.map(({ name, manifest: { config }, verdicts }): TuningRun => {
    const byId = new Map(verdicts.map((verdict) => [verdict.passage.id, verdict]));
    const missing = passages.find(({ passage }) => !byId.has(passage.id));
    if (missing) throw new InputError(`no record of passage "${missing.passage.id}"; finish the run first`);
    return { name, config, verdicts: passages.map(({ passage }) => byId.get(passage.id) as PassageVerdict) };
  });
  return { manifest, passages, runs };
}
