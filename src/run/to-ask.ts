/** The remaining calls of a run, for a dry run. */
import type { Attempt, Trial } from '../detector/estimate/estimate.ts';
import type { Spending } from '../models/budget/budget.ts';
import type { PassageVerdict } from '../passage.ts';
import type { Planned } from './fit-budget.ts';
import type { BatchPlan } from './manifest.ts';
import type { PlannedRun } from './run-states.ts';
import { countRecords, type RecordKind, VERDICTS } from './records.ts';

export interface ToAsk extends Planned {
  /** What an earlier part of the run has cost. */
  spent?: Spending | undefined;
  batch?: BatchPlan | undefined;
  /** The work on a passage; default: evaluation. */
  attempt?: Attempt;
  /** A note on the figures. */
  note?: string;
  /** Whether the run would be reduced to fit its budget. Default: true. */
  isFitted?: boolean;
}

/** The passages of a run that have no record yet. @param kind what it records */
export async function whatToAsk(
  { passages, config, spent, batch, resumed }: PlannedRun<unknown>,
  kind: RecordKind<unknown> = VERDICTS,
): Promise<ToAsk> {
  const recorded = resumed === null ? 0 : await countRecords(resumed.directory, kind);
  const own = passages.map(({ passage }) => passage).slice(recorded);
  return { passages: own, config, spent, batch };
}

/** The same for a run with a stage after detection: passages without a verdict, and verdicts without a record. */
export async function whatToAskWith(
  planned: PlannedRun<unknown>,
  { kind, detects, attempt: later }: StageOutlook,
): Promise<ToAsk> {
  const { resumed } = planned;
  const recorded = resumed === null ? 0 : await countRecords(resumed.directory, VERDICTS);
  const undetected = new Set(planned.passages.slice(recorded).map(({ passage }) => passage.id));
  return {
    ...(await whatToAsk(planned, kind)),
    async attempt(passage, trial, free) {
      const isNew = detects && undetected.has(passage.id);
      const verdict = await (isNew ? trial : free).evaluate(passage);
      await later(verdict, trial);
      return verdict.triples.length;
    },
  };
}

export interface StageOutlook {
  kind: RecordKind<unknown>;
  /** Whether the run detects, rather than copies verdicts. */
  detects: boolean;
  /** The work on a verdict. */
  attempt(verdict: PassageVerdict, trial: Trial): Promise<unknown>;
}
