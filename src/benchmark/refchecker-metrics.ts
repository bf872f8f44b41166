/**
 * The figures of RefChecker (Hu et al. 2024): what a checker says of claim triplets against what people say of the
 * same triplets.
 *
 * - On triplets: accuracy, and macro-F1, the mean F1 of the three labels.
 * - On responses: a response is factual where all of its triplets are entailed (strict aggregation); accuracy, and F1
 *   of the factual and of the non-factual class. Responses without a triplet are left out.
 * - Hallucination rate of a response: its triplets that are not entailed ÷ its triplets; of a model, the mean over
 *   its responses with a triplet. The abstain rate is the share of responses without one.
 * - Correlation of the responses' rates with those by people, and Spearman's ρ of the ranking of models; both also for
 *   the rates by the triplets that the run extracted itself, as the paper compares whole pipelines.
 */
import type { LabelledPassage } from '../../datasets/labelled-passage.ts';
import type { PassageVerdict, ReferenceLabel } from '../passage.ts';
import { LABELS } from '../reference/aggregate.ts';
import { confusionOf, f1, type PredictedItem } from '../statistics/confusion.ts';
import { pearson, pearsonStatistic, spearman, spearmanStatistic } from '../statistics/correlation.ts';
import { type Figure, figuresOf, measure } from '../statistics/measure-metrics.ts';
import { mean } from '../statistics/summary.ts';
import { byPart } from './by-part.ts';
import { shareOfError } from './level-items.ts';

export interface LabelPair {
  gold: ReferenceLabel;
  predicted: ReferenceLabel;
}

export interface JudgedResponse {
  /** The model that wrote it; null for unknown. */
  model: string | null;
  /** The setting; null for unknown. */
  group: string | null;
  labels: readonly LabelPair[];
  /** Labels of the triplets that the run extracted from the same response. */
  own: readonly ReferenceLabel[];
}

/** Share of triplets with the right label; null without a triplet, as the other figures. */
export const checkerAccuracy = (pairs: readonly LabelPair[]): number | null =>
  mean(pairs.map(({ gold, predicted }) => Number(gold === predicted)));

/** F1 of one label against the other two. */
export function labelF1(pairs: readonly LabelPair[], label: ReferenceLabel): number | null {
  const items = pairs.map(({ gold, predicted }) => ({
    positive: gold === label,
    predicted: predicted === label,
  }));
  return f1(confusionOf(items)).value;
}

/** Mean F1 of the labels that occur, on either side. */
export const macroF1 = (pairs: readonly LabelPair[]): number | null =>
  mean(LABELS.map((label) => labelF1(pairs, label)));

/** Accuracy and F1 on responses with a triplet. */
export function responseMetrics(responses: readonly JudgedResponse[]) {
  const items = withTriplets(responses).map(
    ({ labels }): PredictedItem => ({
      positive: labels.some(({ gold }) => gold !== 'entailment'),
      predicted: labels.some(({ predicted }) => predicted !== 'entailment'),
    }),
  );
  const turned = items.map(({ positive, predicted }) => ({ positive: !positive, predicted: !predicted }));
  return {
    accuracy: mean(items.map(({ positive, predicted }) => Number(positive === predicted))),
    factualF1: f1(confusionOf(turned)).value,
    nonFactualF1: f1(confusionOf(items)).value,
  };
}

const withTriplets = (responses: readonly JudgedResponse[]): JudgedResponse[] =>
  responses.filter(({ labels }) => labels.length > 0);

/** Share of triplets that are not entailed, in [0, 1]; null without a triplet. */
export const hallucinationRate = (labels: readonly ReferenceLabel[]): number | null =>
  mean(labels.map((label) => Number(label !== 'entailment')));

/** Share of responses without a triplet. */
export const abstainRate = (responses: readonly JudgedResponse[]): number | null =>
  mean(responses.map(({ labels }) => Number(labels.length === 0)));

interface Rates {
  /** By the labels predicted for the labelled triplets; null without a triplet, as the others. */
  predicted: number | null;
  /** By people. */
  gold: number | null;
  /** By the triplets of the run. */
  own: number | null;
}

const ratesOf = ({ labels, own }: JudgedResponse): Rates => ({
  predicted: hallucinationRate(labels.map(({ predicted }) => predicted)),
  gold: hallucinationRate(labels.map(({ gold }) => gold)),
  own: hallucinationRate(own),
});

/** Rates of one kind beside those by people, where there are both. */
function ratePairs(rates: readonly Rates[], by: 'predicted' | 'own'): [own: number[], gold: number[]] {
  const pairs = rates.flatMap(({ gold, [by]: own }) => (own === null || gold === null ? [] : { own, gold }));
  return [pairs.map(({ own }) => own), pairs.map(({ gold }) => gold)];
}

export interface ModelRates extends Rates {
  model: string;
  /** Responses, including those without a triplet. */
  n: number;
  abstained: number;
}

/** One row per model, in order of occurrence. */
export function modelRates(responses: readonly JudgedResponse[]): ModelRates[] {
  const models = [...new Set(responses.flatMap(({ model }) => model ?? []))];
  return models.map((model) => {
    const own = responses.filter((response) => response.model === model);
    const rates = own.map(ratesOf);
    return {
      ...{ model, n: own.length, abstained: own.length - withTriplets(own).length },
      predicted: mean(rates.map(({ predicted }) => predicted)),
      gold: mean(rates.map(({ gold }) => gold)),
      own: mean(rates.map(({ own }) => own)),
    };
  });
}

/** Spearman's ρ between the models' rates, by one kind of triplets, and those by people. */
export function rankingAgreement(rows: readonly ModelRates[], by: 'predicted' | 'own'): number | null {
  const pairs = ratePairs(rows, by);
  return pairs[0].length < 2 ? null : spearman(...pairs).value;
}

export interface CheckerReport extends CheckerFigures {
  /** By setting, where there are several. */
  parts: { part: string; figures: CheckerFigures }[];
}

export type CheckerFigures = ReturnType<typeof checkerFigures>;

export const checkerReport = (responses: readonly JudgedResponse[]): CheckerReport => ({
  ...checkerFigures(responses),
  parts: byPart(responses, ({ group }) => group, checkerFigures),
});

function checkerFigures(responses: readonly JudgedResponse[]) {
  const pairs = responses.flatMap(({ labels }) => labels);
  const models = modelRates(responses);
  const rates = responses.map(ratesOf);
  const agreement = (by: 'predicted' | 'own') => ({
    pearson: pearson(...ratePairs(rates, by)).value,
    spearman: spearman(...ratePairs(rates, by)).value,
    ranking: rankingAgreement(models, by),
  });
  return {
    n: pairs.length,
    accuracy: checkerAccuracy(pairs),
    macroF1: macroF1(pairs),
    abstainRate: abstainRate(responses),
    response: responseMetrics(responses),
    models,
    ...agreement('predicted'),
    /** By the triplets of the run. */
    pipeline: agreement('own'),
  };
}

/**
 * Predicted labels of the labelled triplets of passages; these triplets are claims of the passages, in order.
 * Passages without labelled triplets, or without a reference check of their claims, are left out.
 */
export function judgedResponses(
  passages: readonly LabelledPassage[],
  verdicts: readonly PassageVerdict[],
): JudgedResponse[] {
  const byId = new Map(verdicts.map((verdict) => [verdict.passage.id, verdict]));
  return passages.flatMap(({ passage, triples, model = null, group = null }) => {
    const reference = byId.get(passage.id)?.trace.reference;
    const checks = reference?.claims;
    if (!triples || checks?.length !== triples.length) return [];
    const labels = triples.flatMap(({ label: gold }, index) => {
      const predicted = checks[index]?.label ?? null;
      return gold === null || predicted === null ? [] : { gold, predicted };
    });
    const own = Object.values(reference?.triples ?? {}).flatMap(({ label }) => label ?? []);
    return { model, group, labels, own };
  });
}

/** Why no labelled triplet has a judgement; null where some have one, or none is labelled. */
export function whyUnjudged(
  passages: readonly LabelledPassage[],
  judged: readonly JudgedResponse[],
): string | null {
  const labelled = passages.filter(({ triples = [] }) => triples.some(({ label }) => label !== null));
  if (labelled.length === 0 || judged.some(({ labels }) => labels.length > 0)) return null;
  const why = labelled.some(({ passage: { context = [] } }) => context.length > 0)
    ? 'this run did not check them (reference.checker)'
    : 'the data set brings no reference texts to check them against';
  return `No figures of a checker: triplets are labelled, but ${why}.`;
}

export interface RateReport {
  /** Passages with labelled sentences and a checked triplet. */
  n: number;
  pearson: Figure;
  spearman: Figure;
}

/**
 * RefChecker's statistic on WikiBio GPT-3: the hallucination rate of each passage against the mean of people's scores
 * of its sentences (0 accurate, ½ minor, 1 major error), by Pearson's r and Spearman's ρ over passages. Null where no
 * passage has both labelled sentences and a checked triplet.
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
