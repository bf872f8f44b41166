/** A run in a store: its manifest, and how settings of a worker or a second submission differ from it. */
import { differingPaths, valueAt } from '../config/layers.ts';
import { RunError } from '../errors.ts';
import { parseManifest, type RunManifest } from '../run/manifest.ts';
import type { RunStore, StoredRun } from './run-store.ts';

export interface SubmittedRun extends Omit<StoredRun, 'manifest'> {
  name: string;
  manifest: RunManifest;
}

/** @throws RunError when there is no such run, or it is not one that this version reads */
export async function submittedRun(store: RunStore, name: string): Promise<SubmittedRun> {
  const stored = await store.findRun(name);
  if (stored === null) throw new RunError(`no run ${name} was submitted to this queue`);
  return asSubmitted(name, stored);
}

/** @throws RunError when it is not one that this version reads, or lacks what its command needs */
export function asSubmitted(name: string, stored: StoredRun): SubmittedRun {
  const manifest = parseManifest(stored.manifest, `run ${name}`);
  const lacking = PLANNED.find((command) => command === manifest.command && manifest[command] === undefined);
  if (lacking) throw new RunError(`run ${name}: the plan for ${lacking} is missing; submit it again`);
  return { ...stored, name, manifest };
}

/** Commands whose manifest needs a plan. */
const PLANNED = ['bench', 'correct', 'select', 'sek'] as const;

/** Settings that may differ between workers; all others change records. */
const OWN_SETTINGS = ['cache', 'concurrency', 'threads', 'budget', 'provenance'];

function basisOf({ tool, command, config, detector }: Basis): Record<string, unknown> {
  const settings = Object.entries(config).filter(([key]) => !OWN_SETTINGS.includes(key));
  const { backendNotes: _, ...parts } = detector;
  return { version: tool.version, command, ...Object.fromEntries(settings), ...parts };
}

export type Basis = Pick<RunManifest, 'tool' | 'command' | 'config' | 'detector'>;

/** The first setting in which two runs, or a run and a worker, would produce different records; null for none. */
export function firstDifference(there: Basis, here: Basis): string | null {
  const [theirs, own] = [plain(basisOf(there)), plain(basisOf(here))];
  const [path] = differingPaths(theirs, own);
  if (path === undefined) return null;
  return `${path.join('.')} is ${shown(valueAt(own, path))} here and ${shown(valueAt(theirs, path))} there`;
}

/** After a round trip through JSON, which drops undefined. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function shown(value: unknown): string {
  const text = value === undefined ? 'not set' : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
