/** Runs the baselines of a benchmark after the detector, each on the passages it has not scored yet. */
import type { LabelledPassage } from '../../datasets/index.ts';
import type { BaselineDefinition } from '../benchmark/baselines/baseline.ts';
import { isLabelled } from '../benchmark/level-items.ts';
import { checkConfig } from '../config/check-config.ts';
import { environmentOf } from '../config/environment.ts';
import { openBaselineParts } from '../parts.ts';
import { executeBaseline } from '../run/execute-baseline.ts';
import { readMethodRecords } from '../run/method-records.ts';
import type { Host } from './host.ts';
import { type CallFlags, callLayers, callSettings } from './options.ts';
import type { Afterwards } from './perform-run.ts';
import type { Session } from './session.ts';

/** Passages without any gold label are left out, for nothing is compared there. */
export function runBaselines(
  { folder, passages, detector, budget, batch: batches }: Session,
  { definitions, flags }: { definitions: readonly BaselineDefinition[]; flags: CallFlags },
  host: Host,
): Afterwards {
  return async (verdicts, { signal, concurrency, begin, batch }) => {
    const labelled = labelledIds(passages);
    const own = verdicts.filter(({ passage }) => labelled.has(passage.id));
    const unfinished = await unfinishedOf(folder.path, definitions, own.length);
    if (unfinished.length === 0) return;
    const { config, seed } = folder.manifest;
    const needs = new Set(unfinished.flatMap((definition) => definition.needs));
    // One after the other on the same recording and budget.
    await detector.close();
    const asked = checkConfig([{ name: 'run.json', values: config }, ...callLayers(flags)]);
    const calls = { ...callSettings(flags, host), batch: batches, continues: true, budget };
    const { parts, close } = await openBaselineParts(needs, asked, environmentOf(host.cwd, host.env), calls);
    try {
      for (const definition of unfinished) {
        const { onProgress, onRecord } = begin(definition.id, own.length);
        await executeBaseline({
          ...{
            folder: folder.path,
            definition,
            parts,
            verdicts: own,
            seed,
            concurrency,
            batch,
            signal,
            onRecord,
          },
          onPassage: (passageId) => onProgress({ passageId, stage: definition.id }),
        });
      }
    } finally {
      await close();
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
