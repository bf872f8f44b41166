/** A run that starts from copied verdicts of another run, without detection. */
import path from 'node:path';
import { checkConfig } from '../config/check-config.ts';
import type { Config } from '../config/schema.ts';
import { assignmentLayer } from '../config/settings.ts';
import { ConfigError } from '../errors.ts';
import type { Passage, PassageVerdict } from '../passage.ts';
import { type CountedVerdict, recorded } from '../records/record-line.ts';
import { detectionStage, verdictsUnderRule } from './detection-stage.ts';
import type { Host } from './host.ts';
import { type RunManifest, readManifest } from './manifest.ts';
import type { Input } from './read-input.ts';
import { openRecorded, refuseChanged } from './recorded-run.ts';
import { allOf, RECORDS_FILE, readRecords, recordsIn, VERDICTS } from './records.ts';
import { type CallFlags, callLayers, type SettingOptions } from './run-options.ts';
import type { RunWork, StageContext } from './run-states.ts';
import { selectPassages } from './select-passages.ts';
import type { RunStage } from './stage.ts';

/** Settings that do not affect verdicts; all others are taken from the copied run. */
const FREE_SETTINGS = ['models', 'prompts', 'prices', 'cache', 'budget', 'concurrency', 'threads'];

/**
 * The recorded passages of a run, as the input of another; notes if its records have changed.
 * @throws RunError for a folder that is no run; ConfigError for a setting that would change its verdicts
 */
export async function copiedInput(
  run: string,
  options: Pick<SettingOptions, 'set'> & CallFlags,
  host: Pick<Host, 'cwd' | 'stderr'>,
): Promise<{ directory: string; config: Config; input: Input }> {
  const { directory, manifest } = await openRecorded(run, host);
  const flags = (options.set ?? []).map(assignmentLayer);
  const bound = flags.find(({ values }) => !Object.keys(values).every((key) => FREE_SETTINGS.includes(key)));
  if (bound) throw new ConfigError(`${bound.name}: with --run only ${FREE_SETTINGS.join(', ')} can be set`);
  const base = { name: 'run.json', values: manifest.config };
  const config = checkConfig([base, ...flags, ...callLayers(options)]);
  const file = path.join(directory, RECORDS_FILE);
  const passages = await passagesIn(file);
  const name = path.basename(directory);
  return { directory, config, input: { name, path: file, format: 'jsonl', passages, ids: null, draw: null } };
}

/** The passages of a resumed run. @throws RunError when the copied run has other records by now */
export async function copiedPassages({ input }: RunManifest): ReturnType<typeof passagesIn> {
  const passages = await passagesIn(input.path);
  refuseChanged(passages, input);
  return selectPassages(passages, input);
}

async function passagesIn(file: string) {
  const verdicts = await allOf(readRecords(file, VERDICTS));
  return verdicts.map(({ passage }) => ({ passage, label: null }));
}

/** Copies the verdicts of the run in `from`, under its thresholds; their costs are counted there. */
export function copying(
  from: string,
  { config, folder, passages }: StageContext<unknown>,
  later: readonly RunStage<unknown, unknown>[],
): RunWork {
  const open = async () => {
    const verdicts = await allOf(verdictsUnderRule(from, config.scoring));
    const byId = new Map(verdicts.map((verdict) => [verdict.passage.id, verdict]));
    return { work: async ({ id }: Passage) => recorded(byId.get(id) as PassageVerdict) };
  };
  const own = passages.map(({ passage }) => passage);
  const copies: RunStage<Passage, CountedVerdict> = {
    ...detectionStage(own, config.scoring, open),
    count: (verdict, tally) => tally.add(verdict),
  };
  return {
    describe: async () => (await readManifest(from)).detector,
    stages: [copies, ...later],
    verdicts: () => ({ [Symbol.asyncIterator]: () => recordsIn(folder, VERDICTS) }),
  };
}
