/** `--dry-run`: what a run would ask of the models, printed instead of asked. */
import path from 'node:path';
import { renderEstimate, type SpendingPlan } from '../report/estimate-report.ts';
import { type Attempt, estimateRun } from '../run/estimate.ts';
import { recordsSoFar } from '../run/record-log.ts';
import { RECORDS_FILE, type RecordKind, VERDICTS } from '../run/records.ts';
import { estimateContext } from './estimate-context.ts';
import { fitBudget, type Planned } from './fit-budget.ts';
import type { Host } from './host.ts';

/** What a run would still ask about. */
export interface ToAsk extends Planned, Pick<SpendingPlan, 'spent' | 'batch'> {
  /** What is done for a passage; default: it is evaluated. */
  attempt?: Attempt;
  /** What is to be said of the figures. */
  note?: string;
  /** Whether the run would be made to fit its budget. Default: true. */
  isFitted?: boolean;
}

/** As JSON, or for people. */
export async function printEstimate(
  { spent, batch, attempt, note, isFitted = true, ...run }: ToAsk,
  format: string,
  host: Host,
): Promise<void> {
  const { config, degraded } = isFitted ? await fitBudget(run, host) : { config: run.config };
  const estimate = await estimateRun(run.passages, config, estimateContext(host), attempt);
  const plan = { limits: config.budget, spent, degraded, batch };
  const document = { ...estimate, ...(degraded && { degraded }), ...(note !== undefined && { note }) };
  host.stdout.write(
    format === 'json' ? `${JSON.stringify(document, null, 2)}\n` : renderEstimate(estimate, plan, note),
  );
}

/** Passages that a run has recorded. */
export const recordCount = (directory: string): Promise<number> =>
  countIn(path.join(directory, RECORDS_FILE), VERDICTS);

/** Records of a file; 0 where it was not begun. */
export async function countIn(file: string, kind: RecordKind<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of recordsSoFar(file, kind)) count += 1;
  return count;
}
