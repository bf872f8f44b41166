/**
 * Spans under cross-validated thresholds: each fold of responses gets the threshold on the support of triples and
 * sentences at which the spans of all other folds cover their marked characters best (F1, as in `span-metrics.ts`).
 * The counterpart of cross-validated thresholds on scores.
 */
import type { LabelledPassage } from '../../datasets/labelled-passage.ts';
import type { PassageVerdict, SpanVerdict } from '../passage.ts';
import { spansOfVerdicts } from '../scoring/spans.ts';
import { labelOf } from '../scoring/threshold.ts';
import { type FoldedItem, fittedOnOthers } from '../statistics/folds.ts';
import { countSpans } from './span-metrics.ts';

/** Number of thresholds tried: quantiles of the scores. */
const CANDIDATES = 100;

/**
 * The verdicts, with new spans for those with marked ones. Spans that a model was asked for depend on no threshold,
 * and stay.
 */
export function spansOutOfFold(
  passages: readonly LabelledPassage[],
  verdicts: readonly PassageVerdict[],
  { folds, seed }: { folds: number; seed: number },
): PassageVerdict[] {
  const marked = new Map(passages.map(({ passage, spans }) => [passage.id, spans]));
  const judged = verdicts.filter(
    ({ passage, spans, trace }) => marked.get(passage.id) && spans && trace.spans === undefined,
  );
  const candidates = quantiles(judged.flatMap(scoresOf));
  if (candidates.length === 0) return [...verdicts];
  const rows = judged.map((verdict, unit): CandidateRow => {
    const { id, response = '' } = verdict.passage;
    const own = marked.get(id) ?? [];
    const at = candidates.map((threshold) => {
      const spans = spansAt(verdict, threshold);
      const { predicted, gold, both } = countSpans({ response, gold: own, predicted: spans });
      return { spans, predicted, gold, both };
    });
    return { id, unit, positive: own.length > 0, at };
  });
  const best = fittedOnOthers(rows, { seed, folds }, bestCandidate);
  const spans = new Map(rows.map(({ id, at }, index) => [id, at[best[index] as number]?.spans]));
  return verdicts.map((verdict) => {
    const own = spans.get(verdict.passage.id);
    return own ? { ...verdict, spans: own } : verdict;
  });
}

const scoresOf = ({ triples, sentences }: PassageVerdict): number[] =>
  [...triples, ...sentences].flatMap(({ score }) => score ?? []);

/** Distinct quantiles of the scores, evenly from the lowest to the highest. */
function quantiles(values: readonly number[]): number[] {
  const sorted = values.toSorted((left, right) => left - right);
  const step = (sorted.length - 1) / (CANDIDATES - 1);
  const all = Array.from({ length: CANDIDATES }, (_, index) => sorted[Math.round(index * step)] ?? []);
  return [...new Set(all.flat())];
}

/** One response at each threshold: its spans, and the characters in them. */
interface CandidateRow extends FoldedItem {
  id: string;
  at: { spans: SpanVerdict[]; predicted: number; gold: number; both: number }[];
}

/** The spans of a verdict whose triples and sentences count as hallucinated below a threshold. */
export function spansAt({ triples, sentences, trace }: PassageVerdict, threshold: number): SpanVerdict[] {
  const relabelled = <Row extends { score: number | null }>(row: Row) => ({
    ...row,
    label: labelOf(row.score, threshold),
  });
  return spansOfVerdicts({ triples: triples.map(relabelled), sentences: sentences.map(relabelled), trace });
}

/** Index of the threshold with the highest F1 over all rows; of equals the lowest, which flags least. */
function bestCandidate(rows: readonly CandidateRow[]): number {
  const values = (rows[0]?.at ?? []).map((_, position) => {
    const sum = (key: 'predicted' | 'gold' | 'both') =>
      rows.reduce((total, row) => total + (row.at[position]?.[key] ?? 0), 0);
    const all = sum('predicted') + sum('gold');
    return all === 0 ? 0 : (2 * sum('both')) / all;
  });
  return Math.max(0, values.indexOf(Math.max(...values)));
}
