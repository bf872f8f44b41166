/**
 * When a triple needs no more draws or samples: its label would be the same at the end.
 *
 * A part of a score that is still open has values it may end with, and a probability for each. Of a task with k
 * matching of j judged draws and l still to come, the number of matches among the l is taken to be beta-binomial, the
 * posterior predictive of a uniform prior (predictive.ts); for the votes of samples see scoring/open-votes.ts.
 *
 * With the other parts of the score known, each combination of ends gives a label at the end. A triple is settled when
 * that differs from the label it has now with probability ε at most. ε = 0 means that no outcome whatever can change
 * the label (stopping `certain`). Otherwise (`sequential`, stochastic curtailment) the label differs from that of all
 * draws or samples with probability at most ε, under that prior, summed over all looks: each look is granted
 * ε ÷ looks.
 */
import type { Component } from '../passage.ts';
import { betaBinomial } from './predictive.ts';

/** A part of a score that draws or samples to come can change. */
export interface OpenPart {
  /** Null where there is nothing yet. */
  now: number | null;
  /** The values it can end with; their probabilities add up to 1. */
  ends: readonly { value: number | null; probability: number }[];
}

/** The open parts of one triple. */
export type OpenParts = Readonly<Partial<Record<Component, OpenPart>>>;
export type PartValues = Readonly<Partial<Record<Component, number | null>>>;

/** How the label of a triple follows from its open parts. */
export interface LabelRule {
  /** F of Eq. 3 before the passage is taken into account; rises with each part. Null where nothing has a value. */
  score(tripleId: string, open: PartValues): number | null;
  /** Scores below are hallucinated; null while the threshold is not known, and then nothing is settled. */
  threshold: number | null;
  /** β in [0, 1]: share of a triple's score that comes from the mean of its passage. */
  context: number;
}

/** How far one task of one triple is. */
export interface TaskProgress {
  matching: number;
  judged: number;
  /** Draws that may still be made; 0 for a task that is not asked. */
  left: number;
}

/** S of a task: matching draws ÷ judged draws. */
export function openDraws({ matching, judged, left }: TaskProgress): OpenPart {
  if (judged + left === 0) return { now: null, ends: [{ value: null, probability: 1 }] };
  const ends = betaBinomial(left, matching + 1, judged - matching + 1).map((probability, more) => ({
    value: (matching + more) / (judged + left),
    probability,
  }));
  return { now: judged === 0 ? null : matching / judged, ends };
}

interface Outcome {
  probability: number;
  score: number | null;
}

/** @param error ε of this look, in [0, 1) */
export function settledTriples(
  triples: ReadonlyMap<string, OpenParts>,
  rule: LabelRule,
  error: number,
): Set<string> {
  const { threshold, context } = rule;
  if (threshold === null) return new Set();
  const scored = [...triples].map(([id, open]) => ({
    id,
    now: scoreNow(id, open, rule),
    outcomes: outcomesOf(id, open, rule),
  }));
  const mean = context === 0 ? null : meanRange(scored.map(({ outcomes }) => outcomes));
  const { low, high } = mean ?? { low: 0, high: 0 };
  const isBelow = (score: number, average: number) => (1 - context) * score + context * average < threshold;
  const settled = scored.filter(({ now, outcomes }) => {
    if (now === null || outcomes.some(({ score }) => score === null)) return false;
    const label = isBelow(now, low);
    if (label !== isBelow(now, high)) return false;
    const others = outcomes.filter(({ score }) => isBelow(score as number, label ? high : low) !== label);
    return others.reduce((sum, { probability }) => sum + probability, 0) <= error;
  });
  return new Set(settled.map(({ id }) => id));
}

function scoreNow(id: string, open: OpenParts, rule: LabelRule): number | null {
  return rule.score(id, Object.fromEntries(Object.entries(open).map(([name, { now }]) => [name, now])));
}

/** What a triple can still come to. */
function outcomesOf(id: string, open: OpenParts, rule: LabelRule): Outcome[] {
  let partial: { values: PartValues; probability: number }[] = [{ values: {}, probability: 1 }];
  for (const [name, { ends }] of Object.entries(open)) {
    partial = partial.flatMap(({ values, probability }) =>
      ends.map((end) => ({
        values: { ...values, [name]: end.value },
        probability: probability * end.probability,
      })),
    );
  }
  return partial.map(({ values, probability }) => ({ probability, score: rule.score(id, values) }));
}

/** The least and the greatest mean the scores of a passage can come to. */
function meanRange(outcomes: readonly (readonly Outcome[])[]): { low: number; high: number } | null {
  const ranges = outcomes
    .map((own) => own.map(({ score }) => score).filter((score) => score !== null))
    .filter((scores) => scores.length > 0)
    .map((scores) => ({ low: Math.min(...scores), high: Math.max(...scores) }));
  if (ranges.length === 0) return null;
  const meanOf = (end: 'low' | 'high') =>
    ranges.reduce((total, range) => total + range[end], 0) / ranges.length;
  return { low: meanOf('low'), high: meanOf('high') };
}

/** Draws or samples of each round: about two fifths, then the rest in halves; all at once without stopping. */
export function roundsOf(count: number, stops: boolean): number[] {
  if (!stops) return [count];
  const ends = [Math.ceil(count * 0.4), Math.ceil(count * 0.7), count];
  return ends.map((end, round) => end - (ends[round - 1] ?? 0));
}
