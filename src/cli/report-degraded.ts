/** Messages about `budget.degrade`: where it has no effect, and what was given up. */
import type { Config } from '../config/schema.ts';
import { degradedLines } from '../report/degraded.ts';
import type { Host } from '../run/host.ts';
import type { Degraded } from '../run/manifest.ts';

/** For a command that asks models but begins no run. */
export function warnUnfitted({ budget }: Config, { stderr }: Host): void {
  if (budget.degrade.length === 0) return;
  stderr.write('note: budget.degrade is for evaluate, check, rhd and bench; here a budget stops, no more\n');
}

/** One line per change, before any request. */
export function reportDegraded(degraded: Degraded | undefined, { stderr }: Host): void {
  for (const line of degradedLines(degraded)) stderr.write(`budget: ${line}\n`);
}
