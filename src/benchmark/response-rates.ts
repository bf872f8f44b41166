/**
 * RefChecker's statistic on WikiBio GPT-3 (Hu et al. 2024): the hallucination rate of each passage, the share of its
 * triplets that are not entailed by the reference, against the mean of people's scores of its sentences (0 accurate, ½
 * minor, 1 major error), by Pearson's r and Spearman's ρ over passages.
 */
import type { LabelledPassage } from '../../datasets/labelled-passage.ts';
import type { PassageVerdict } from '../passage.ts';
import { pearsonStatistic, spearmanStatistic } from '../statistics/correlation.ts';
import { type Figure, figuresOf, measure } from '../statistics/measure-metrics.ts';
import { shareOfError } from './level-items.ts';
import { hallucinationRate } from './refchecker-metrics.ts';

export interface RateReport {
  /** Passages with labelled sentences and a checked triplet. */
  n: number;
  pearson: Figure;
  spearman: Figure;
}

/**
 * Null where no passage has both labelled sentences and a checked triplet.
 * @param seed of the bootstrap, whose units are passages
 */
export function rateReport(
  passages: readonly LabelledPassage[],
  verdicts: readonly PassageVerdict[],
  { seed }: { seed: number },
): RateReport | null {
  const byId = new Map(verdicts.map((verdict) => [verdict.passage.id, verdict]));
  const pairs = passages.flatMap((labelled) => {
    const checks = Object.values(byId.get(labelled.passage.id)?.trace.reference?.triples ?? {});
    const rate = hallucinationRate(checks.flatMap(({ label }) => label ?? []));
    const gold = shareOfError(labelled);
    return rate === null || gold === null ? [] : { rate, gold };
  });
  if (pairs.length === 0) return null;
  const lists = [pairs.map(({ rate }) => rate), pairs.map(({ gold }) => gold)] as const;
  const statistics = { pearson: pearsonStatistic(...lists), spearman: spearmanStatistic(...lists) };
  return { n: pairs.length, ...figuresOf(measure(statistics, { seed, itemCount: pairs.length })) };
}
