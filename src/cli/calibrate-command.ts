/** `hallugraph calibrate`: probabilities and thresholds with a guarantee, from a recorded labelled run. */
import path from 'node:path';
import type { Command } from 'commander';
import type { LabelledPassage } from '../../datasets/index.ts';
import { type CalibrateOptions, calibrate } from '../benchmark/calibrate/calibrate.ts';
import { calibratedConfig, calibrationProvenance } from '../benchmark/calibrate/calibrated-config.ts';
import { GUARANTEES } from '../benchmark/calibrate/conformal.ts';
import { calibrationDocument } from '../benchmark/calibrate/calibration-document.ts';
import { LEAST_PASSAGES, refitPooling } from '../benchmark/calibrate/refit-pooling.ts';
import { LEVELS } from '../benchmark/method-scores.ts';
import { tunedOnSameData } from '../benchmark/same-data.ts';
import { checkConfig } from '../config/check-config.ts';
import { readConfigFile } from '../config/config-file.ts';
import { differingPaths } from '../config/layers.ts';
import { withBase } from '../config/resolve.ts';
import type { Config } from '../config/schema.ts';
import { withThresholds } from '../config/thresholds.ts';
import { configYaml, writeConfigFile } from '../config/write-config.ts';
import { ConfigError } from '../errors.ts';
import { RECORD_FORMATS, type RecordFormat, renderRecord } from '../format/render-record.ts';
import type { Component, PassageVerdict } from '../passage.ts';
import { thresholdsOf } from '../scoring/threshold.ts';
import { rescoreVerdict } from '../scoring/verdict.ts';
import type { Host } from '../run/host.ts';
import { atLeastTwo, choice, formatOption, integer, numberIn } from './options.ts';
import { datasetName } from '../run/origin-of-run.ts';
import { passagesOfRun, recordedRun } from '../run/recorded-run.ts';
import { packageVersion } from '../common/version.ts';

interface CalibrateFlags extends Omit<CalibrateOptions, 'levels' | 'seed'> {
  level?: CalibrateOptions['levels'];
  seed?: number;
  config?: string;
  out: string;
  /** False with --no-weights. */
  weights: boolean;
  format: RecordFormat;
}

const EXAMPLES = `
The run must be of passages with gold labels. No model is asked. The file written is a config that evaluate takes:
each verdict then has a probability, and its label comes from the threshold with the guarantee. The guarantee needs
passages that the settings were not tuned on.

  false-alarm   a factual passage is flagged with probability at most alpha
  wrong-flags   at most a share alpha of what is flagged is factual, with confidence 1 - delta

Examples:
  $ hallugraph calibrate runs/<run>
  $ hallugraph calibrate runs/<other> --config tuned.yaml --guarantee wrong-flags --alpha 0.2 --out calibrated.yaml
  $ hallugraph evaluate passages.jsonl --config calibrated.yaml`;

export function commandModule(command: Command, host: Host): void {
  const about = 'levels to calibrate (default: passages, and sentences or else claims)';
  const levels = choice('--level <level...>', about, LEVELS);
  command
    .argument('<run>', 'run folder')
    .option('-c, --config <file>', 'score the run by this config, as tune writes it')
    .addOption(choice('--guarantee <kind>', 'what the thresholds guarantee', GUARANTEES, 'false-alarm'))
    .option('--alpha <rate>', 'allowed error rate', rate, 0.1)
    .option('--delta <rate>', 'wrong-flags: how often the guarantee itself may fail', rate, 0.1)
    .addOption(levels)
    .option('--folds <count>', 'folds over passages for the figures', atLeastTwo, 5)
    .option('--seed <number>', 'seed of folds, draws and bootstrap (default: that of the run)', integer)
    .option('--no-weights', 'scoring.facts pooled: keep the weights as they are')
    .option('-o, --out <file>', 'config file to write', 'calibrated.yaml')
    .addOption(formatOption(RECORD_FORMATS, 'how figures are printed'))
    .addHelpText('after', EXAMPLES)
    .action((run: string) => calibrateRun(run, command.optsWithGlobals<CalibrateFlags>(), host));
}

async function calibrateRun(run: string, flags: CalibrateFlags, host: Host): Promise<void> {
  const { directory, manifest, verdicts: recorded } = await recordedRun(run, host);
  const given =
    flags.config === undefined ? manifest.config : await otherConfig(flags.config, manifest.config, host);
  const { guarantee, alpha, delta, folds, level: levels, seed = manifest.seed } = flags;
  const passages = await passagesOfRun({ directory, manifest });
  const { config, note } = flags.weights ? refitted(given, passages, recorded) : { config: given, note: [] };
  const verdicts = recorded.map((record) => rescoreVerdict(record, config.scoring));
  const report = calibrate({ passages, verdicts }, { guarantee, alpha, delta, folds, seed, levels });
  const dataset = datasetName(manifest.input);
  const { sha256 } = manifest.input;
  const scores = verdicts.map(({ score }) => score);
  const thresholds = thresholdsOf(config.scoring.threshold, scores);
  const origin = { dataset, sha256, version: packageVersion() };
  const text = configYaml({
    config: calibratedConfig(config, report, thresholds),
    provenance: { calibration: calibrationProvenance(report, origin) },
  });
  const warnings = [...tunedOnSameData(sha256, config), ...note];
  const printed = await renderRecord({ dataset, ...report, warnings }, flags.format, () =>
    calibrationDocument({ report, dataset, warnings }),
  );
  await writeConfigFile(path.resolve(host.cwd, flags.out), text);
  host.stdout.write(printed);
  host.stderr.write(`Wrote ${flags.out}\n`);
}

/** With weights fitted to the labels of the run, where evidence is pooled in log odds. */
function refitted(
  config: Config,
  passages: readonly LabelledPassage[],
  recorded: readonly PassageVerdict[],
): { config: Config; note: string[] } {
  const { scoring } = config;
  if (scoring.facts !== 'pooled') return { config, note: [] };
  const verdicts = recorded.map((record) => rescoreVerdict(record, scoring));
  const fitted = refitPooling(passages, verdicts, scoring);
  if (fitted === null) {
    const why = `fewer than ${LEAST_PASSAGES} labelled passages, or no part that tells right from wrong`;
    return { config, note: [`The weights are unchanged: ${why}.`] };
  }
  const { weights, prior, items } = fitted;
  const named = Object.entries(weights).filter(([name]) => scoring.weights[name as Component] > 0);
  const shown = named.map(([name, weight]) => `${name} ${weight}`).join(', ');
  const note = `Weights fitted on ${items} labelled items of ${fitted.passages} passages: ${shown}; prior ${prior}. The figures are for the same passages, so other passages will score lower.`;
  return { config: { ...config, scoring: { ...scoring, weights: { ...weights }, prior } }, note: [note] };
}

/** Over the preset of the file, if it names one, else over the run. @throws ConfigError if it would change the records */
async function otherConfig(file: string, ofRun: Config, { cwd }: Host): Promise<Config> {
  const { layer } = await readConfigFile(file, cwd);
  const namesPreset = Object.hasOwn(layer.values, 'preset');
  const layers = namesPreset ? withBase([layer]) : [{ name: 'run.json', values: ofRun }, layer];
  const config = withThresholds(checkConfig(layers));
  const paths = differingPaths(ofRun, config).filter(shapesRecords);
  if (paths.length === 0) return config;
  const names = paths.map((path) => path.join('.')).join(', ');
  throw new ConfigError(`${file}: ${names}: differs from the run; record a run with this config first`);
}

/** Groups of settings, and settings in any group, that do not change the content of records. */
const GROUPS = ['$schema', 'preset', 'concurrency', 'scoring', 'nli', 'recordEncoders', 'tune', 'provenance'];
const KEYS = 'baseUrl apiKeyEnv timeoutSeconds maxRetries cacheDir offline batchSize backend'.split(' ');

const shapesRecords = (path: readonly string[]): boolean =>
  !GROUPS.includes(path[0] as string) && !KEYS.includes(path.at(-1) as string);

const rate = numberIn((value) => value > 0 && value < 1, 'a number between 0 and 1');
