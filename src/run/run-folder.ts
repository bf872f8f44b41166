/** A run on disk: `run.json` describes it, `records.jsonl` has its records, `run.lock` names the process that writes it. */
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { packageVersion } from '../common/version.ts';
import { RunError } from '../errors.ts';
import { takeLock } from '../files/lock.ts';
import { makeFolder } from '../files/make-folder.ts';
import { systemReason, throwing } from '../files/system-reason.ts';
import type { Host } from './host.ts';
import type { BatchPlan, Plans, RunManifest } from './manifest.ts';
import { LOCK_FILE, MANIFEST_FILE, readManifest, writeManifest } from './manifest.ts';
import { type Input, selectionOf } from './read-input.ts';
import type { RunArguments } from './run-options.ts';
import { Tally } from './run-summary.ts';

/** A run folder locked by this process. */
export interface RunFolder {
  readonly path: string;
  readonly manifest: RunManifest;
  update(changes: Partial<RunManifest>): Promise<void>;
  close(): Promise<void>;
}

/** A copy of an input that cannot be read again, such as standard input. */
const KEPT_INPUT = 'input.jsonl';

interface ManifestContent extends Pick<RunManifest, 'command' | 'config'> {
  plans: Plans;
  batch: BatchPlan | undefined;
  input: Omit<Input, 'name' | 'passages'> & { name?: string };
  /** Over all passages of the input. */
  sha256: string;
  /** Of the selected passages. */
  count: number;
}

export function newManifest(
  { command, input, sha256, count, config, plans, batch }: ManifestContent,
  description: Record<string, unknown>,
  { filter, limit, replay }: Pick<RunArguments, 'filter' | 'limit' | 'replay'>,
  host: Host,
): RunManifest {
  const isKept = input.path === null;
  // select filters prompts, and keeps filter and limit in its plan.
  const selection = plans.select ? {} : { filter, limit };
  return {
    schemaVersion: 1,
    tool: { name: 'hallugraph', version: packageVersion(), node: process.version },
    ...{ command, status: 'running', error: null, startedAt: host.now().toISOString(), finishedAt: null },
    seed: config.seed,
    input: {
      path: input.path ?? KEPT_INPUT,
      ...(isKept && input.name !== undefined && { name: input.name }),
      format: isKept ? 'jsonl' : input.format,
      ...(input.map && { map: input.map }),
      ...(input.responseFile !== undefined && { responseFile: input.responseFile }),
      sha256,
      ...selectionOf(input, { ...selection, seed: config.seed }),
    },
    detector: description,
    summary: new Tally().summary(count),
    ...plans,
    ...(replay !== undefined && { replayed: true }),
    ...(batch && { batch }),
    config,
  };
}

/**
 * Creates a run folder; removes the remains of a process that was killed before it wrote `run.json`, which is written last.
 *
 * @param input to keep in the folder, if it cannot be read again
 * @throws RunError when the folder is not empty, is in use, or cannot be written
 */
export async function createRun(folder: string, manifest: RunManifest, input?: string): Promise<RunFolder> {
  makeFolder(folder);
  await leftovers(folder);
  return lockedFolder(folder, async () => {
    // Checked again: another process may have started or finished a run here before the lock was taken.
    for (const name of await leftovers(folder)) await rm(path.join(folder, name), { force: true });
    await writeBeginning(folder, manifest, input);
    return manifest;
  });
}

/** @throws RunError when it is no run folder, or another process is writing it */
export async function resumeRun(folder: string): Promise<RunFolder> {
  await readManifest(folder);
  return lockedFolder(folder, async () => {
    for (const name of (await readdir(folder)).filter(isTemporaryManifest))
      await rm(path.join(folder, name), { force: true });
    return readManifest(folder);
  });
}

/** Before the name of a run that is the input of another. */
const TIME = /^\d{4}-\d{2}-\d{2}-\d{6}-(?=.)/;

/** `runs/<time>-<name>`, with a number while that is taken. */
export async function newRunPath(parent: string, name: string, now: Date): Promise<string> {
  const time = now.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');
  const taken = new Set(await readdir(parent).catch(() => []));
  const base = `${time}-${name
    .replace(TIME, '')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .slice(0, 60)}`;
  let candidate = base;
  for (let number = 2; taken.has(candidate); number++) candidate = `${base}-${number}`;
  return path.join(parent, candidate);
}

const isTemporaryManifest = (name: string): boolean =>
  name.startsWith(`${MANIFEST_FILE}.`) && name.endsWith('.tmp');

/** Left by a process that ended before it wrote `run.json`; see also lock.ts. */
const isTemporary = (name: string): boolean =>
  isTemporaryManifest(name) || (name.startsWith(`${LOCK_FILE}.`) && /\.(tmp|turn)$/.test(name));

/**
 * The files of a run that never started, without the lock. Without a lock, an input file is the user's own.
 * @throws RunError when the folder has anything else
 */
async function leftovers(folder: string): Promise<string[]> {
  const content = await readdir(folder).catch(throwing(RunError, `${folder}: cannot be read`));
  const isLocked = content.includes(LOCK_FILE);
  const remains = content.filter((name) => isTemporary(name) || (isLocked && name === KEPT_INPUT));
  if (remains.length + Number(isLocked) === content.length) return remains;
  throw new RunError(`${folder}: is not empty; give another --out, or --resume it`);
}

/** Input and manifest, or neither. */
async function writeBeginning(folder: string, manifest: RunManifest, input?: string): Promise<void> {
  const file = path.join(folder, KEPT_INPUT);
  try {
    if (input !== undefined) await writeFile(file, input, { flush: true });
    await writeManifest(folder, manifest);
  } catch (error) {
    await rm(file, { force: true });
    if (error instanceof RunError) throw error;
    throw new RunError(`cannot write ${file} (${systemReason(error)})`, { cause: error });
  }
}

async function lockedFolder(folder: string, open: () => Promise<RunManifest>): Promise<RunFolder> {
  const release = await takeLock(path.join(folder, LOCK_FILE), folder);
  try {
    let manifest = await open();
    return {
      path: folder,
      get manifest() {
        return manifest;
      },
      async update(changes) {
        manifest = { ...manifest, ...changes };
        await writeManifest(folder, manifest);
      },
      close: release,
    };
  } catch (error) {
    await release();
    throw error;
  }
}
