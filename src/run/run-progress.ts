/** The progress of a run: its rate, and its regular report in `run.json`. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CANCEL_FILE, type RunSummary } from './manifest.ts';
import type { RunFolder } from './run-folder.ts';

/** Interval at which a process polls for cancellation. */
export const POLL_MILLISECONDS = 1000;
/** Interval at which a process writes its progress. */
export const HEARTBEAT_MILLISECONDS = 5000;

const WINDOW_MILLISECONDS = 60_000;
/** Minimum passages for a rate; its relative error is then about 1/√10. */
const ENOUGH = 10;

/**
 * Counts finished passages and their rate over the last minute, or longer if that has too few. The first passage of each
 * place is left out of the rate, since it includes loading models and starting threads.
 *
 * @param places passages in work at once @param now milliseconds of one clock
 */
export function progressRate(places: number, now: () => number) {
  let done = 0;
  /** When the latest passages finished. */
  let times: number[] = [];
  return {
    count() {
      done += 1;
      if (done >= places) times.push(now());
    },
    /** The rate is null before there are enough. */
    state(): { done: number; perMinute: number | null } {
      const time = now();
      const old = times.filter((at) => time - at > WINDOW_MILLISECONDS).length;
      times = times.slice(Math.max(0, Math.min(old, times.length - 1 - ENOUGH)));
      const [since = time] = times;
      const counted = times.length - 1;
      const perMinute = (counted * 60_000) / Math.max(1, time - since);
      return { done, perMinute: counted < ENOUGH ? null : Math.round(perMinute * 10) / 10 };
    },
  };
}

/**
 * Writes the progress to `run.json` at intervals, and stops the run when its cancel file appears.
 *
 * @param places passages in work at once
 * @param summary the counts so far
 */
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
    /** Stops writing. */
    end() {
      ended.abort();
      return polling;
    },
  };
}
