/** How fast passages are done, and how often those who do them say so. */

/** Interval at which a process polls for cancellation and writes its progress. */
export const LOOK_MILLISECONDS = 1000;
export const BEAT_MILLISECONDS = 5000;

const WINDOW_MILLISECONDS = 60_000;
/** Passages that a rate is taken from: it errs by about one part in the root of them, so by a third. */
const ENOUGH = 10;

/**
 * How many are done, and how many a minute lately: over the last minute, or longer where that has too few; null before
 * there are enough. Those that are done before each place has had one hold the start (models are loaded, threads begin),
 * and are not counted for the rate.
 *
 * @param places passages in work at once @param now milliseconds of one clock
 */
export function pace(places: number, now: () => number) {
  let done = 0;
  /** When the last ones were done. */
  let times: number[] = [];
  return {
    count() {
      done += 1;
      if (done >= places) times.push(now());
    },
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
