/** A command's run: a new one of its input, or one that is taken up again. */
import { checkConfig } from '../config/check-config.ts';
import type { Config } from '../config/schema.ts';
import { InputError } from '../errors.ts';
import type { Passage, PassageVerdict } from '../passage.ts';
import type { Trial } from '../run/estimate.ts';
import type { RecordKind } from '../run/records.ts';
import { countIn, recordCount, type ToAsk } from './dry-run.ts';
import type { Host } from './host.ts';
import { batchPlan, type CallFlags, callLayers, type PlanFlags, type RunOptions } from './options.ts';
import type { InputOptions } from './read-input.ts';
import {
  beginRun,
  type NewRun,
  passagesOf,
  passagesOfRun,
  refuseBatches,
  runOf,
  type Session,
  spentBefore,
  type TakingUp,
  takeUpRun,
} from './session.ts';

export type OpeningOptions = RunOptions & CallFlags & PlanFlags & Omit<InputOptions, 'dataset'>;

export interface Opening extends TakingUp {
  source: string | undefined;
  options: OpeningOptions;
  /** The run to begin where none is resumed. */
  newRun: () => Promise<NewRun>;
  /** Further options that a run to be resumed has settled. */
  settled?: Record<string, unknown>;
}

export async function openSession(opening: Opening, host: Host): Promise<Session> {
  const { options, newRun } = opening;
  if (options.resume === undefined) return beginRun(await newRun(), host);
  refuseSettled(opening);
  return takeUpRun(options.resume, options, host, opening);
}

/** A run that is to be estimated. */
export interface Outlook extends Pick<ToAsk, 'spent' | 'batch'> {
  passages: Passage[];
  /** How many of them are recorded already. */
  recorded: number;
  config: Config;
  plans: NonNullable<NewRun['plans']>;
  /** Null for one that would begin. */
  directory: string | null;
}

/** Writes nothing. */
async function lookAhead(opening: Opening, host: Host): Promise<Outlook> {
  const { options, newRun, command } = opening;
  if (options.resume === undefined) {
    const run = await newRun();
    const passages = passagesOf(run).map(({ passage }) => passage);
    const { config, batch } = run;
    return { passages, recorded: 0, config, batch, plans: run.plans ?? {}, directory: null };
  }
  refuseSettled(opening);
  const { directory, manifest } = await runOf(options.resume, command, host);
  const passages = await (opening.passagesOf ?? passagesOfRun)(directory, manifest);
  return {
    passages: passages.map(({ passage }) => passage),
    recorded: await recordCount(directory),
    config: checkConfig([{ name: 'run.json', values: manifest.config }, ...callLayers(options)]),
    ...{ plans: manifest, directory, spent: spentBefore(manifest) },
    batch: batchPlan(options, host) ?? manifest.batch,
  };
}

/** The passages that have no record yet. */
export async function whatToAsk(opening: Opening, host: Host): Promise<ToAsk> {
  const { passages, recorded, config, spent, batch } = await lookAhead(opening, host);
  if (batch) refuseBatches(config);
  return { passages: passages.slice(recorded), config, spent, batch };
}

/** The same of a run whose verdicts are followed by a stage: what its detector and the stage have not done yet. */
export async function whatToAskWith(opening: Opening, host: Host, stage: StageOutlook): Promise<ToAsk> {
  const { passages, recorded, config, plans, directory, spent } = await lookAhead(opening, host);
  const done = directory === null ? 0 : await countIn(stage.file(directory), stage.kind);
  const undetected = new Set(passages.slice(recorded).map(({ id }) => id));
  const later = stage.attempt(plans);
  return {
    ...{ passages: passages.slice(done), config, spent },
    async attempt(passage, trial, free) {
      const detects = stage.detects(plans) && undetected.has(passage.id);
      const verdict = await (detects ? trial : free).detector.evaluate(passage);
      await later(verdict, trial);
      return verdict.triples.length;
    },
  };
}

export interface StageOutlook {
  file: (directory: string) => string;
  kind: RecordKind<unknown>;
  /** Whether the verdicts take a detector. */
  detects: (plans: Outlook['plans']) => boolean;
  /** What it does with a verdict. */
  attempt: (plans: Outlook['plans']) => (verdict: PassageVerdict, trial: Trial) => Promise<unknown>;
}

const refuseSettled = ({ source, options, settled = {} }: Opening): void => {
  refuseWithResume({ ...options, source });
  refuseGiven(settled);
};

/** @throws InputError for options that a run to be resumed has settled */
export function refuseWithResume(options: OpeningOptions & { source?: string | undefined }): void {
  const { source, prompt, response, responseFile, samplesFile, reference, ids, samplesFrom } = options;
  const { config, preset, protocol, set, seed, limit, filter, out } = options;
  const input = {
    source,
    prompt,
    response,
    'response-file': responseFile,
    'samples-file': samplesFile,
    reference,
    ids,
    'samples-from': samplesFrom,
  };
  refuseGiven({ ...input, config, preset, protocol, set, seed, limit, filter, out });
}

/** @throws InputError for the first option that is given, by its name without dashes */
export function refuseGiven(options: Record<string, unknown>): void {
  const [settled] = Object.entries(options).find(([, value]) => value !== undefined) ?? [];
  if (settled === undefined) return;
  const name = settled === 'source' ? 'an input' : `--${settled}`;
  throw new InputError(`--resume goes on with the input and settings of the run; it does not take ${name}`);
}
