/** How many passages are done per minute, and how often processes report it. */

/** Interval at which a process polls for cancellation. */
export const POLL_MILLISECONDS = 1000;
/** Interval at which a process writes its progress. */
export const HEARTBEAT_MILLISECONDS = 5000;

const WINDOW_MILLISECONDS = 60_000;
/** Passages that a rate is based on: its relative error is about 1/√10. */
const ENOUGH = 10;

/**
 * Counts what is done, and its rate over the last minute, or longer where that has too few. What is done before each
 * place has had one passage is not counted for the rate, since it includes the start (loading models, threads).
 *
 * @param places passages in work at once @param now milliseconds of one clock
 */
export function progressRate(places: number, now: () => number) {
  let done = 0;
  /** Of the last ones. */
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
