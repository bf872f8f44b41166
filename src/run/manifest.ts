/** `run.json`: the settings, the state and the results of a run. All times are here, none in records. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { checkConfig } from '../config/check-config.ts';
import { isPlainObject, type Path, type SettingsTree } from '../config/layers.ts';
import type { Config } from '../config/schema.ts';
import { HallugraphError, RunError } from '../errors.ts';
import { firstProblem } from '../common/schema-problems.ts';
import { isAbsent, systemReason } from '../files/system-reason.ts';
import { writeWhole } from '../files/write-whole.ts';
import { spendingSchema } from '../models/budget/budget.ts';
import { validUsage } from '../models/budget/usage.ts';
import { TIMINGS } from '../uncertainty/sek/correct.ts';

export const MANIFEST_FILE = 'run.json';
export const LOCK_FILE = 'run.lock';
/** Asks the process that holds the lock to stop. */
export const CANCEL_FILE = 'run.cancel';

const count = z.int().min(0);
const positive = z.int().min(1);

/** Counts that a service cannot have meant (negative, too large) become estimates. */
const usage = z.looseObject({}).transform(validUsage);
/** In US dollars; null or absent where a price is not known. */
const usd = z.number().min(0).nullable().optional().catch(null);

const manifestSchema = z.object({
  /** Raised when a field changes its meaning. */
  schemaVersion: z.literal(1),
  tool: z.object({ name: z.literal('hallugraph'), version: z.string(), node: z.string() }),
  command: z.enum(['evaluate', 'check', 'rhd', 'correct', 'select', 'sek', 'bench', 'rescore']),
  status: z.enum(['running', 'done', 'interrupted', 'failed', 'budget', 'waiting']),
  /** Why it failed, which budget ended it, or which batch files wait for answers. */
  error: z.string().nullable(),
  /** Of a running run, written every few seconds. */
  progress: z
    .object({
      ...{ stage: z.string(), done: count, total: count, doneHere: count },
      perMinute: z.number().nullable(),
    })
    .optional(),
  /** Ids of the passages not evaluated within the budget; --resume evaluates them. */
  unfinished: z.object({ reason: z.literal('budget'), passages: z.array(z.string()) }).optional(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  seed: z.int(),
  input: z.object({
    /** Absolute, or relative to the run folder for an input kept there. */
    path: z.string(),
    /** Of an input kept in the run folder. */
    name: z.string().optional(),
    format: z.string(),
    /** Paths of fields in the input, by their names here, if they differ. */
    map: z.record(z.string(), z.string()).optional(),
    /** Absolute path of the response to a prompt given on the command line. */
    responseFile: z.string().optional(),
    /** SHA-256 over all passages of the input as JSON lines, before the selection. */
    sha256: z.string(),
    /** See `Selection`. */
    samplesFrom: z.literal('others').nullable().optional(),
    ids: z.array(z.string()).readonly().nullable().optional(),
    draw: z
      .object({ rule: z.literal('sub-wikibio'), seed: z.int() })
      .nullable()
      .optional(),
    filter: z.string().nullable(),
    limit: z.int().nullable(),
  }),
  /** The description of the detector: models, embedder, encoder, backend, prompt versions. */
  detector: z.record(z.string(), z.unknown()),
  /** A run without a detector has only passages, records and calls. */
  summary: z.object({
    /** Selected for this run. */
    passages: count,
    ...{ recorded: count, hallucinated: count, factual: count, unsure: count, abstained: count },
    /** Records of internal errors, over all stages; absent for none. */
    defects: count.optional(),
    ...{ triples: count, hallucinatedTriples: count, unsupportedTriples: count, unsupportedSentences: count },
    /** The threshold of passage scores, if the whole run has one. */
    threshold: z.number().nullable(),
    ...{ usage, usd },
    /** By the names of prompts, in alphabetical order. */
    byPurpose: z
      .record(
        z.string(),
        z
          .looseObject({ usd })
          .transform(({ usd, ...counts }) => ({ ...validUsage(counts), ...(usd !== undefined && { usd }) })),
      )
      .optional(),
  }),
  bench: z
    .object({
      /** Ids of baselines, or `all`. */
      methods: z.array(z.string()),
      /** Those that can run on this input. */
      chosen: z.array(z.string()).optional(),
      ablate: z.boolean(),
      /** Files of recorded scores, absolute. */
      scores: z.array(z.string()),
      /** As the flags take them. */
      ...{ threshold: z.string(), exclude: z.array(z.string()).optional() },
    })
    .optional(),
  /** Whether a check is followed by knowledge probes. */
  probe: z.boolean().optional(),
  correct: z
    .object({
      replace: z.enum(['llm', 'text']),
      /** Facts with a lower score are corrected as well; null for flagged facts only. */
      below: z.number().nullable(),
      /** Other words that may change, as a share of the sentence. */
      otherWords: z.number(),
      /** Baselines to measure: one direct prompt, and one that names the flagged sentences. */
      ...{ direct: z.boolean(), bySentences: z.boolean() },
      /** The run whose verdicts are corrected, absolute; null where detection comes first. */
      run: z.string().nullable(),
    })
    .optional(),
  select: z
    .object({
      /** Whether a response with a span may not be chosen. */
      onlyClean: z.boolean(),
      /** Models whose responses are candidates; null for all. */
      models: z.array(z.string()).nullable(),
      /** Of the prompts, as for passages. */
      filter: z.string().nullable(),
      limit: z.int().nullable(),
    })
    .optional(),
  sek: z
    .object({
      /** Absolute. */
      corpus: z.string(),
      /** SHA-256 over its documents as JSON lines. */
      corpusSha256: z.string(),
      timing: z.enum(TIMINGS),
      /** Tokens on both sides of an entity in a query. */
      window: positive,
      /** Per retrieval. */
      passages: positive,
      /** Per response. */
      maxRetrievals: positive,
    })
    .optional(),
  /**
   * The cost of all requests, including those for passages without a record and for baselines; a resumed budget starts
   * from it. Dollars are 0 where the price is not known; absent if no model was asked.
   */
  // If invalid, the costs in the records are used.
  spent: spendingSchema.optional().catch(undefined),
  /** Seconds of waiting for models by prompt, summed over concurrent calls; without those of threads and workers. */
  waited: z.record(z.string(), z.number()).optional(),
  /** SHA-256 of each record file of a finished run, by name. */
  digests: z.record(z.string(), z.string()).optional(),
  /** Answers came from a recording: their costs are counted, though they were not paid again. */
  replayed: z.literal(true).optional(),
  /** For a run whose model calls are sent in batches. */
  batch: z
    .object({
      /** Of requests and answers: absolute, or relative to the run folder. */
      folder: z.string(),
      /** False: the files are answered by hand. */
      asksServices: z.boolean(),
    })
    .optional(),
  config: z.record(z.string(), z.unknown()),
});

export type RunManifest = Omit<z.infer<typeof manifestSchema>, 'config'> & { config: Config };
export type RunSummary = RunManifest['summary'];
/** Data of a kind of run, in addition to the configuration. */
export type Plans = Pick<RunManifest, 'bench' | 'probe' | 'correct' | 'select' | 'sek'>;
export type BenchPlan = NonNullable<RunManifest['bench']>;
export type CorrectPlan = NonNullable<RunManifest['correct']>;
export type SelectPlan = NonNullable<RunManifest['select']>;
export type SekPlan = NonNullable<RunManifest['sek']>;
export type BatchPlan = NonNullable<RunManifest['batch']>;

/** @throws RunError when there is none, or it is not one this version reads */
export async function readManifest(folder: string): Promise<RunManifest> {
  const file = path.join(folder, MANIFEST_FILE);
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    const why = isAbsent(error) ? noManifest(folder) : systemReason(error);
    throw new RunError(`${folder} ${why}`, { cause: error });
  });
  return parseManifest(content, file);
}

/** @param place names it in errors. @throws RunError when it is not one this version reads */
export function parseManifest(text: string, place: string): RunManifest {
  try {
    const manifest = manifestSchema.parse(JSON.parse(text));
    return {
      ...manifest,
      config: checkConfig([{ name: place, values: withoutRemovedSettings(manifest.config) }]),
    };
  } catch (error) {
    throw new RunError(`${place} cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}

/** Settings and values of older versions that were removed; they are dropped when such a run is read. */
const REMOVED_SETTINGS: readonly string[] = [
  'budget.degrade',
  'verification.ask',
  'verification.decided',
  'verification.carriers',
  'encoder.bases',
  'uncertainty.probability',
  'uncertainty.entropy',
  'scoring.combine',
  'scoring.conflictVote',
  'scoring.threshold.long',
  ...['generator', 'analyst', 'judge'].flatMap((role) =>
    ['provider=openai', 'dtype', 'cacheDir', 'offline'].map((setting) => `models.${role}.${setting}`),
  ),
];
const REPLACED_VALUES: Readonly<Record<string, string>> = {
  'verification.by=samples': 'none',
  'scoring.passage=flaggedShare': 'mean',
};

/** A calibration by a method that was removed; of facts only that by evidence is left. */
const isRemovedKind = (name: string, value: unknown): boolean =>
  isPlainObject(value) &&
  (value.method === 'isotonic' || (name === 'scoring.calibration.fact' && value.method === 'platt'));

/** @param path of `values` in the configuration */
function withoutRemovedSettings(values: SettingsTree, path: Path = []): SettingsTree {
  const kept = Object.entries(values).flatMap(([key, value]) => {
    const own = [...path, key];
    const name = own.join('.');
    const setting = `${name}=${value}`;
    const isRemoved = REMOVED_SETTINGS.includes(name) || REMOVED_SETTINGS.includes(setting);
    if (isRemoved || isRemovedKind(name, value)) return [];
    const read = isPlainObject(value) ? withoutRemovedSettings(value, own) : value;
    return [[key, REPLACED_VALUES[setting] ?? read]];
  });
  return Object.fromEntries(kept);
}

const noManifest = (folder: string): string =>
  existsSync(path.join(folder, LOCK_FILE))
    ? 'has no run.json; the run did not start: if no process is starting it, start it again with --out'
    : 'is not a run folder (no run.json)';

function reasonOf(error: unknown): string {
  if (error instanceof HallugraphError) return error.message;
  return error instanceof z.ZodError ? firstProblem(error) : String(error);
}

/** Atomically. */
export const writeManifest = (folder: string, manifest: RunManifest): Promise<void> =>
  writeWhole(path.join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
