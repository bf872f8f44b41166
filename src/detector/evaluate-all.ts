/** Evaluates many passages concurrently, with verdicts in input order. */
import { pMapIterable } from 'p-map';
import { isSharedEnd } from '../common/call-signal.ts';
import { checkConcurrency } from './check-options.ts';
import type { Detector } from './detector-interface.ts';
import type { PassageVerdict, UnnamedPassage } from '../passage.ts';

/** Passages started ahead of the slowest one, per passage in work, so that a slow one does not block the others. */
const VERDICTS_AHEAD = 2;

/** @param atOnce default number of passages in work */
export const evaluateAllBy =
  (evaluate: Detector['evaluate'], atOnce: number): Detector['evaluateAll'] =>
  (passages, { concurrency = atOnce, signal, ...options } = {}) => {
    checkConcurrency(concurrency);
    return {
      async *[Symbol.asyncIterator]() {
        const underWay = new Map<number, { own: AbortController; verdict: Promise<PassageVerdict> }>();
        const abortBehind = (place: number, reason?: unknown) => {
          for (const [other, { own }] of underWay) if (other > place) own.abort(reason);
        };
        const begin = async (given: UnnamedPassage, place: number) => {
          const passage = { ...given, id: given?.id ?? `passage-${place + 1}` };
          const own = new AbortController();
          const followed = AbortSignal.any(signal === undefined ? [own.signal] : [own.signal, signal]);
          const verdict = evaluate(passage, { ...options, signal: followed });
          underWay.set(place, { own, verdict });
          try {
            return await verdict;
          } catch (error) {
            if (!isSharedEnd(error)) abortBehind(place, error);
            throw error;
          } finally {
            underWay.delete(place);
          }
        };
        const verdicts = pMapIterable(passages, begin, {
          concurrency,
          backpressure: VERDICTS_AHEAD * concurrency,
        });
        let isLeft = true;
        try {
          yield* verdicts;
          isLeft = false;
        } catch (error) {
          isLeft = false;
          throw error;
        } finally {
          if (isLeft) abortBehind(-1);
          await Promise.allSettled([...underWay.values()].map(({ verdict }) => verdict));
        }
      },
    };
  };
