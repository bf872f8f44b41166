/** Writes the progress of a run to `run.json` at intervals, and stops the run when its cancel file appears. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CANCEL_FILE, type RunSummary } from './manifest.ts';
import { BEAT_MILLISECONDS, LOOK_MILLISECONDS, pace } from './pace.ts';
import type { RunFolder } from './run-folder.ts';

export interface ProgressTracking {
  /** Aborted when the run is cancelled. */
  readonly cancelled: AbortSignal;
  begin(stage: string, total: number): void;
  /** @param done of the stage, old ones first */
  record(done: number, isNew: boolean): void;
  /** Nothing is written after. */
  end(): Promise<void>;
}

/** @param places passages in work at once @param summary what came of the run so far */
export function trackProgress(
  folder: RunFolder,
  places: number,
  summary: () => RunSummary,
): ProgressTracking {
  const ended = new AbortController();
  const cancelled = new AbortController();
  const file = path.join(folder.path, CANCEL_FILE);
  const at = { stage: '', done: 0, total: 0 };
  const newPace = () => pace(places, () => performance.now());
  let rate = newPace();

  async function writeProgress(): Promise<void> {
    const { done: doneHere, perMinute } = rate.state();
    await folder.update({ summary: summary(), progress: { ...at, doneHere, perMinute } });
  }

  async function poll(): Promise<void> {
    await rm(file, { force: true });
    for (let look = 0; ; look++) {
      await sleep(LOOK_MILLISECONDS, undefined, { signal: ended.signal, ref: false });
      if (existsSync(file)) {
        await rm(file, { force: true });
        cancelled.abort();
      }
      // Where the disk is full, writing the next record fails and reports it.
      if (look % (BEAT_MILLISECONDS / LOOK_MILLISECONDS) === 0) await writeProgress().catch(() => {});
    }
  }

  const polling = poll().catch(() => {});
  return {
    cancelled: cancelled.signal,
    begin(stage, total) {
      Object.assign(at, { stage, total, done: 0 });
      rate = newPace();
    },
    record(done, isNew) {
      at.done = done;
      if (isNew) rate.count();
    },
    end() {
      ended.abort();
      return polling;
    },
  };
}
