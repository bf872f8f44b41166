/** The initial `run.json`. */
import { packageVersion } from '../common/version.ts';
import type { Host } from './host.ts';
import type { Degraded, RunManifest } from './manifest.ts';
import type { RunArguments } from './run-options.ts';
import { type Input, selectionOf } from './read-input.ts';
import type { PlannedRun } from './run-states.ts';
import { KEPT_INPUT } from './run-folder.ts';
import { summarise } from './run-summary.ts';

interface ManifestContent extends Pick<PlannedRun<unknown>, 'config' | 'plans' | 'batch'> {
  command: RunManifest['command'];
  input: Omit<Input, 'name' | 'passages'> & { name?: string };
  /** Over all passages of the input. */
  sha256: string;
  count: number;
  degraded: Degraded | undefined;
}

export function newManifest(
  { command, input, sha256, count, config, plans, batch, degraded }: ManifestContent,
  description: Record<string, unknown>,
  options: Pick<RunArguments, 'filter' | 'limit' | 'replay'>,
  host: Host,
): RunManifest {
  const isKept = input.path === null;
  // Those of a choice are of its prompts, and stand in its plan.
  const { filter, limit } = plans.select ? ({} as typeof options) : options;
  return {
    schemaVersion: 1,
    tool: { name: 'hallugraph', version: packageVersion(), node: process.version },
    command,
    status: 'running',
    error: null,
    startedAt: host.now().toISOString(),
    finishedAt: null,
    seed: config.seed,
    input: {
      path: input.path ?? KEPT_INPUT,
      ...(isKept && input.name !== undefined && { name: input.name }),
      format: isKept ? 'jsonl' : input.format,
      ...(input.map && { map: input.map }),
      ...(input.responseFile !== undefined && { responseFile: input.responseFile }),
      sha256,
      ...selectionOf(input, { filter, limit, seed: config.seed }),
    },
    detector: description,
    summary: summarise(count, []),
    ...plans,
    ...(degraded && { degraded }),
    ...(options.replay !== undefined && { replayed: true }),
    ...(batch && { batch }),
    config,
  };
}
