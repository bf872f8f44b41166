/** How fast passages are done. */

const WINDOW_MILLISECONDS = 60_000;

/** How many are done, and how many a minute over the last minute. @param now milliseconds of one clock */
export function pace(now: () => number) {
  const began = now();
  let done = 0;
  let recent: number[] = [];
  return {
    count() {
      done += 1;
      recent.push(now());
    },
    state() {
      const time = now();
      recent = recent.filter((at) => time - at < WINDOW_MILLISECONDS);
      const minutes = Math.min(WINDOW_MILLISECONDS, Math.max(1000, time - began)) / WINDOW_MILLISECONDS;
      return { done, perMinute: Math.round((recent.length / minutes) * 10) / 10 };
    },
  };
}
