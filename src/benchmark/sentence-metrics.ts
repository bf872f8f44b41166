/**
 * Sentence-level metrics, in the convention of SelfCheckGPT: a sentence with a major or a minor inaccuracy is
 * non-factual. `factualAp` takes the accurate sentences as positives, with the scores turned round.
 * Intervals resample whole passages, since the sentences of one passage stand or fall together.
 */
import type { SentenceMetrics } from './benchmark-report.ts';
import { measure } from './measure.ts';
import { averagePrecisionStatistic, reversed, rocAucStatistic } from './ranking.ts';

/** One labelled sentence. Without a score it is counted as abstained and left out. */
export interface SentenceItem {
  /** Hallucination score on any scale, high = risk. */
  score: number | null;
  positive: boolean;
}

/** @param passages the labelled sentences of each passage */
export function sentenceMetrics(
  passages: readonly (readonly SentenceItem[])[],
  options: { seed: number },
): SentenceMetrics {
  const scored = passages.flatMap((sentences, unit) =>
    sentences.flatMap(({ score, positive }) => (score === null ? [] : { score, positive, unit })),
  );
  const statistics = {
    nonFactualAp: averagePrecisionStatistic(scored),
    factualAp: averagePrecisionStatistic(reversed(scored)),
    rocAuc: rocAucStatistic(scored),
  };
  const { values, intervals, reasons } = measure(statistics, {
    seed: options.seed,
    itemCount: scored.length,
    unitCount: passages.length,
    unitOf: scored.map(({ unit }) => unit),
  });
  const positives = scored.filter(({ positive }) => positive).length;
  return {
    ...values,
    n: scored.length,
    abstained: passages.flat().length - scored.length,
    positives,
    baseRate: scored.length === 0 ? null : positives / scored.length,
    intervals,
    reasons,
  };
}
