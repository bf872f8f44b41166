/** `run.json`: what a run consists of, its state and its results. Records hold no times; they are all here. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { checkConfig } from '../config/check-config.ts';
import { DEGRADE_STEPS } from '../config/degrade-order.ts';
import type { Config } from '../config/schema.ts';
import { HallugraphError, RunError } from '../errors.ts';
import { writeWhole } from '../files/write-whole.ts';
import { soundUsage } from '../models/budget/usage.ts';
import { correctPlan, sekPlan, selectPlan } from './plans.ts';
import { systemReason } from '../files/system-reason.ts';

export const MANIFEST_FILE = 'run.json';
export const LOCK_FILE = 'run.lock';
/** Asks the process that holds the lock to stop. */
export const CANCEL_FILE = 'run.cancel';

const count = z.int().min(0);
const amount = z.number().min(0);

/** Calls are read as they are in records: counts of a service that nobody checked are told as estimates. */
const usage = z.looseObject({}).transform(soundUsage);
const usd = z.number().min(0).nullable().optional().catch(null);

const setting = z.union([z.number(), z.boolean()]);
const limit = z.number().positive().optional();
const cost = z.object({
  ...{ requests: z.number(), inputTokens: z.number(), outputTokens: z.number() },
  usd: z.number().nullable(),
});

const manifestSchema = z.object({
  /** Raised when a field changes its meaning. */
  schemaVersion: z.literal(1),
  tool: z.object({ name: z.literal('hallugraph'), version: z.string(), node: z.string() }),
  command: z.enum(['evaluate', 'check', 'rhd', 'correct', 'select', 'sek', 'bench', 'rescore']),
  status: z.enum(['running', 'done', 'interrupted', 'failed', 'budget', 'waiting']),
  /** Why a run failed, which budget ended it, or which files of a batch wait to be answered. */
  error: z.string().nullable(),
  /** Of a run that goes on, written every few seconds: how far its stage is, and how fast. */
  progress: z
    .object({
      stage: z.string(),
      done: count,
      total: count,
      doneHere: count,
      perMinute: z.number().nullable(),
    })
    .optional(),
  /** Passages not evaluated within the budget, by id, in order; --resume evaluates them. */
  unfinished: z.object({ reason: z.literal('budget'), passages: z.array(z.string()) }).optional(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  seed: z.int(),
  input: z.object({
    /** Absolute, or relative to the run folder where the input was kept there. */
    path: z.string(),
    /** What an input kept in the run folder was called; absent where `path` names it. */
    name: z.string().optional(),
    format: z.string(),
    /** Where its fields are found, by the names they have here; absent where they have these names. */
    map: z.record(z.string(), z.string()).optional(),
    /** Text file, absolute, that is the response of a prompt given on the command line. */
    responseFile: z.string().optional(),
    /** SHA-256 over all passages of the input as canonical JSON lines, before the selection. */
    sha256: z.string(),
    /** What of the input the run is about, and where its samples are from: see `Selection`. */
    samplesFrom: z.literal('others').nullable().optional(),
    ids: z.array(z.string()).readonly().nullable().optional(),
    draw: z
      .object({ rule: z.literal('sub-wikibio'), seed: z.int() })
      .nullable()
      .optional(),
    filter: z.string().nullable(),
    limit: z.int().nullable(),
  }),
  /** What the detector says of itself: models, embedder, encoder, backend, prompt versions. */
  detector: z.record(z.string(), z.unknown()),
  /** Of the verdicts; a run without a detector has passages, records and calls alone. */
  summary: z.object({
    /** Passages selected for this run. */
    passages: count,
    recorded: count,
    hallucinated: count,
    factual: count,
    unsure: count.default(0),
    abstained: count,
    /** Records of all stages at which hallugraph itself failed; absent where there is none. */
    defects: count.optional(),
    triples: count,
    hallucinatedTriples: count,
    /** Facts and sentences that no sample mentions; absent in runs of old. */
    unsupportedTriples: count.optional(),
    unsupportedSentences: count.optional(),
    /** The threshold on passage scores, where one holds for the whole run. */
    threshold: z.number().nullable(),
    usage,
    /** Of all calls, in US dollars; null or absent where a price is not known. */
    usd,
    /** The same by what the calls were for: names of prompts, in alphabetical order. */
    byPurpose: z
      .record(
        z.string(),
        z
          .looseObject({ usd })
          .transform(({ usd, ...counts }) => ({ ...soundUsage(counts), ...(usd !== undefined && { usd }) })),
      )
      .optional(),
  }),
  /** What a benchmark compares with, so that it can go on and be printed again; other commands have none. */
  bench: z
    .object({
      /** Ids of baselines, or `all`. */
      methods: z.array(z.string()),
      /** Those of them that can run on this input; absent where there is none. */
      chosen: z.array(z.string()).optional(),
      ablate: z.boolean(),
      /** Files of recorded scores, absolute. */
      scores: z.array(z.string()),
      /** As `--threshold` takes it. */
      threshold: z.string(),
      /** As `--exclude` takes them. */
      exclude: z.array(z.string()).optional(),
    })
    .optional(),
  /** Whether a check is followed by the probes of what models know by themselves. */
  probe: z.boolean().optional(),
  correct: correctPlan.optional(),
  select: selectPlan.optional(),
  sek: sekPlan.optional(),
  /**
   * What all its requests have cost, those for passages without a record and for the methods of a benchmark included: a
   * budget counts on from there. Dollars are 0 where the price is not known; absent where no model was asked.
   */
  spent: z
    .object({ requests: amount, tokens: amount, usd: amount })
    .optional()
    // The records tell of themselves.
    .catch(undefined),
  /**
   * Seconds that models were waited for, by what the calls were for; what waits at once counts once for each. Absent
   * where no service was asked, and of what threads and other machines asked.
   */
  waited: z.record(z.string(), z.number()).optional(),
  /** What a run with `budget.degrade` gave up before it began: see run/degrade.ts. `config` has it already. */
  degraded: z
    .object({
      limits: z.object({ requests: limit, tokens: limit, usd: limit }),
      order: z.array(z.enum(DEGRADE_STEPS)),
      steps: z.array(z.object({ step: z.enum(DEGRADE_STEPS), path: z.string(), from: setting, to: setting })),
      idle: z.array(z.enum(DEGRADE_STEPS)),
      expected: z.object({ before: cost, after: cost }),
      fits: z.boolean(),
    })
    .optional(),
  /** That answers came from a recording: what they would cost is counted, and nobody paid it. */
  replayed: z.literal(true).optional(),
  /** Of a run that asks by batches. */
  batch: z
    .object({
      /** Where requests and answers are: absolute, or relative to the run folder. */
      folder: z.string(),
      /** Whether services are asked; else the files are answered by hand. */
      asksServices: z.boolean(),
    })
    .optional(),
  config: z.record(z.string(), z.unknown()),
});

export type RunManifest = Omit<z.infer<typeof manifestSchema>, 'config'> & { config: Config };
export type RunSummary = RunManifest['summary'];
export type BenchPlan = NonNullable<RunManifest['bench']>;
export type Degraded = NonNullable<RunManifest['degraded']>;
export type BatchPlan = NonNullable<RunManifest['batch']>;

/**
 * Reads the manifest of a run folder.
 * @throws RunError when there is none, or it is not one this version reads
 */
export async function readManifest(folder: string): Promise<RunManifest> {
  const file = path.join(folder, MANIFEST_FILE);
  const content = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const isAbsent = error.code === 'ENOENT' || error.code === 'ENOTDIR';
    const why = isAbsent ? noManifest(folder) : systemReason(error);
    throw new RunError(`${folder} ${why}`, { cause: error });
  });
  return parseManifest(content, file);
}

/** The manifest in a text. @param place names it in errors @throws RunError when it is none that this version reads */
export function parseManifest(text: string, place: string): RunManifest {
  try {
    const manifest = manifestSchema.parse(JSON.parse(text));
    return { ...manifest, config: checkConfig([{ name: place, values: manifest.config }]) };
  } catch (error) {
    const why = error instanceof HallugraphError ? error.message : reasonOf(error);
    throw new RunError(`${place} cannot be used: ${why}`, { cause: error });
  }
}

const noManifest = (folder: string): string =>
  existsSync(path.join(folder, LOCK_FILE))
    ? 'holds a run that has not begun (no run.json): if no process is starting it, begin it again with --out'
    : 'is not a run folder (no run.json)';

function reasonOf(error: unknown): string {
  if (!(error instanceof z.ZodError)) return String(error);
  const [issue] = error.issues;
  return `${issue?.path.join('.')}: ${issue?.message}`;
}

/** Writes the manifest so that a reader sees the old one or the new one, never a half. */
export async function writeManifest(folder: string, manifest: RunManifest): Promise<void> {
  await writeWhole(path.join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
}
