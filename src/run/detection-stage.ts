/** The detection stage: a verdict for each passage. */
import type { LocalDetector } from '../detector/detector-interface.ts';
import { ZERO_USAGE } from '../models/budget/usage.ts';
import type { Passage, PassageVerdict } from '../passage.ts';
import type { CountedVerdict } from '../records/record-line.ts';
import { thresholdsOf } from '../scoring/threshold.ts';
import { abstainedVerdict, rescoreVerdict } from '../scoring/verdict.ts';
import { recordsIn, VERDICTS } from './records.ts';
import type { RunWork, StageContext } from './run-states.ts';
import type { RunStage } from './stage.ts';
import type { Scoring } from '../scoring/scoring-schema.ts';

const UNKNOWN_COSTS = { usage: ZERO_USAGE };

/** @param later stages after detection */
export async function detection(
  { config, env, calls, threads, folder, passages, host }: StageContext<unknown>,
  later: readonly RunStage<unknown, unknown>[] = [],
): Promise<RunWork> {
  const create = host.createDetector ?? (await import('../detector/create-detector.ts')).createDetector;
  const detector: LocalDetector = create(config, { env, calls, threads });
  const own = passages.map(({ passage }) => passage);
  const { record: work, cachedDraws, close } = detector;
  // The stages share the recording and the budget: the detector is closed with the first.
  const open = async () => ({ work, cachedDraws, close });
  return {
    describe: async () => ({ ...(await detector.describe()) }),
    stages: [detectionStage(own, config.scoring, open), ...later],
    verdicts: () => verdictsUnderRule(folder, config.scoring),
    close,
  };
}

export const detectionStage = (
  passages: readonly Passage[],
  scoring: Scoring,
  open: RunStage<Passage, CountedVerdict>['open'],
): RunStage<Passage, CountedVerdict> => ({
  ...{ name: '', kind: VERDICTS, batched: true, items: async () => passages, idOf: ({ id }) => id, open },
  failed: (passage, detail) =>
    abstainedVerdict(passage, { reason: 'defect', detail }, scoring, UNKNOWN_COSTS),
  isFailed: ({ abstention }) => abstention?.reason === 'defect',
  count(verdict, tally) {
    tally.add(verdict);
    tally.addCalls(verdict);
  },
});

/** Reads the verdicts of a run from its records on each iteration; a threshold rule over the data set is applied. */
export function verdictsUnderRule(folder: string, scoring: Scoring): AsyncIterable<PassageVerdict> {
  return {
    async *[Symbol.asyncIterator]() {
      if (scoring.threshold.rule === 'fixed') return yield* recordsIn(folder, VERDICTS);
      const scores: PassageVerdict['score'][] = [];
      for await (const { score } of recordsIn(folder, VERDICTS)) scores.push(score);
      const thresholds = thresholdsOf(scoring.threshold, scores);
      for await (const verdict of recordsIn(folder, VERDICTS))
        yield rescoreVerdict(verdict, scoring, thresholds);
    },
  };
}
