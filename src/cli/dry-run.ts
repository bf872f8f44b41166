/** `--dry-run`: what a run would ask of the models, printed instead of asked. */
import path from 'node:path';
import { loadPrompts } from '../../prompts/loader.ts';
import { environmentOf } from '../config/environment.ts';
import type { Config } from '../config/schema.ts';
import type { Passage } from '../passage.ts';
import { renderEstimate } from '../report/estimate.ts';
import type { EstimateContext } from '../run/estimate.ts';
import { estimateRun } from '../run/estimate.ts';
import { RECORDS_FILE, readRecords } from '../run/records.ts';
import type { Host } from './host.ts';

export async function estimateContext({ prompts: dir }: Config, host: Host): Promise<EstimateContext> {
  return {
    prompts: await loadPrompts(dir === undefined ? {} : { dir }),
    env: environmentOf(host.cwd, host.env),
  };
}

/** Of the passages of a run that have no record yet: as JSON, or for people. */
export async function printEstimate(
  { passages, config }: { passages: readonly Passage[]; config: Config },
  format: string,
  host: Host,
): Promise<void> {
  const estimate = await estimateRun(passages, config, await estimateContext(config, host));
  host.stdout.write(format === 'json' ? `${JSON.stringify(estimate, null, 2)}\n` : renderEstimate(estimate));
}

/** Passages that a run has recorded. */
export async function recordCount(directory: string): Promise<number> {
  let count = 0;
  for await (const _ of readRecords(path.join(directory, RECORDS_FILE))) count += 1;
  return count;
}
