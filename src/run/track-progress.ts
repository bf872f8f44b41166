/** Writes the progress of a run to `run.json` at intervals, and stops the run when its cancel file appears. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CANCEL_FILE, type RunSummary } from './manifest.ts';
import { HEARTBEAT_MILLISECONDS, POLL_MILLISECONDS, progressRate } from './progress-rate.ts';
import type { RunFolder } from './run-folder.ts';

/** @param places passages in work at once @param summary the counts so far */
export function trackProgress(folder: RunFolder, places: number, summary: () => RunSummary) {
  const ended = new AbortController();
  const cancelled = new AbortController();
  const file = path.join(folder.path, CANCEL_FILE);
  const at = { stage: '', done: 0, total: 0 };
  const newRate = () => progressRate(places, () => performance.now());
  let rate = newRate();

  async function poll(): Promise<void> {
    await rm(file, { force: true });
    for (let polls = 0; ; polls++) {
      await sleep(POLL_MILLISECONDS, undefined, { signal: ended.signal, ref: false });
      if (existsSync(file)) {
        await rm(file, { force: true });
        cancelled.abort();
      }
      if (polls % (HEARTBEAT_MILLISECONDS / POLL_MILLISECONDS) !== 0) continue;
      const { done: doneHere, perMinute } = rate.state();
      const progress = { ...at, doneHere, perMinute };
      // On a full disk, writing the next record fails and reports it.
      await folder.update({ summary: summary(), progress }).catch(() => {});
    }
  }

  const polling = poll().catch(() => {});
  return {
    /** Aborted when the run is cancelled. */
    cancelled: cancelled.signal as AbortSignal,
    begin(stage: string, total: number) {
      Object.assign(at, { stage, total, done: 0 });
      rate = newRate();
    },
    /** @param done of the stage, old ones first */
    record(done: number, isNew: boolean) {
      at.done = done;
      if (isNew) rate.count();
    },
    /** Nothing is written after. */
    end() {
      ended.abort();
      return polling;
    },
  };
}
