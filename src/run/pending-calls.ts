/** The remaining calls of a run, for a dry run. */
import type { Config } from '../config/schema.ts';
import type { Attempt, Trial } from '../detector/estimate/estimate.ts';
import type { Spending } from '../models/budget/budget.ts';
import type { Passage, PassageVerdict } from '../passage.ts';
import type { BatchPlan } from './manifest.ts';
import { countRecords, type RecordKind, VERDICTS } from './records.ts';
import type { PlannedRun } from './run-states.ts';

export interface PendingCalls {
  passages: readonly Passage[];
  config: Config;
  spent?: Spending | undefined;
  batch?: BatchPlan | undefined;
  /** The work on a passage; default: evaluation. */
  attempt?: Attempt;
  note?: string;
}

export async function pendingCalls(
  { passages, config, spent, batch, resumed }: PlannedRun<unknown>,
  kind: RecordKind<unknown> = VERDICTS,
): Promise<PendingCalls> {
  const recorded = resumed === null ? 0 : await countRecords(resumed.directory, kind);
  const own = passages.map(({ passage }) => passage).slice(recorded);
  return { passages: own, config, spent, batch };
}

interface LaterWork {
  kind: RecordKind<unknown>;
  /** Whether the run detects, rather than copies verdicts. */
  detects: boolean;
  attempt(verdict: PassageVerdict, trial: Trial): Promise<unknown>;
}

/** For a run with a stage after detection: passages without a verdict, and verdicts without a record. */
export async function pendingCallsWith(
  planned: PlannedRun<unknown>,
  { kind, detects, attempt: later }: LaterWork,
): Promise<PendingCalls> {
  const { passages: undetected } = await pendingCalls(planned);
  const ids = new Set(undetected.map(({ id }) => id));
  return {
    ...(await pendingCalls(planned, kind)),
    async attempt(passage, trial, free) {
      const isNew = detects && ids.has(passage.id);
      const verdict = await (isNew ? trial : free).evaluate(passage);
      await later(verdict, trial);
      return verdict.triples.length;
    },
  };
}
