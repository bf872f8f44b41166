/** A run as a command sees it: begun from an input, or taken up again from its folder. */
import path from 'node:path';
import { DATASET_FORMATS, type LabelledPassage, passageRecord } from '../../datasets/index.ts';
import { checkConfig } from '../config/check-config.ts';
import { environmentOf } from '../config/environment.ts';
import type { Config } from '../config/schema.ts';
import type { Detector } from '../detector.ts';
import { InputError, RunError } from '../errors.ts';
import { type BatchCalls, batchCalls } from '../models/batch/batch-calls.ts';
import { Budget, limitedUnits, type Spending } from '../models/budget/budget.ts';
import type { CallSettings } from '../models/chat-services.ts';
import { asksModels } from '../lazy-parts.ts';
import { checkAnswerable, passagesSha256, selectPassages } from '../run/input.ts';
import { type BatchPlan, type Degraded, type RunManifest, readManifest } from '../run/manifest.ts';
import { recordsSoFar } from '../run/record-log.ts';
import { RECORDS_FILE, VERDICTS } from '../run/records.ts';
import { createRun, KEPT_INPUT, newRunPath, type RunFolder, resumeRun } from '../run/run-folder.ts';
import { summarise, Tally } from '../run/run-summary.ts';
import { type Fitted, fitBudget, noteUnfitted, tellDegraded } from './fit-budget.ts';
import type { Host } from './host.ts';
import { batchPlan, type CallFlags, callLayers, callSettings, type PlanFlags } from './options.ts';
import { type Input, readInputFile, selectionOf } from './read-input.ts';
import { packageVersion } from './version.ts';

export interface Session {
  folder: RunFolder;
  detector: Detector;
  /** The passages of the run, with gold labels where the input has them. */
  passages: LabelledPassage[];
  /** Of a run that asks its models by batches. */
  batch?: BatchCalls | undefined;
  /** What its models may cost; of a run that asks none, nothing. */
  budget?: Budget | undefined;
  /** Whether the detector gives the verdicts of another run. */
  copied?: boolean | undefined;
}

export interface NewRun {
  command: RunManifest['command'];
  input: Input;
  config: Config;
  filter?: string | undefined;
  limit?: number | undefined;
  out?: string | undefined;
  /** What the command keeps beside the configuration. */
  plans?: Pick<RunManifest, 'bench' | 'probe' | 'correct' | 'select' | 'sek'> | undefined;
  calls?: CallSettings | undefined;
  /** How models are asked by batches; default: not at all. */
  batch?: BatchPlan | undefined;
  /** Requests of what else is asked on the budget of the run. */
  beside?: ((config: Config) => Promise<number>) | undefined;
  /** Whether the user is told nothing but errors. */
  quiet?: boolean | undefined;
}

/**
 * The passages a run is about.
 * @throws InputError when none is left, or one cannot be evaluated under the configuration
 */
export function passagesOf(run: NewRun): LabelledPassage[] {
  const passages = selectedPassages(run);
  checkAnswerable(
    passages.map(({ passage }) => passage),
    run.config,
  );
  return passages;
}

/** The part of the input that a run is about. @throws InputError when nothing is left */
export const selectedPassages = (run: NewRun): LabelledPassage[] =>
  selectPassages(run.input.passages, partOf(run));

const partOf = ({ input, config, filter, limit }: NewRun) =>
  selectionOf(input, { filter, limit, seed: config.seed });

/**
 * Checks everything that can be checked, makes the run fit its budget where the configuration says how, and only then
 * makes the run folder.
 */
export async function beginRun(asked: NewRun, host: Host): Promise<Session> {
  const passages = passagesOf(asked);
  const { calls } = asked;
  const env = environmentOf(host.cwd, host.env);
  const directory = await runPath(asked, host);
  const { correct } = asked.plans ?? {};
  if (correct?.replace !== 'llm') refuseIdleCalls(asked.config, calls);
  const batch = asked.batch && batchesOf(asked.batch, directory, { env, calls, config: asked.config });
  const own = passages.map(({ passage }) => passage);
  if (correct) noteUnfitted(asked.config, host);
  const fitted: Fitted = correct ? asked : await fitBudget({ ...asked, passages: own }, host);
  const { config, degraded } = fitted;
  const run: NewRun = { ...asked, config };
  const budget = new Budget(config.budget);
  const detector = host.createDetector(config, { env, calls: { ...calls, batch, budget } });
  const description = { ...(await detector.describe()) };
  const about = { passages: passages.length, description, degraded };
  const folder = await createRun(directory, manifestOf(run, about, host), keptInput(run));
  if (!run.quiet) tellDegraded(degraded, host);
  return { folder, detector, passages, batch, budget };
}

/** Of a run that begins. @param about `passages`: how many it is about; `description`: what it rests on */
export function manifestOf(
  run: NewRun,
  about: { passages: number; description: Record<string, unknown>; degraded?: Degraded | undefined },
  host: Host,
): RunManifest {
  return {
    schemaVersion: 1,
    tool: { name: 'hallugraph', version: packageVersion(), node: process.version },
    command: run.command,
    status: 'running',
    error: null,
    startedAt: host.now().toISOString(),
    finishedAt: null,
    seed: run.config.seed,
    input: {
      path: run.input.path ?? KEPT_INPUT,
      format: run.input.path === null ? 'jsonl' : run.input.format,
      ...(run.input.map && { map: run.input.map }),
      sha256: checksum(run.input.passages),
      ...partOf(run),
    },
    detector: about.description,
    summary: summarise(about.passages, []),
    ...run.plans,
    ...(about.degraded && { degraded: about.degraded }),
    ...(run.batch && { batch: run.batch }),
    config: run.config,
  };
}

/** @throws InputError for a recording where there is nothing to record, or to answer from it */
function refuseIdleCalls(config: Config, { record, replay }: CallSettings = {}): void {
  if (asksModels(config) || (record === undefined && replay === undefined)) return;
  const flag = record === undefined ? '--replay' : '--record';
  throw new InputError(`${flag} is for calls of models, and this configuration asks none`);
}

/** What a run by batches asks. */
function batchesOf(
  { folder, asksServices }: BatchPlan,
  directory: string,
  { env, calls, config }: { env: NodeJS.ProcessEnv; calls: CallSettings | undefined; config: Config },
): BatchCalls {
  refuseBatches(config, calls);
  return batchCalls({ folder: path.resolve(directory, folder), env, asksServices });
}

/** @throws InputError for batches beside what holds for single calls alone, or where no service is asked */
export function refuseBatches(config: Config, calls?: CallSettings): void {
  const { generator, analyst = generator } = config.models;
  if (!asksModels(config) || [generator, analyst].every(({ provider }) => provider !== 'openai')) {
    throw new InputError('batches are for models of a service, and this configuration asks no model of one');
  }
  if (calls?.record !== undefined || calls?.replay !== undefined) {
    throw new InputError('--record and --replay do not go together with batches');
  }
  if (limitedUnits(config.budget).length > 0) {
    throw new InputError(
      'budgets do not go together with batches; take them out of the command and the settings',
    );
  }
}

/** How the run of a command is taken up again. */
export interface TakingUp {
  command: RunManifest['command'];
  /** Reads the passages of the run; default: those of its input. */
  passagesOf?: typeof passagesOfRun;
}

/**
 * A run as it stands.
 * @throws RunError when the folder is no run
 * @throws InputError when another command began it
 */
export async function runOf(
  run: string,
  command: RunManifest['command'],
  { cwd }: Pick<Host, 'cwd'>,
): Promise<{ directory: string; manifest: RunManifest }> {
  const directory = path.resolve(cwd, run);
  const manifest = await readManifest(directory);
  // Scored again, it is shown by the command that first recorded it.
  if (![command, 'rescore'].includes(manifest.command)) {
    throw new InputError(
      `${run} is a run of ${manifest.command}: go on with it by hallugraph ${manifest.command} --resume`,
    );
  }
  return { directory, manifest };
}

/**
 * @throws RunError when the folder is no run, or its input is not what it was
 * @throws InputError when the flags do not go together with what the run asks, or another command began it
 */
export async function takeUpRun(
  run: string,
  flags: CallFlags & PlanFlags,
  host: Host,
  { command, passagesOf = passagesOfRun }: TakingUp,
): Promise<Session> {
  const { directory, manifest } = await runOf(run, command, host);
  const passages = await passagesOf(directory, manifest);
  const config = checkConfig([{ name: 'run.json', values: manifest.config }, ...callLayers(flags)]);
  const env = environmentOf(host.cwd, host.env);
  const settings = callSettings(flags, host);
  if (manifest.correct?.replace !== 'llm') refuseIdleCalls(config, settings);
  const plan = batchPlan(flags, host) ?? manifest.batch;
  const batch = plan && batchesOf(plan, directory, { env, calls: settings, config });
  const budget = new Budget(config.budget, await spentSoFar(directory, manifest));
  const calls = { ...settings, batch, continues: true, budget };
  const detector = host.createDetector(config, { env, calls });
  if (manifest.summary.recorded < manifest.summary.passages) await noteChanges(detector, manifest, host);
  const folder = await resumeRun(directory);
  if (plan !== manifest.batch) await folder.update({ batch: plan });
  return { folder, detector, passages, batch, budget };
}

/** What a run has cost so far; one that was killed had no time to count it, but its records tell of themselves. */
async function spentSoFar(directory: string, manifest: RunManifest): Promise<Spending> {
  const counted = spentBefore(manifest);
  if (manifest.status !== 'running') return counted;
  return most(counted, (await Tally.of(recordsSoFar(path.join(directory, RECORDS_FILE), VERDICTS))).spent());
}

/** What a run has cost, as it was counted when it ended. */
export function spentBefore({ spent, summary: { usage, usd } }: RunManifest): Spending {
  const { requests, inputTokens, outputTokens } = usage;
  const recorded = { requests, tokens: inputTokens + outputTokens, usd: usd ?? 0 };
  return spent ? most(spent, recorded) : recorded;
}

const most = (one: Spending, other: Spending): Spending => ({
  requests: Math.max(one.requests, other.requests),
  tokens: Math.max(one.tokens, other.tokens),
  usd: Math.max(one.usd, other.usd),
});

async function noteChanges(detector: Detector, manifest: RunManifest, host: Host): Promise<void> {
  if (JSON.stringify(await detector.describe()) === JSON.stringify(manifest.detector)) return;
  host.stderr.write('note: models, backend or prompts are not those the run began with\n');
}

/** The passages a run was about, with gold labels. @throws RunError when the input has changed */
export async function passagesOfRun(directory: string, { input }: RunManifest): Promise<LabelledPassage[]> {
  const format = DATASET_FORMATS.find((name) => name === input.format);
  if (!format) throw new RunError(`${directory}: its input is of an unknown form, ${input.format}`);
  const { passages } = await readInputFile(path.resolve(directory, input.path), format, { map: input.map });
  refuseChanged(passages, input);
  return selectPassages(passages, input);
}

/** @throws RunError when these are not the passages that a run began with */
export function refuseChanged(
  passages: readonly LabelledPassage[],
  { path: file, sha256 }: RunManifest['input'],
): void {
  if (checksum(passages) === sha256) return;
  throw new RunError(`${file} is not what it was when the run began; begin a new run`);
}

function checksum(passages: readonly LabelledPassage[]): string {
  return passagesSha256(passages.map(({ passage }) => passage));
}

export async function runPath({ out, input }: NewRun, { cwd, now }: Host): Promise<string> {
  if (out !== undefined) return path.resolve(cwd, out);
  return newRunPath(path.resolve(cwd, 'runs'), path.parse(input.name).name, now());
}

/** Input that cannot be read again, as it is kept in the run folder. */
export const keptInput = ({ input }: NewRun): string | undefined =>
  input.path === null
    ? input.passages.map((passage) => `${JSON.stringify(passageRecord(passage))}\n`).join('')
    : undefined;
