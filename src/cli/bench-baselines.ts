/** Runs the baselines of a benchmark after the detector, each on the passages it has not scored yet. */
import type { LabelledPassage } from '../../datasets/index.ts';
import type { BaselineDefinition } from '../benchmark/baselines/baseline.ts';
import { isLabelled } from '../benchmark/level-items.ts';
import { environmentOf } from '../config/environment.ts';
import { createBaselineParts } from '../parts.ts';
import { executeBaseline } from '../run/execute-baseline.ts';
import { readMethodRecords } from '../run/method-records.ts';
import type { Host } from './host.ts';
import type { Afterwards } from './perform-run.ts';
import type { Session } from './session.ts';

/** Passages without any gold label are left out, for nothing is compared there. */
export function runBaselines(
  { folder, passages }: Session,
  definitions: readonly BaselineDefinition[],
  host: Host,
): Afterwards {
  return async (verdicts, { signal, concurrency, begin }) => {
    const labelled = labelledIds(passages);
    const own = verdicts.filter(({ passage }) => labelled.has(passage.id));
    const unfinished = await unfinishedOf(folder.path, definitions, own.length);
    if (unfinished.length === 0) return;
    const { config, seed } = folder.manifest;
    const needs = new Set(unfinished.flatMap((definition) => definition.needs));
    const parts = await createBaselineParts(needs, config, environmentOf(host.cwd, host.env));
    for (const definition of unfinished) {
      const { onProgress, onRecord } = begin(definition.id, own.length);
      await executeBaseline({
        ...{ folder: folder.path, definition, parts, verdicts: own, seed, concurrency, signal, onRecord },
        onPassage: (passageId) => onProgress({ passageId, stage: definition.id }),
      });
    }
  };
}

export const labelledIds = (passages: readonly LabelledPassage[]): Set<string> =>
  new Set(passages.filter(isLabelled).map(({ passage }) => passage.id));

async function unfinishedOf(
  folder: string,
  definitions: readonly BaselineDefinition[],
  count: number,
): Promise<BaselineDefinition[]> {
  const counts = await Promise.all(
    definitions.map(async ({ id }) => (await readMethodRecords(folder, id)).length),
  );
  return definitions.filter((_, index) => (counts[index] as number) < count);
}
