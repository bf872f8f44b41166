/** The states of a run, each of which extends the one before: planned, begun, done. */
import type { LabelledPassage } from '../../datasets/index.ts';
import type { Config } from '../config/schema.ts';
import type { BatchCalls } from '../models/batch/batch-calls.ts';
import type { Budget, Spending } from '../models/budget/budget.ts';
import type { CallSettings } from '../models/chat-services.ts';
import type { Waiting } from '../models/waiting.ts';
import type { PassageVerdict } from '../passage.ts';
import type { Host } from './host.ts';
import type { BatchPlan, Plans } from './manifest.ts';
import type { Input } from './read-input.ts';
import type { RecordedRun } from './recorded-run.ts';
import type { RunFolder } from './run-folder.ts';
import type { StagesResult } from './run-stages.ts';
import type { RunStage } from './stage.ts';

/** Nothing is written yet. */
export interface PlannedRun<X = undefined> {
  /** Null for a resumed run. */
  input: Input | null;
  config: Config;
  passages: LabelledPassage[];
  plans: Plans;
  /** Data of its kind. */
  about: X;
  batch: BatchPlan | undefined;
  /** Null for a new run. */
  resumed: RecordedRun | null;
  /** By an earlier part of the run. */
  spent?: Spending;
}

export interface BegunRun<X = undefined> extends PlannedRun<X> {
  folder: RunFolder;
  work: RunWork;
  batchCalls: BatchCalls | undefined;
  budget: Budget;
  waiting: Waiting;
  /** Worker threads; 0 for the main thread. */
  threads: number;
}

/** Finished, interrupted or out of budget; its models are closed. */
export interface DoneRun<X = undefined>
  extends Omit<BegunRun<X>, 'batchCalls' | 'budget' | 'waiting' | 'threads' | 'work'>,
    StagesResult {
  /** None for a run without a detector. */
  verdicts: AsyncIterable<PassageVerdict>;
}

export interface RunInput<X = undefined>
  extends Pick<PlannedRun<X>, 'config' | 'about'>,
    Partial<Pick<PlannedRun<X>, 'plans' | 'passages'>> {
  input: Input;
}

export interface StageContext<X = undefined>
  extends Pick<PlannedRun<X>, 'config' | 'passages' | 'plans' | 'about'> {
  env: NodeJS.ProcessEnv;
  /** With the budget and the batches of the run. */
  calls: CallSettings;
  /** 0 for the main thread. */
  threads: number;
  /** Empty for single passages outside of a run folder. */
  folder: string;
  host: Host;
}

export interface RunWork {
  /** Models and prompts, for `run.json`. */
  describe(): Promise<Record<string, unknown>>;
  stages: RunStage<unknown, unknown>[];
  /** Of a run with a detector; called once all are recorded. */
  verdicts?(): AsyncIterable<PassageVerdict>;
  /** Closes what no stage closes. */
  close?(): Promise<void>;
}
