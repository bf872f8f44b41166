/** A run that goes on from the verdicts of another one: they are copied into it, and nothing is detected again. */
import path from 'node:path';
import { checkConfig } from '../config/check-config.ts';
import type { Config } from '../config/schema.ts';
import { assignmentLayer } from '../config/settings.ts';
import type { Detector } from '../detector.ts';
import { ConfigError } from '../errors.ts';
import type { PartsDescription } from '../parts.ts';
import type { PassageVerdict } from '../passage.ts';
import { selectPassages } from '../run/input.ts';
import { type RunManifest, readManifest } from '../run/manifest.ts';
import { allOf, RECORDS_FILE, readRecords } from '../run/records.ts';
import { applyDatasetThreshold } from '../scoring/verdict.ts';
import { type CallFlags, callLayers, type SettingOptions } from './options.ts';
import type { Input } from './read-input.ts';
import { refuseChanged } from './session.ts';

/** Settings that change what a verdict says are those of the run; these are not. */
const FREE_SETTINGS = ['models', 'prompts', 'prices', 'cache', 'budget', 'concurrency'];

/**
 * What a run recorded, as the input of another one.
 * @throws RunError when the folder is no run
 * @throws ConfigError for a setting that would change its verdicts
 */
export async function copiedInput(
  directory: string,
  options: Pick<SettingOptions, 'set'> & CallFlags,
): Promise<{ config: Config; input: Input }> {
  const manifest = await readManifest(directory);
  const flags = (options.set ?? []).map((assignment) => assignmentLayer(assignment));
  const bound = flags.find(({ values }) => !Object.keys(values).every((key) => FREE_SETTINGS.includes(key)));
  if (bound) throw new ConfigError(`${bound.name}: with --run only ${FREE_SETTINGS.join(', ')} can be set`);
  const config = checkConfig([
    { name: 'run.json', values: manifest.config },
    ...flags,
    ...callLayers(options),
  ]);
  const file = path.join(directory, RECORDS_FILE);
  const passages = await passagesIn(file);
  const name = path.basename(directory);
  return { config, input: { name, path: file, format: 'jsonl', passages, ids: null, draw: null } };
}

/** The passages of a run that goes on from another. @throws RunError when that has other records by now */
export async function copiedPassages({ input }: RunManifest): ReturnType<typeof passagesIn> {
  const passages = await passagesIn(input.path);
  refuseChanged(passages, input);
  return selectPassages(passages, input);
}

async function passagesIn(file: string) {
  const verdicts = await allOf(readRecords(file));
  return verdicts.map(({ passage }) => ({ passage, label: null }));
}

/** Gives the verdicts of the run in a folder, under its thresholds. */
export function copyingDetector(directory: string, config: Config): Detector {
  let verdicts: Promise<Map<string, PassageVerdict>> | undefined;
  const evaluate: Detector['evaluate'] = async ({ id }) => {
    verdicts ??= recordedVerdicts(directory, config);
    return (await verdicts).get(id) as PassageVerdict;
  };
  return {
    ...{ config, evaluate },
    async *evaluateAll(passages) {
      for await (const passage of passages) yield await evaluate(passage);
    },
    describe: async () => (await readManifest(directory)).detector as unknown as PartsDescription,
    cachedDraws: async () => 0,
    close: async () => {},
  };
}

async function recordedVerdicts(directory: string, config: Config): Promise<Map<string, PassageVerdict>> {
  const records = await allOf(readRecords(path.join(directory, RECORDS_FILE)));
  return new Map(withLabels(records, config).map((verdict) => [verdict.passage.id, verdict]));
}

/** Under a rule that needs the whole data set, the labels that it gives. */
export function withLabels(verdicts: PassageVerdict[], { scoring }: Config): PassageVerdict[] {
  return scoring.threshold.rule === 'fixed' ? verdicts : applyDatasetThreshold(verdicts, scoring);
}
