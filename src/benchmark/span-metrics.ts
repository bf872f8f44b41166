/**
 * How well predicted spans cover the marked ones (RAGTruth, Niu et al. 2024, section 5), over a whole data set:
 *
 *   precision = Σ |P ∩ G| / Σ |P|      recall = Σ |P ∩ G| / Σ |G|      F1 = 2 Σ |P ∩ G| / (Σ |P| + Σ |G|)
 *
 * where P and G are the sets of characters of a response that are in a predicted and in a marked span. Recall by kind
 * takes the characters of spans of one kind as G. On responses, positive means at least one span. Density is the
 * number of spans per 100 words.
 */
import type { LabelledPassage, LabelledSpan } from '../../datasets/labelled-passage.ts';
import type { PassageVerdict, Span } from '../passage.ts';
import { confusionStatistic, f1, precision, recall } from '../statistics/confusion.ts';
import { type Measured, measure } from '../statistics/measure-metrics.ts';
import { ratioOfSums } from '../statistics/metric.ts';
import { byPart } from './by-part.ts';

export const SPAN_KINDS = [
  'evident conflict',
  'subtle conflict',
  'evident baseless',
  'subtle baseless',
] as const;
export type SpanKind = (typeof SPAN_KINDS)[number];

const kindOf = ({ degree, type }: LabelledSpan): SpanKind => `${degree} ${type}`;

const byKind = <T>(of: (kind: SpanKind) => T) =>
  Object.fromEntries(SPAN_KINDS.map((kind) => [kind, of(kind)])) as Record<SpanKind, T>;

type SpanCounts = ReturnType<typeof countSpans>;

/** Characters in spans of one response, and spans. Spans of either list may overlap; a character counts once. */
export function countSpans(input: {
  response: string;
  gold: readonly LabelledSpan[];
  predicted: readonly Span[];
}) {
  const { response, gold, predicted } = input;
  const called = union(predicted);
  const marked = union(gold);
  return {
    predicted: size(called),
    gold: size(marked),
    both: overlap(marked, called),
    /** Marked characters of each kind, and how many of them are in a predicted span. */
    kinds: byKind((kind) => {
      const own = union(gold.filter((span) => kindOf(span) === kind));
      return { gold: size(own), both: overlap(own, called) };
    }),
    predictedSpans: predicted.length,
    goldSpans: gold.length,
    /** Of the response, between white space. */
    words: response.match(/\S+/g)?.length ?? 0,
  };
}

/** Disjoint spans that cover the same characters, in order. */
function union(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const { start, end } of spans.toSorted((left, right) => left.start - right.start)) {
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

const size = (disjoint: readonly Span[]): number =>
  disjoint.reduce((sum, { start, end }) => sum + end - start, 0);

const overlap = (left: readonly Span[], right: readonly Span[]): number =>
  left.reduce(
    (sum, a) =>
      right.reduce((own, b) => own + Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start)), sum),
    0,
  );

export interface SpanFigures extends Measured<ReturnType<typeof spanStatistics>> {
  n: number;
  spans: number;
  predictedSpans: number;
}

/** @param seed of the bootstrap, whose units are responses */
export function spanFigures(counts: readonly SpanCounts[], { seed }: { seed: number }): SpanFigures {
  return {
    n: counts.length,
    spans: counts.reduce((sum, { goldSpans }) => sum + goldSpans, 0),
    predictedSpans: counts.reduce((sum, { predictedSpans }) => sum + predictedSpans, 0),
    ...measure(spanStatistics(counts), { seed, itemCount: counts.length }),
  };
}

function spanStatistics(counts: readonly SpanCounts[]) {
  const responses = counts.map(({ predictedSpans, goldSpans }) => ({
    predicted: predictedSpans > 0,
    positive: goldSpans > 0,
  }));
  const sums = (pick: (one: SpanCounts) => [numerator: number, denominator: number], reason: string) =>
    ratioOfSums(counts.map(pick), reason);
  return {
    precision: sums(({ both, predicted }) => [both, predicted], 'no span predicted'),
    recall: sums(({ both, gold }) => [both, gold], 'no span marked'),
    f1: sums(({ both, predicted, gold }) => [2 * both, predicted + gold], 'no span at all'),
    responsePrecision: confusionStatistic(responses, precision),
    responseRecall: confusionStatistic(responses, recall),
    responseF1: confusionStatistic(responses, f1),
    density: sums(({ goldSpans, words }) => [100 * goldSpans, words], 'no words'),
    predictedDensity: sums(({ predictedSpans, words }) => [100 * predictedSpans, words], 'no words'),
    ...byKind((kind) => sums(({ kinds }) => [kinds[kind].both, kinds[kind].gold], 'no span of this kind')),
  };
}

export interface SpanReport {
  /** Whether spans are decided by thresholds from the other folds; absent where by the run's own. */
  outOfFold?: true;
  /** Responses with span labels whose verdict has no spans; left out. */
  without: number;
  overall: SpanFigures;
  /** By part of the data set and by model, where there are several. */
  parts: { part: string; by: 'group' | 'model'; figures: SpanFigures }[];
}

/** Null where the data set marks no spans. */
export function spanReport(
  passages: readonly LabelledPassage[],
  verdicts: readonly PassageVerdict[],
  options: { seed: number },
): SpanReport | null {
  const byId = new Map(verdicts.map((verdict) => [verdict.passage.id, verdict]));
  const marked = passages.filter(({ spans }) => spans !== undefined);
  if (marked.length === 0) return null;
  const counted = marked.flatMap(({ passage, spans: gold = [], group, model }) => {
    const verdict = byId.get(passage.id);
    if (!verdict?.spans) return [];
    const response = verdict.passage.response ?? '';
    return { group, model, ...countSpans({ response, gold, predicted: verdict.spans }) };
  });
  const figuresOf = (counts: readonly SpanCounts[]) => spanFigures(counts, options);
  const parts = (['group', 'model'] as const).flatMap((by) =>
    byPart(counted, (item) => item[by], figuresOf).map((part) => ({ ...part, by })),
  );
  return { without: marked.length - counted.length, overall: figuresOf(counted), parts };
}
