import { pMapIterable } from 'p-map';
import type { Detector } from './detector.ts';

/** For each passage in work, how many may be begun or done before the first one is: one that lags holds up none. */
const VERDICTS_AHEAD = 2;

/** @param atOnce passages in work at once, where the caller does not say */
export const evaluateAllBy =
  (evaluate: Detector['evaluate'], atOnce: number): Detector['evaluateAll'] =>
  (passages, { concurrency = atOnce, ...options } = {}) =>
    pMapIterable(passages, (passage) => evaluate(passage, options), {
      concurrency,
      backpressure: VERDICTS_AHEAD * concurrency,
    });
