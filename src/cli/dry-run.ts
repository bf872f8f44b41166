/** `--dry-run`: what a run would ask of the models, printed instead of asked. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { renderEstimate, type SpendingPlan } from '../report/estimate.ts';
import { estimateRun } from '../run/estimate.ts';
import { RECORDS_FILE, readRecords } from '../run/records.ts';
import { estimateContext } from './estimate-context.ts';
import { fitBudget, type Planned } from './fit-budget.ts';
import type { Host } from './host.ts';

/** A run that is not begun, or not gone on with. */
export type DryRun = Planned & Pick<SpendingPlan, 'spent' | 'batch'>;

/** Of the passages of a run that have no record yet: as JSON, or for people. */
export async function printEstimate(
  { spent, batch, ...run }: DryRun,
  format: string,
  host: Host,
): Promise<void> {
  const { config, degraded } = await fitBudget(run, host);
  const estimate = await estimateRun(run.passages, config, await estimateContext(config, host));
  const plan = { limits: config.budget, spent, degraded, batch };
  host.stdout.write(
    format === 'json'
      ? `${JSON.stringify({ ...estimate, ...(degraded && { degraded }) }, null, 2)}\n`
      : renderEstimate(estimate, plan),
  );
}

/** Passages that a run has recorded. */
export async function recordCount(directory: string): Promise<number> {
  const file = path.join(directory, RECORDS_FILE);
  if (!existsSync(file)) return 0;
  let count = 0;
  for await (const _ of readRecords(file)) count += 1;
  return count;
}
