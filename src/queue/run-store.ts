/**
 * The store of submitted runs: manifests, records, worker notes, and the limits and cache that workers share; jobs are on
 * BullMQ. Every operation is atomic across processes.
 */
import type { BudgetLimits, Spending } from '../models/budget/budget.ts';

export interface RunStore extends Runs, Records, Workers, SharedSpending, Answers {
  /** The clock of the store, in milliseconds since 1970. */
  clock(): Promise<number>;
  /**
   * Takes the next time slot of a key; slots of one key follow one another across all processes.
   * @returns milliseconds until it begins
   */
  takeTurn(key: string, milliseconds: number): Promise<number>;
  close(): Promise<void>;
}

export interface Runs {
  /** Adds a run unless there is one of this name. @returns the stored one */
  addRun(name: string, manifest: string): Promise<StoredRun>;
  findRun(name: string): Promise<StoredRun | null>;
  runNames(): Promise<string[]>;
  setRun(name: string, changes: Partial<StoredRun>): Promise<void>;
  removeRun(name: string): Promise<void>;
}

export interface Records {
  /** Stores the record of a passage and counts its costs, unless it has one or the run is gone. @returns whether it did */
  addRecord(run: string, index: number, record: StoredRecord): Promise<boolean>;
  /** Which of these have a record. */
  recorded(run: string, indexes: readonly number[]): Promise<Set<number>>;
  /** The existing records of the `count` passages from index `first` on. */
  records(run: string, first: number, count: number): Promise<Map<number, Buffer>>;
  totals(run: string): Promise<RunTotals>;
}

export interface Workers {
  /** Stores the status note of a worker, which expires after so many seconds. */
  beat(worker: string, note: string, seconds: number): Promise<void>;
  /** @returns the last note of each worker, and the seconds until it expires */
  workers(): Promise<{ note: string; expiresIn: number }[]>;
}

export interface Answers {
  /** The stored texts of draws, by number. */
  findAnswers(key: string, draws: { first: number; n: number }): Promise<Map<number, string>>;
  /** @param seconds how long they are kept; default: for ever */
  keepAnswers(key: string, texts: ReadonlyMap<number, string>, seconds?: number): Promise<void>;
  /** Takes or extends the exclusive claim of `owner` on a key. @returns whether it holds the claim */
  claim(key: string, owner: string, milliseconds: number): Promise<boolean>;
  release(key: string, owner: string): Promise<void>;
}

/** The spending of a run, over all workers. */
export interface SharedSpending {
  /**
   * Reserves the expected cost of a request, unless that would exceed the limits. The reservation is released when it was not
   * renewed for `milliseconds`.
   *
   * @param id unique among the reservations of the run
   */
  reserve(run: string, id: string, reservation: Reservation): Promise<Committed & { fits: boolean }>;
  renew(run: string, ids: readonly string[], milliseconds: number): Promise<void>;
  /** Replaces a reservation by the cost. */
  settle(run: string, id: string, cost: Spending): Promise<void>;
  committed(run: string): Promise<Committed>;
}

export interface Reservation {
  expected: Spending;
  limits?: BudgetLimits;
  milliseconds: number;
}

export interface Committed {
  committed: Spending;
  /** The reserved part of it. */
  reserved: Spending;
}

export interface StoredRun {
  /** The `run.json` of a new run folder. */
  manifest: string;
  state: 'open' | 'budget' | 'cancelled';
  /** Null while they are being put on the queue. */
  passages: number | null;
}

export interface StoredRecord extends RecordCosts {
  body: Buffer;
}

/** Dollars are 0 where the price is not known. */
export interface RecordCosts extends Spending {
  /** Whether the passage ended with an internal error. */
  defect: boolean;
}

export interface RunTotals extends Spending {
  recorded: number;
  defects: number;
}
